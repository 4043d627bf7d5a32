// Reads the generated field tables; knows no layout itself.
#include "describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "verbatim/generated/layouts.hpp"

namespace verbatim::tools {
namespace {

constexpr std::size_t octoword = 16;
constexpr std::size_t row_length = 8;  // bytes per line: what the fields of 16 say would not fit

const wire::layout* layout_named(std::string_view name) {
  const auto* found =
      std::find_if(layouts.begin(), layouts.end(), [&](auto& l) { return l.name == name; });
  return found == layouts.end() ? nullptr : found;
}

/// Builds the text line by line: offset, hex, label, and what the fields say.
class page {
 public:
  void line(std::size_t offset, std::span<const std::byte> bytes, std::string_view label,
            std::string_view text) {
    std::string hex;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i != 0 && i % 4 == 0) hex += ' ';
      fmt::format_to(std::back_inserter(hex), "{:02x}", static_cast<unsigned>(bytes[i]));
    }
    auto row = fmt::format("{:02x}  {:<17}  {:<10} {}", offset, hex, label, text);
    row.erase(row.find_last_not_of(' ') + 1);
    text_ += row + '\n';
  }

  /// A layout.
  void rows(const wire::layout& layout, std::size_t offset, std::span<const std::byte> bytes) {
    for (std::size_t row = 0; row < layout.size; row += row_length) {
      std::string text;
      for (const auto& field : layout.fields) {
        if (field.at >= row && field.at < row + row_length) text += field_text(field, bytes.data());
      }
      const auto length = std::min(row_length, layout.size - row);
      line(offset + row, bytes.subspan(row, length), row == 0 ? layout.name : "", text);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  static std::string field_text(const wire::field& field, const std::byte* layout) {
    if (field.bytes != 0) return string_text(field, {layout + field.at, field.bytes});
    const auto value = field.read(layout);
    const bool fixed = field.reserved() || field.expected != 0;
    if (fixed) {
      if (value == field.expected) return {};
      return fmt::format("! {}={:#x}, not {:#x}  ", field.name, value, field.expected);
    }
    if (field.enumerator == nullptr) {
      return value < 10 ? fmt::format("{}={}  ", field.name, value)
                        : fmt::format("{}={:#x}  ", field.name, value);
    }
    const auto name = field.enumerator(value);
    return name.empty() ? fmt::format("{}=! unknown {:#x}  ", field.name, value)
                        : fmt::format("{}={}  ", field.name, name);
  }

  /// Bytes, by their own notation: an address is no number. A reserved string is shown if it is wrong.
  static std::string string_text(const wire::field& field, std::span<const std::byte> bytes) {
    const bool zero = std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; });
    if (field.reserved()) return zero ? "" : fmt::format("! {} is not zero  ", field.name);
    std::string hex;
    for (const auto b : bytes)
      fmt::format_to(std::back_inserter(hex), "{:02x}", static_cast<unsigned>(b));
    return fmt::format("{}={}  ", field.name, zero ? "0" : hex);
  }

  std::string text_;
};

/// The part of a WQE that one step describes, and where the next one begins.
std::size_t describe_step(page& out, const wire::step& step, std::span<const std::byte> wqe,
                          std::size_t offset) {
  const auto rest = wqe.subspan(offset);
  if (!step.payload_header.empty() && (rest[0] & std::byte{0x80}) != std::byte{}) {
    const auto length = inline_seg::read(rest.data()).byte_count;
    const auto padded = (inline_seg::size + length + octoword - 1) / octoword * octoword;
    for (std::size_t row = 0; row < std::min(padded, rest.size()); row += row_length) {
      out.line(offset + row, rest.subspan(row, row_length), row == 0 ? step.payload_header : "",
               row == 0 ? fmt::format("byte_count={}, and the payload", length) : "");
    }
    if (padded > rest.size()) out.line(offset, {}, "!", "the payload is longer than ds says");
    return offset + padded;
  }
  const auto* layout = layout_named(step.segment);
  if (layout == nullptr || layout->size > rest.size()) {
    out.line(offset, rest, "!", fmt::format("ds ends inside {}", step.segment));
    return wqe.size();
  }
  out.rows(*layout, offset, rest.first(layout->size));
  return offset + layout->size;
}

}  // namespace

std::string describe_wqe(std::span<const std::byte> wqe) {
  page out;
  const auto ctrl = ctrl_seg::read(wqe.data());
  wqe = wqe.first(std::min(wqe.size(), std::max<std::size_t>(ctrl.ds, 1) * octoword));
  const auto* kind = std::find_if(wqe_layouts.begin(), wqe_layouts.end(), [&](auto& w) {
    return w.opcode == static_cast<std::uint8_t>(ctrl.opcode);
  });
  if (kind == wqe_layouts.end()) {
    out.rows(*layout_named("ctrl_seg"), 0, wqe.first(ctrl_seg::size));
    for (auto at = ctrl_seg::size; at < wqe.size(); at += row_length) {
      out.line(at, wqe.subspan(at, row_length), "!", "no spec describes this opcode");
    }
    return out.take();
  }
  std::size_t offset = 0;
  for (const auto& step : kind->steps) {
    do {
      if (offset >= wqe.size()) break;
      offset = describe_step(out, step, wqe, offset);
    } while (step.repeats);
  }
  for (; offset < wqe.size(); offset += row_length) {
    // A NOP that fills a ring's end counts what it covers; the device ignores the content.
    out.line(offset, wqe.subspan(offset, row_length), ctrl.opcode == opcode::nop ? "" : "!",
             ctrl.opcode == opcode::nop ? "ignored" : "behind the last segment");
  }
  return out.take();
}

std::string describe_cqe(std::span<const std::byte> cqe) {
  page out;
  const auto kind = cqe64(cqe.data()).opcode();
  const bool error = kind == cqe_opcode::req_err || kind == cqe_opcode::resp_err;
  out.rows(*layout_named(error ? "err_cqe" : "cqe64"), 0, cqe.first(cqe64::size));
  return out.take();
}

}  // namespace verbatim::tools
