// Faults of the network that --wire-faults requests.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace verbatim::emulator {

/// One in so many packets that leave has the fault, by chance; 0: none has.
struct wire_faults {
  std::uint64_t drop = 0;
  std::uint64_t duplicate = 0;

  /// The packet leaves after the next one.
  std::uint64_t reorder = 0;

  /// A bit of the packet is wrong.
  std::uint64_t corrupt = 0;
  std::uint64_t seed = 1;
};

/// Parses NAME:N, separated by commas; a name is that of a member. Returns nothing if the text is
/// invalid.
std::optional<wire_faults> parse_wire_faults(std::string_view text);

}  // namespace verbatim::emulator
