// Parses and changes frames according to IEEE 802.3 and 802.1Q; RFC 791, 8200, 9293 and 768.
#include "engine/wire/ethernet_frame.hpp"

#include <algorithm>

#include "engine/wire/internet_checksum.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t mac_bytes = 12;
constexpr std::size_t ipv4_bytes = 20;
constexpr std::size_t ipv6_bytes = 40;
constexpr std::size_t tcp_bytes = 20;
constexpr std::size_t udp_bytes = 8;
constexpr std::uint16_t ipv4_type = 0x0800;
constexpr std::uint16_t ipv6_type = 0x86dd;
constexpr std::uint8_t tcp_protocol = 6;
constexpr std::uint8_t udp_protocol = 17;
constexpr std::size_t ipv4_checksum_at = 10;

std::uint8_t byte_at(std::span<const std::byte> frame, std::size_t at) noexcept {
  return std::to_integer<std::uint8_t>(frame[at]);
}

std::uint16_t word_at(std::span<const std::byte> frame, std::size_t at) noexcept {
  return static_cast<std::uint16_t>(byte_at(frame, at) << 8 | byte_at(frame, at + 1));
}

void put_word(std::span<std::byte> frame, std::size_t at, std::uint16_t word) noexcept {
  frame[at] = static_cast<std::byte>(word >> 8);
  frame[at + 1] = static_cast<std::byte>(word & 0xff);
}

/// Returns true for the extension headers that the parser skips: hop-by-hop, routing, fragment,
/// destination.
bool is_extension(std::uint8_t next) noexcept {
  return next == 0 || next == 43 || next == 44 || next == 60;
}

std::size_t l4_checksum_at(const frame_layout& layout) noexcept {
  return layout.l4_offset + (layout.l4 == l4_header::tcp ? 16u : 6u);
}

bool l4_is_whole(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  return layout.l4 != l4_header::none && layout.l4_offset + layout.l4_bytes <= frame.size();
}

/// Sums up the pseudo header and all of L4, including the checksum field.
internet_checksum l4_sum(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  internet_checksum sum;
  const bool ipv4 = layout.l3 == l3_header::ipv4;
  // The two addresses are next to each other.
  sum.add(frame.subspan(layout.l3_offset + (ipv4 ? 12 : 8), ipv4 ? 8 : 32));
  sum.add(std::uint32_t{layout.protocol});
  sum.add(static_cast<std::uint32_t>(layout.l4_bytes));
  return sum.add(frame.subspan(layout.l4_offset, layout.l4_bytes));
}

}  // namespace

frame_layout::frame_layout(std::span<const std::byte> frame) noexcept {
  std::size_t at = mac_bytes;
  if (frame.size() < at + 2) return;
  ether_type = word_at(frame, at);
  while ((ether_type == c_vlan_type || ether_type == s_vlan_type) &&
         frame.size() >= at + vlan_tag_bytes + 2) {
    if (vlan_type == 0) {
      vlan_type = ether_type;
      vlan_tci = word_at(frame, at + 2);
    }
    at += vlan_tag_bytes;
    ether_type = word_at(frame, at);
  }
  l3_offset = at + 2;
  if (ether_type == ipv4_type) read_ipv4(frame);
  if (ether_type == ipv6_type) read_ipv6(frame);
}

void frame_layout::read_ipv4(std::span<const std::byte> frame) noexcept {
  if (frame.size() < l3_offset + ipv4_bytes) return;
  const std::uint8_t first = byte_at(frame, l3_offset);
  l3_bytes = std::size_t{first & 0xfu} * 4;
  const std::size_t total = word_at(frame, l3_offset + 2);
  if (first >> 4 != 4 || l3_bytes < ipv4_bytes || frame.size() < l3_offset + l3_bytes) return;
  l3 = l3_header::ipv4;
  extended = l3_bytes > ipv4_bytes;
  constexpr std::uint16_t more_fragments_and_offset = 0x3fff;
  fragment = (word_at(frame, l3_offset + 6) & more_fragments_and_offset) != 0;
  protocol = byte_at(frame, l3_offset + 9);
  read_l4(frame, total);
}

