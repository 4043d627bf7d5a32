// The sizes of the headers of packets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

inline constexpr std::size_t ethernet_header_bytes = 14;
inline constexpr std::size_t lrh_bytes = 8;
inline constexpr std::size_t ipv4_header_bytes = 20;
inline constexpr std::size_t ipv6_header_bytes = 40;
inline constexpr std::size_t udp_header_bytes = 8;
inline constexpr std::size_t bth_bytes = 12;
inline constexpr std::size_t icrc_bytes = 4;

inline constexpr std::uint8_t ip_protocol_of_udp = 17;

/// The UDP port of RoCE v2.
inline constexpr std::uint16_t roce_port = 4791;

}  // namespace verbatim::emulator
