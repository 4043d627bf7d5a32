// A NIC's view of an Ethernet frame: its headers and the checksums in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/wire/packet_sizes.hpp"
#include "verbatim/generated/headers/vlan_tag.hpp"

namespace verbatim::emulator {

/// The L3 header; values as in a CQE.
enum class l3_header : std::uint8_t { none = 0, ipv6 = 1, ipv4 = 2 };

enum class l4_header : std::uint8_t { none, tcp, udp };

inline constexpr std::size_t vlan_tag_bytes = headers::vlan_tag::size;
inline constexpr std::uint16_t c_vlan_type = 0x8100;
inline constexpr std::uint16_t s_vlan_type = 0x88a8;

/// The positions of a frame's headers, as offsets from the start of the frame.
struct frame_layout {
  explicit frame_layout(std::span<const std::byte> frame) noexcept;

  l3_header l3 = l3_header::none;
  l4_header l4 = l4_header::none;

  /// The EtherType after the VLAN tags, and the outermost tag if there is one.
  std::uint16_t ether_type = 0;
  std::uint16_t vlan_type = 0;
  std::uint16_t vlan_tci = 0;

  std::size_t l3_offset = 0;
  std::size_t l4_offset = 0;

  /// Length of the IPv4 header, or of the IPv6 header with its extensions.
  std::size_t l3_bytes = 0;

  /// Length of the L4 header and everything after it, according to the IP header.
  std::size_t l4_bytes = 0;

  /// IP protocol number.
  std::uint8_t protocol = 0;

  /// True with IPv4 options or IPv6 extensions.
  bool extended = false;
  bool fragment = false;

 private:
  void read_ipv4(std::span<const std::byte> frame) noexcept;
  void read_ipv6(std::span<const std::byte> frame) noexcept;
  void read_l4(std::span<const std::byte> frame, std::size_t ip_bytes) noexcept;
};

/// These functions put the right checksum into the IPv4 header, or into the TCP or UDP header, if
/// the frame has the whole header.
void insert_l3_checksum(std::span<std::byte> frame, const frame_layout& layout) noexcept;
void insert_l4_checksum(std::span<std::byte> frame, const frame_layout& layout) noexcept;

/// Returns true if the header is there and its checksum is right; UDP over IPv4 may have none.
bool l3_checksum_right(std::span<const std::byte> frame, const frame_layout& layout) noexcept;
bool l4_checksum_right(std::span<const std::byte> frame, const frame_layout& layout) noexcept;

/// These functions insert a VLAN tag after the MAC addresses, and remove the outermost one.
void insert_vlan(std::vector<std::byte>& frame, std::uint16_t type, std::uint16_t tci);
void remove_vlan(std::vector<std::byte>& frame);

}  // namespace verbatim::emulator
