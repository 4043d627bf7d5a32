// The asynchronous events that can be requested by name, and the WQEs that raise them.
#include "settings/event_names.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace verbatim::emulator {

std::multimap<std::uint64_t, std::size_t> parse_events(const std::string& text) {
  std::multimap<std::uint64_t, std::size_t> result;
  std::istringstream all(text);
  for (std::string one; std::getline(all, one, ',');) {
    const auto colon = std::min(one.find(':'), one.size());
    std::uint64_t number = 0;
    const auto read = std::from_chars(one.data(), one.data() + colon, number);
    const auto name = std::string_view(one).substr(std::min(colon + 1, one.size()));
    const auto found = std::find(event_names.begin(), event_names.end(), name);
    if (read.ec != std::errc() || read.ptr != one.data() + colon || number == 0 ||
        found == event_names.end()) {
      return {};
    }
    result.emplace(number, static_cast<std::size_t>(found - event_names.begin()));
  }
  return result;
}

}  // namespace verbatim::emulator
