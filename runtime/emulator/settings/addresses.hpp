// Addresses as bytes, in network order.
#pragma once

#include <array>
#include <cstdint>

namespace verbatim::emulator {

using gid = std::array<std::uint8_t, 16>;
using mac_address = std::array<std::uint8_t, 6>;

}  // namespace verbatim::emulator
