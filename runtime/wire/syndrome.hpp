// Why an operation fails, as data: what the generated tables of syndromes are made of.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::wire {

/// What is likely to be behind an error, and what to look at next; each a sentence.
struct advice {
  std::span<const std::string_view> causes = {};
  std::span<const std::string_view> checks = {};
};

/// A vendor syndrome: one code, or as many as there are values in its lowest bits.
struct vendor_syndrome {
  std::uint8_t value;
  std::uint8_t detail_bits;  ///< how many of the lowest bits say more; 0 for none
  std::string_view name;
  std::string_view meaning;
  std::string_view (*detail)(std::uint64_t) noexcept;  ///< what these bits mean; "" if unknown
  wire::advice advice;
  std::string_view source;

  constexpr std::uint8_t detail_of(std::uint8_t code) const noexcept {
    return static_cast<std::uint8_t>(code & ((1u << detail_bits) - 1u));
  }

  constexpr bool covers(std::uint8_t code) const noexcept {
    return static_cast<std::uint8_t>(code - detail_of(code)) == value;
  }
};

/// What a syndrome and a vendor syndrome together turned out to be, somewhere.
struct vendor_report {
  std::uint8_t syndrome;
  std::uint8_t vendor;
  std::int16_t hardware;  ///< the hardware syndrome that came with them; -1 if nobody said
  std::string_view meaning;
  std::string_view source;
};

/// The entry of a code, or null.
constexpr const vendor_syndrome* find(std::span<const vendor_syndrome> table,
                                      std::uint8_t code) noexcept {
  for (const auto& entry : table) {
    if (entry.covers(code)) return &entry;
  }
  return nullptr;
}

/// `0x52`: at least two digits.
inline std::string hex_text(std::uint32_t value) {
  std::array<char, 8> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  std::string text(value < 0x10 ? "0x0" : "0x");
  return text.append(digits.data(), end);
}

/// A vendor syndrome with its name and a sentence or two, as far as a public source has them.
inline std::string in_words(std::span<const vendor_syndrome> table, std::uint8_t code) {
  auto text = hex_text(code);
  const auto* const entry = find(table, code);
  if (entry == nullptr) return text += ", of which no public source says what it means";
  text.append(" ").append(entry->name).append(": ").append(entry->meaning);
  const auto detail =
      entry->detail != nullptr ? entry->detail(entry->detail_of(code)) : std::string_view();
  return detail.empty() ? text : text.append(" ").append(detail);
}

/// Lines with what is likely and what to check: of `closer` if it says something, else of `general`.
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