void frame_layout::read_ipv6(std::span<const std::byte> frame) noexcept {
  if (frame.size() < l3_offset + ipv6_bytes || byte_at(frame, l3_offset) >> 4 != 6) return;
  l3 = l3_header::ipv6;
  const std::size_t total = ipv6_bytes + word_at(frame, l3_offset + 4);
  protocol = byte_at(frame, l3_offset + 6);
  l3_bytes = ipv6_bytes;
  while (is_extension(protocol) && frame.size() >= l3_offset + l3_bytes + 8) {
    constexpr std::uint8_t fragment_header = 44;
    extended = true;
    fragment = fragment || protocol == fragment_header;
    const std::size_t here = l3_offset + l3_bytes;
    const std::size_t bytes =
        protocol == fragment_header ? 8 : (std::size_t{byte_at(frame, here + 1)} + 1) * 8;
    protocol = byte_at(frame, here);
    l3_bytes += bytes;
  }
  read_l4(frame, total);
}

void frame_layout::read_l4(std::span<const std::byte> frame, std::size_t ip_bytes) noexcept {
  l4_offset = l3_offset + l3_bytes;
  if (fragment || ip_bytes < l3_bytes) return;
  l4_bytes = ip_bytes - l3_bytes;
  const std::size_t there =
      std::min(l4_bytes, frame.size() > l4_offset ? frame.size() - l4_offset : 0);
  if (protocol == tcp_protocol && there >= tcp_bytes) l4 = l4_header::tcp;
  if (protocol == udp_protocol && there >= udp_bytes) l4 = l4_header::udp;
}

void insert_l3_checksum(std::span<std::byte> frame, const frame_layout& layout) noexcept {
  if (layout.l3 != l3_header::ipv4) return;
  put_word(frame, layout.l3_offset + ipv4_checksum_at, 0);
  const auto header = frame.subspan(layout.l3_offset, layout.l3_bytes);
  put_word(frame, layout.l3_offset + ipv4_checksum_at, internet_checksum().add(header).value());
}

void insert_l4_checksum(std::span<std::byte> frame, const frame_layout& layout) noexcept {
  if (!l4_is_whole(frame, layout)) return;
  put_word(frame, l4_checksum_at(layout), 0);
  std::uint16_t sum = l4_sum(frame, layout).value();
  // In UDP, zero means that there is no checksum.
  if (layout.l4 == l4_header::udp && sum == 0) sum = 0xffff;
  put_word(frame, l4_checksum_at(layout), sum);
}

bool l3_checksum_right(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  // IPv6 has no checksum, so it counts as right.
  if (layout.l3 != l3_header::ipv4) return layout.l3 == l3_header::ipv6;
  return internet_checksum().add(frame.subspan(layout.l3_offset, layout.l3_bytes)).value() == 0;
}

bool l4_checksum_right(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  if (!l4_is_whole(frame, layout)) return false;
  const bool optional = layout.l4 == l4_header::udp && layout.l3 == l3_header::ipv4;
  if (optional && word_at(frame, l4_checksum_at(layout)) == 0) return true;
  return l4_sum(frame, layout).value() == 0;
}

void insert_vlan(std::vector<std::byte>& frame, std::uint16_t type, std::uint16_t tci) {
  frame.insert(frame.begin() + mac_bytes, vlan_tag_bytes, std::byte{0});
  put_word(frame, mac_bytes, type);
  put_word(frame, mac_bytes + 2, tci);
}

void remove_vlan(std::vector<std::byte>& frame) {
  const auto tag = frame.begin() + mac_bytes;
  frame.erase(tag, tag + vlan_tag_bytes);
}

}  // namespace verbatim::emulator
