// The header that a receiver of a datagram finds in front of its payload.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "transport/datagram.hpp"

namespace verbatim::emulator {

/// Receive buffers of UD begin with so many bytes for a GRH, used or not.
inline constexpr std::size_t grh_size = 40;

/// A GRH, an IPv6 header, or 20 bytes of zero and an IPv4 header, as the packet with so many bytes
/// of payload would have had it. `with_imm` says that it carries immediate data too.
std::array<std::byte, grh_size> network_header_bytes(const datagram_addresses& from,
                                                     std::size_t payload_bytes, bool with_imm);

}  // namespace verbatim::emulator
