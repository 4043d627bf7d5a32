// Prints the results of reading.cpp, with the generated field tables.
#include "describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "reading.hpp"
#include "verbatim/generated/layouts.hpp"

namespace verbatim::tools {
namespace {

constexpr std::size_t row_length = 8;   // bytes per line; the fields of 16 would not fit
constexpr std::size_t most_fields = 6;  // if a line has more, fields that are 0 are left out

std::string hex(std::span<const std::byte> bytes, std::size_t group, std::string_view between) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i != 0 && i % group == 0) text += between;
    fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned>(bytes[i]));
  }
  return text;
}

std::string field_text(const wire::field& field, const std::byte* layout) {
  const bool wrong = is_fault(field, layout);
  const bool must_be = field.reserved() || field.always;
  if (must_be && !wrong) return {};
  std::string text;
  if (must_be && field.bytes == 0) {
    text = fmt::format("! {}={:#x}, not {:#x}", field.name, field.read(layout), field.expected);
  } else {
    text = fmt::format("{}=", field.name);
    wire::write_value([&text](std::string_view part) { text += part; }, field, layout);
  }
  return text + "  ";
}

/// Returns the fields that begin in a row. If there are many, those that are 0 are left out.
std::string row_text(const wire::layout& layout, std::size_t row, const std::byte* bytes) {
  std::vector<std::string> texts;
  for (const auto& field : layout.fields) {
    if (field.at < row || field.at >= row + row_length) continue;
    if (auto text = field_text(field, bytes); !text.empty()) texts.push_back(std::move(text));
  }
  const auto zero = [](const std::string& text) { return text.ends_with("=0  "); };
  const bool shortened = texts.size() > most_fields && std::erase_if(texts, zero) != 0;
  std::string all;
  for (const auto& text : texts) all += text;
  return all + (shortened ? texts.empty() ? "all 0" : "the others 0" : "");
}

/// Returns true if no field is in the row and no bit is set.
bool unused(const wire::layout& layout, std::size_t row, std::span<const std::byte> bytes) {
  const auto part = bytes.subspan(row, std::min(row_length, layout.size - row));
  return row_text(layout, row, bytes.data()).empty() &&
         std::ranges::all_of(part, [](std::byte b) { return b == std::byte{}; });
}

/// A text that is built line by line: offset, hex, label, and the values of the fields.
class page {
 public:
  void bytes(std::size_t offset, std::span<const std::byte> bytes, std::string_view label,
             std::string_view text) {
    for (std::size_t row = 0; row == 0 || row < bytes.size(); row += row_length) {
      const auto part = bytes.subspan(row, std::min(row_length, bytes.size() - row));
      lines_.push_back({offset + row, hex(part, 4, " "), std::string(row == 0 ? label : ""),
                        std::string(row == 0 ? text : "")});
    }
  }

  void segment(const wire::layout& layout, std::size_t offset, std::span<const std::byte> bytes) {
    for (std::size_t row = 0; row < layout.size; row += row_length) {
      this->row(layout, row, bytes.data(), row == 0, offset);
    }
  }

  /// Adds a line of a segment or CQE that begins at `bytes`, with `offset` as its printed offset.
  void row(const wire::layout& layout, std::size_t row, const std::byte* bytes, bool named,
           std::size_t offset = 0) {
    const std::span part(bytes + row, std::min(row_length, layout.size - row));
    lines_.push_back({offset + row, hex(part, 4, " "), std::string(named ? layout.name : ""),
                      row_text(layout, row, bytes)});
  }

  std::string text(std::string_view title) const {
    std::size_t labels = 10;
    for (const auto& line : lines_) labels = std::max(labels, line.label.size());
    std::string all(title);
    for (const auto& line : lines_) {
      auto row = fmt::format("{:02x}  {:<17}  {:<{}} {}", line.offset, line.hex, line.label, labels,
                             line.text);
      row.erase(row.find_last_not_of(' ') + 1);
      all += row + '\n';
    }
    return all;
  }

 private:
  struct line {
    std::size_t offset;
    std::string hex;
    std::string label;
    std::string text;
  };
  std::vector<line> lines_;
};

}  // namespace

std::string describe_wqe(std::span<const std::byte> wqe, std::string_view transport) {
  const auto read = read_wqe(wqe, transport);
  page out;
  for (const auto& piece : read.pieces) {
    const auto bytes = read.bytes.subspan(piece.offset, piece.size);
    if (piece.layout != nullptr) {
      out.segment(*piece.layout, piece.offset, bytes);
    } else {
      out.bytes(piece.offset, bytes, piece.label, piece.remark);
    }
  }
  std::string title = read.title + (read.title.empty() ? "" : "\n");
  for (const auto& complaint : read.complaints) title += "! " + complaint + '\n';
  return out.text(title);
}

std::string describe_cqe(std::span<const std::byte> cqe, std::size_t from) {
  return describe_cqe(cqe, cqe_layout(cqe), from);
}

std::string describe_cqe(std::span<const std::byte> cqe, const wire::layout& layout,
                         std::size_t from) {
  page out;
  bool named = false;
  for (std::size_t row = from; row < layout.size; row += row_length) {
    // Much of a CQE is unused, and is not printed.
    if (unused(layout, row, cqe)) continue;
    out.row(layout, row, cqe.data(), !std::exchange(named, true));
  }
  return out.text("");
}

}  // namespace verbatim::tools
