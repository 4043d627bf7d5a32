// Reads packets of RoCE v2: IP, UDP, BTH, the headers behind it, and the ICRC.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "transport/datagram.hpp"

namespace verbatim::emulator {

/// The reason why a packet is dropped.
enum class packet_problem : std::uint8_t {
  none,

  /// The UDP port is another one; not a problem of the peer.
  not_roce,
  length,
  invariant_crc,
  version,
  opcode,
  padding,
  partition,
};

std::string_view in_words(packet_problem problem) noexcept;

/// The headers of a packet. Those that its opcode does not have are 0.
struct received_packet {
  network_header network = network_header::none;
  std::array<std::uint8_t, 16> source{};
  std::array<std::uint8_t, 16> destination{};
  std::uint8_t traffic_class = 0;
  std::uint8_t hop_limit = 0;
  std::uint16_t udp_source_port = 0;

  std::uint8_t opcode = 0;
  bool solicited = false;
  bool asks_for_ack = false;
  std::uint32_t destination_qpn = 0;
  std::uint32_t psn = 0;

  /// DETH.
  std::uint32_t qkey = 0;
  std::uint32_t source_qpn = 0;

  /// RETH, and AtomicETH.
  std::uint64_t raddr = 0;
  std::uint32_t rkey = 0;
  std::uint32_t length = 0;
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;

  /// AETH, AtomicAckETH.
  std::uint8_t syndrome = 0;
  std::uint64_t original = 0;

  /// ImmDt or IETH.
  std::uint32_t word = 0;

  /// Without the padding. It is a part of the bytes that were read.
  std::span<const std::byte> payload;
};

/// The result of reading a packet.
struct packet_reading {
  packet_problem problem = packet_problem::none;
  received_packet packet;
};

/// Reads a packet that begins with its IPv4 header.
packet_reading read_ipv4_packet(std::span<const std::byte> bytes);

/// The fields of an IPv6 header. Sockets return them apart from the packet.
struct ipv6_fields {
  std::array<std::uint8_t, 16> source{};
  std::array<std::uint8_t, 16> destination{};
  std::uint8_t traffic_class = 0;
  std::uint8_t hop_limit = 0;
};

/// Reads a packet that begins with its UDP header.
packet_reading read_ipv6_packet(const ipv6_fields& header, std::span<const std::byte> bytes);

}  // namespace verbatim::emulator
