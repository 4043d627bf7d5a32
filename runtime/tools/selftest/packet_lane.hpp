// Frames for the checks of raw packets: IPv4 with UDP or TCP, to the port that sends them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tools/selftest/lane.hpp"
#include "verbatim/generated/headers/ethernet.hpp"
#include "verbatim/generated/headers/ipv4.hpp"
#include "verbatim/generated/headers/tcp.hpp"
#include "verbatim/generated/headers/udp.hpp"

namespace verbatim::tools::selftest {

using mac_address = std::array<std::uint8_t, 6>;

/// Protocols in the IPv4 header, and the port: discard (RFC 863), on which no program listens.
inline constexpr std::uint8_t protocol_tcp = 6, protocol_udp = 17;
inline constexpr std::uint16_t discard_port = 9;

/// Places in a frame.
inline constexpr std::size_t mac_bytes = headers::ethernet::h_proto.bit / 8;
inline constexpr std::size_t ip_at = headers::ethernet::size;
inline constexpr std::size_t l4_at = ip_at + headers::ipv4::size;
inline constexpr std::size_t udp_header = l4_at + headers::udp::size;
inline constexpr std::size_t tcp_header = l4_at + headers::tcp::size;

/// Returns the MAC of the port of a lane of raw packets.
mac_address mac_of(const lane& at);

/// Returns a frame from the port to itself, whose payload has so many bytes and whose checksums are
/// not filled in.
std::vector<std::byte> frame_to(const mac_address& port, std::uint8_t protocol,
                                std::size_t payload);

/// Returns the sum of 16-bit words as checksums are made: 0xffff over data with its checksum.
std::uint32_t internet_sum(std::span<const std::byte> bytes, std::uint32_t sum = 0);

/// Return true if the checksum of the IPv4 header, and of the UDP or TCP packet, is right.
/// `frame` begins at the IPv4 header.
bool ip_checksum_right(std::span<const std::byte> ip);
bool l4_checksum_right(std::span<const std::byte> ip);

}  // namespace verbatim::tools::selftest
