// Prints what reading.cpp finds, with the generated field tables.
#include "describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "reading.hpp"
#include "verbatim/generated/layouts.hpp"

namespace verbatim::tools {
namespace {

constexpr std::size_t octoword = 16;
constexpr std::size_t row_length = 8;   // bytes per line: what the fields of 16 say would not fit
constexpr std::size_t most_fields = 6;  // of a line that says of each what it holds

std::string hex(std::span<const std::byte> bytes, std::size_t group, std::string_view between) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i != 0 && i % group == 0) text += between;
    fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned>(bytes[i]));
  }
  return text;
}

/// Bytes, by their own notation: an address is no number.
std::string string_text(const wire::field& field, std::span<const std::byte> bytes) {
  if (std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; })) return "0";
  if (field.name.ends_with("mac")) return hex(bytes, 1, ":");
  if (field.name.ends_with("gid")) return hex(bytes, 2, ":");
  if (bytes.size() > 16) return fmt::format("{} bytes", bytes.size());  // they stand beside
  return hex(bytes, 4, "_");
}

std::string field_text(const wire::field& field, const std::byte* layout) {
  const bool wrong = is_fault(field, layout);
  if (field.reserved() && !wrong) return {};
  if (field.bytes != 0) {
    return fmt::format("{}{}={}  ", wrong ? "! " : "", field.name,
                       string_text(field, {layout + field.at, field.bytes}));
  }
  const auto value = field.read(layout);
  if (field.reserved() || field.always) {
    return wrong ? fmt::format("! {}={:#x}, not {:#x}  ", field.name, value, field.expected) : "";
  }
  if (wrong) return fmt::format("{}=! unknown {:#x}  ", field.name, value);
  if (field.enumerator != nullptr)
    return fmt::format("{}={}  ", field.name, field.enumerator(value));
  return value < 10 ? fmt::format("{}={}  ", field.name, value)
                    : fmt::format("{}={:#x}  ", field.name, value);
}

/// The fields that begin in a row. Where they are many, those that are 0 are left out.
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

/// Builds the text line by line: offset, hex, label, and what the fields say.
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
      const auto part = bytes.subspan(row, std::min(row_length, layout.size - row));
      lines_.push_back({offset + row, hex(part, 4, " "), std::string(row == 0 ? layout.name : ""),
                        row_text(layout, row, bytes.data())});
    }
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

/// The best explanation of the bytes among what the transport carries.
std::optional<reading> best_reading(const wire::transport& transport, const ctrl_seg& ctrl,
                                    std::span<const std::byte> wqe) {
  std::optional<reading> best;
  for (const auto name : transport.wqes) {
    const auto& kind = *std::ranges::find(wqe_layouts, name, &wire::wqe::name);
    if (kind.opcode != static_cast<std::uint8_t>(ctrl.opcode) || kind.opmod != ctrl.opmod) continue;
    auto candidate = read_as(kind, transport, wqe);
    if (!best || fits_better(candidate, *best)) best = std::move(candidate);
  }
  return best;
}

/// What speaks against a WQE that the transport does not carry.
std::string why_not(std::string_view transport, const ctrl_seg& ctrl) {
  const auto of_opcode = [&](const wire::wqe& kind) {
    return kind.opcode == static_cast<std::uint8_t>(ctrl.opcode);
  };
  if (std::ranges::none_of(wqe_layouts, of_opcode)) return "no spec describes this opcode";
  return fmt::format("{} carries no WQE of opcode {} and opmod {}", transport,
                     enumerator_name<opcode>(static_cast<std::uint64_t>(ctrl.opcode)), ctrl.opmod);
}

/// Only ctrl_seg, because nobody knows what the rest is.
std::string undescribed(std::string_view title, std::span<const std::byte> wqe,
                        std::string_view complaint) {
  page out;
  out.segment(layout_named("ctrl_seg"), 0, wqe.first(ctrl_seg::size));
  out.bytes(ctrl_seg::size, wqe.subspan(ctrl_seg::size), "!", complaint);
  return out.text(title);
}

std::string names_of_transports() {
  std::string names;
  for (const auto& transport : transport_layouts) {
    names += names.empty() ? "" : ", ";
    names += transport.name;
  }
  return names;
}

}  // namespace

std::string describe_wqe(std::span<const std::byte> wqe, std::string_view transport) {
  if (wqe.size() < ctrl_seg::size) {
    page out;
    out.bytes(0, wqe, "!", "shorter than ctrl_seg");
    return out.text("");
  }
  const auto ctrl = ctrl_seg::read(wqe.data());
  const auto told = std::max<std::size_t>(ctrl.ds, 1) * octoword;
  std::string wrong_length;
  if (ctrl.ds == 0) wrong_length = "! ds is 0, but counts ctrl_seg itself\n";
  if (told > wqe.size()) {
    wrong_length = fmt::format("! ds says {} bytes, here are {}\n", told, wqe.size());
  }
  wqe = wqe.first(std::min(wqe.size(), told));

  const auto* carrier = std::ranges::find(transport_layouts, transport, &wire::transport::name);
  if (carrier == transport_layouts.end()) {
    return undescribed(
        wrong_length, wqe,
        fmt::format("there is no transport '{}'; there are {}", transport, names_of_transports()));
  }
  const auto best = best_reading(*carrier, ctrl, wqe);
  if (!best) return undescribed(wrong_length, wqe, why_not(transport, ctrl));

  page out;
  for (const auto& piece : best->pieces) {
    const auto bytes = wqe.subspan(piece.offset, piece.size);
    if (piece.layout != nullptr) {
      out.segment(*piece.layout, piece.offset, bytes);
    } else {
      out.bytes(piece.offset, bytes, piece.label, piece.remark);
    }
  }
  return out.text(fmt::format("{}{} on {}\n{}", best->unlike == 0 ? "" : "like ", best->name,
                              transport, wrong_length));
}

std::string describe_cqe(std::span<const std::byte> cqe) {
  page out;
  const auto kind = cqe64(cqe.data()).opcode();
  const bool error = kind == cqe_opcode::req_err || kind == cqe_opcode::resp_err;
  out.segment(layout_named(error ? "err_cqe" : "cqe64"), 0, cqe.first(cqe64::size));
  return out.text("");
}

}  // namespace verbatim::tools
