// The sizes of the headers of packets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/generated/headers/bth.hpp"
#include "verbatim/generated/headers/ethernet.hpp"
#include "verbatim/generated/headers/ipv4.hpp"
#include "verbatim/generated/headers/ipv6.hpp"
#include "verbatim/generated/headers/lrh.hpp"
#include "verbatim/generated/headers/udp.hpp"

namespace verbatim::emulator {

inline constexpr std::size_t ethernet_header_bytes = headers::ethernet::size;
inline constexpr std::size_t lrh_bytes = headers::lrh::size;
inline constexpr std::size_t ipv4_header_bytes = headers::ipv4::size;
inline constexpr std::size_t ipv6_header_bytes = headers::ipv6::size;
inline constexpr std::size_t udp_header_bytes = headers::udp::size;
inline constexpr std::size_t bth_bytes = headers::bth::size;
inline constexpr std::size_t icrc_bytes = 4;

inline constexpr std::uint8_t ip_protocol_of_udp = 17;

/// The UDP port of RoCE v2.
inline constexpr std::uint16_t roce_port = 4791;

}  // namespace verbatim::emulator
