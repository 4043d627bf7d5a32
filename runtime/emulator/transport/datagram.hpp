// The addresses of a datagram or of a DC request, as in packet headers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// The network header of a packet, before the transport's header.
enum class network_header : std::uint8_t {
  /// InfiniBand within the subnet.
  none,

  /// A GRH: InfiniBand, or RoCE v1.
  grh,

  /// RoCE v2.
  udp_over_ipv6,
  udp_over_ipv4,
};

struct datagram_addresses {
  /// The size in a message, in bytes. In datagrams it comes before the payload.
  static constexpr std::size_t size = 72;

  network_header network = network_header::none;
  bool ethernet = false;
  std::uint8_t sl = 0;
  std::uint8_t traffic_class = 0;
  std::uint8_t hop_limit = 0;
  std::uint32_t qkey = 0;
  std::uint32_t destination_qpn = 0;
  std::uint32_t flow_label = 0;

  /// InfiniBand only.
  std::uint16_t slid = 0;
  std::uint16_t dlid = 0;

  /// RoCE v2 only.
  std::uint16_t udp_source_port = 0;

  /// Ethernet only.
  std::array<std::uint8_t, 6> smac{};
  std::array<std::uint8_t, 6> dmac{};
  std::array<std::uint8_t, 16> sgid{};
  std::array<std::uint8_t, 16> dgid{};

  /// These functions write and read `size` bytes, big-endian.
  void write(std::byte* at) const noexcept;
  static datagram_addresses read(const std::byte* at) noexcept;

  bool operator==(const datagram_addresses&) const = default;
};

/// The destination QP number of datagrams to every queue pair that is attached to the group.
inline constexpr std::uint32_t multicast_qpn = 0xffffff;

}  // namespace verbatim::emulator
