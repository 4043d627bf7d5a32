// Reads the value of --fail-cm.
#include "settings/cm_faults.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>

namespace verbatim::emulator {
namespace {

/// The reject reason of a program (IBTA volume 1, table 12.6.7.2).
constexpr std::uint64_t by_consumer = 28;

/// Removes the part before the next `end` from the text, and returns it.
std::string_view next_part(std::string_view& text, char end) {
  const auto at = text.find(end);
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return part;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t usual_value(cm_fault_kind kind) {
  if (kind == cm_fault_kind::reject) return by_consumer;
  return kind == cm_fault_kind::command ? ENOMEM : 0;
}

std::uint64_t largest_value(cm_fault_kind kind) {
  switch (kind) {
    case cm_fault_kind::reject:
      return 255;
    case cm_fault_kind::command:
      return 133;  // Linux has no errno above it
    case cm_fault_kind::event:
      return 0;
    default:
      return 3'600'000;
  }
}

std::optional<cm_fault> parse_one(std::string_view text) {
  const bool has_end = text.ends_with(':');
  const std::string_view name = next_part(text, ':');
  const auto* const known = std::find(cm_fault_names.begin(), cm_fault_names.end(), name);
  if (known == cm_fault_names.end() || has_end) return std::nullopt;
  cm_fault result{static_cast<cm_fault_kind>(known - cm_fault_names.begin())};
  result.value = usual_value(result.kind);
  const auto nth = number_in(next_part(text, ':'));
  if (!nth || *nth == 0) return std::nullopt;
  result.nth = *nth;
  if (text.empty()) return result;
  const auto value = number_in(text);
  if (!value || *value > largest_value(result.kind)) return std::nullopt;
  if (result.kind == cm_fault_kind::command && *value == 0) return std::nullopt;
  result.value = *value;
  return result;
}

}  // namespace

std::vector<cm_fault> parse_cm_faults(std::string_view text) {
  std::vector<cm_fault> result;
  while (!text.empty()) {
    const bool more = text.ends_with(',');
    const auto one = parse_one(next_part(text, ','));
    if (!one || more) return {};
    result.push_back(*one);
  }
  return result;
}

}  // namespace verbatim::emulator
