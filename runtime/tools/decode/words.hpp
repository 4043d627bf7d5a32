// Finds numbers and names in lines of a log.
#pragma once

#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::tools::decode {

inline std::string lower(std::string_view text) {
  std::string result(text);
  for (auto& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Returns the number at the beginning of the text, decimal or with 0x. Blanks and "=" may come
/// before it.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t=");
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc{} || value > std::numeric_limits<Number>::max()) return {};
  return static_cast<Number>(value);
}

/// Returns the number that the whole text is, decimal or with 0x.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const auto* const digits = hex ? "0123456789abcdefABCDEF" : "0123456789";
  if (text.find_first_not_of(digits, hex ? 2 : 0) != text.npos) return {};
  return number_in<Number>(text);
}

/// Returns the number after the first `key`.
template <class Number>
std::optional<Number> number_after(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  return at == std::string_view::npos ? std::nullopt
                                      : number_in<Number>(text.substr(at + key.size()));
}

/// Takes the opcode from the upper 8 bits of s_wqe_opcode_qpn, and the QPN from the lower 24.
template <class Report>
void set_opcode_and_qpn(Report& said, std::optional<std::uint32_t> word) {
  if (!word) return;
  said.wqe_opcode = static_cast<std::uint8_t>(*word >> 24);
  said.qpn = *word & 0xffffffu;
}

}  // namespace verbatim::tools::decode
