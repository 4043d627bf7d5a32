// Reads the value of --wire-faults.
#include "settings/wire_faults.hpp"

#include <charconv>

namespace verbatim::emulator {
namespace {

std::uint64_t* member_of(wire_faults& of, std::string_view name) noexcept {
  if (name == "drop") return &of.drop;
  if (name == "duplicate") return &of.duplicate;
  if (name == "reorder") return &of.reorder;
  if (name == "corrupt") return &of.corrupt;
  return name == "seed" ? &of.seed : nullptr;
}

}  // namespace

std::optional<wire_faults> parse_wire_faults(std::string_view text) {
  wire_faults result;
  while (true) {
    const auto comma = text.find(',');
    const std::string_view one = text.substr(0, comma);
    const auto colon = one.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    std::uint64_t* const into = member_of(result, one.substr(0, colon));
    const std::string_view number = one.substr(colon + 1);
    const auto [end, error] =
        into ? std::from_chars(number.data(), number.data() + number.size(), *into)
             : std::from_chars_result{nullptr, std::errc::invalid_argument};
    // Nothing arrives if every packet is lost or wrong.
    if (error != std::errc{} || end != number.data() + number.size() || *into == 0 ||
        (*into == 1 && (into == &result.drop || into == &result.corrupt))) {
      return std::nullopt;
    }
    if (comma == std::string_view::npos) return result;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace verbatim::emulator
