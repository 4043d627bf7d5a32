// Reasons why operations fail, as data: the generated tables of syndromes consist of these types.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// The likely causes of an error, and what to check next. Each entry is one sentence.
struct advice {
  std::span<const std::string_view> causes = {};  ///< likely causes
  std::span<const std::string_view> checks = {};  ///< things to check
};

/// A vendor syndrome: one code, or a range of codes that differ only in their lowest bits.
struct vendor_syndrome {
  std::uint8_t value;        ///< the code, with its lowest `detail_bits` bits 0
  std::uint8_t detail_bits;  ///< number of the lowest bits that hold a detail; 0 for none
  std::string_view name;     ///< such as `invalid_wqe`
  std::string_view meaning;  ///< a sentence
  std::string_view (*detail)(std::uint64_t) noexcept;  ///< meaning of the detail; "" if unknown
  wire::advice advice;                                 ///< empty if nothing is known
  std::string_view source;                             ///< the public document or report

  /// Returns the detail: the lowest `detail_bits` bits of a code.
  constexpr std::uint8_t detail_of(std::uint8_t code) const noexcept {
    return static_cast<std::uint8_t>(code & ((1u << detail_bits) - 1u));
  }

  /// Returns true if the code is this syndrome, with any detail.
  constexpr bool covers(std::uint8_t code) const noexcept {
    return static_cast<std::uint8_t>(code - detail_of(code)) == value;
  }
};

/// A published report of the cause of one combination of syndrome and vendor syndrome.
struct vendor_report {
  std::uint8_t syndrome;     ///< err_cqe.syndrome
  std::uint8_t vendor;       ///< err_cqe.vendor_err_synd
  std::int16_t hardware;     ///< the hardware syndrome that came with them; -1 if the report does
                             ///< not name it
  std::string_view meaning;  ///< a sentence
  std::string_view source;   ///< the public document or report
};

/// Returns the table's entry for a code; null if there is none.
constexpr const vendor_syndrome* find(std::span<const vendor_syndrome> table,
                                      std::uint8_t code) noexcept {
  for (const auto& entry : table) {
    if (entry.covers(code)) return &entry;
  }
  return nullptr;
}

/// Returns the value in hex, with at least two digits: `0x52`.
inline std::string hex_text(std::uint32_t value) {
  std::array<char, 8> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  std::string text(value < 0x10 ? "0x0" : "0x");
  return text.append(digits.data(), end);
}

/// Returns a vendor syndrome with its name and a sentence or two, as far as public sources explain
/// it.
inline std::string in_words(std::span<const vendor_syndrome> table, std::uint8_t code) {
  auto text = hex_text(code);
  const auto* const entry = find(table, code);
  if (entry == nullptr) return text += ", whose meaning no public source gives";
  text.append(" ").append(entry->name).append(": ").append(entry->meaning);
  const auto detail =
      entry->detail != nullptr ? entry->detail(entry->detail_of(code)) : std::string_view();
  return detail.empty() ? text : text.append(" ").append(detail);
}

/// Appends lines with the likely causes and the things to check. Uses the lines of `closer` if it
/// has any, else those of `general`.
inline void append_advice(std::string& text, const advice& closer, const advice& general) {
  const auto lines = [&text](const char* label, std::span<const std::string_view> first,
                             std::span<const std::string_view> second) {
    for (const auto line : first.empty() ? second : first) {
      text.append(label).append(line);
      label = "\n          ";
    }
  };
  lines("\n  likely  ", closer.causes, general.causes);
  lines("\n  check   ", closer.checks, general.checks);
}

}  // namespace verbatim::wire
