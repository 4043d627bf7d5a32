// The header before the payload in a receive buffer of UD, or in a CQE of DC.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "transport/datagram.hpp"
#include "verbatim/generated/headers/deth.hpp"
#include "verbatim/generated/headers/grh.hpp"
#include "verbatim/generated/headers/imm_dt.hpp"

namespace verbatim::emulator {

/// The bytes at the start of a UD receive buffer that are for a GRH, used or not.
inline constexpr std::size_t grh_size = headers::grh::size;

/// Headers that may be between the BTH and the payload.
inline constexpr std::size_t deth_bytes = headers::deth::size;
inline constexpr std::size_t imm_bytes = headers::imm_dt::size;

/// Returns the network header of a packet with this many bytes of payload and of headers after the
/// BTH: a GRH, an IPv6 header, or 20 bytes of zero and an IPv4 header.
std::array<std::byte, grh_size> network_header_bytes(const datagram_addresses& from,
                                                     std::size_t payload_bytes,
                                                     std::size_t extension_bytes);

}  // namespace verbatim::emulator
