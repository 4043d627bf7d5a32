// Parses and changes frames according to IEEE 802.3 and 802.1Q; RFC 791, 8200, 9293 and 768.
#include "engine/wire/ethernet_frame.hpp"

#include <algorithm>

#include "engine/wire/internet_checksum.hpp"
#include "verbatim/generated/headers/ipv6_ext.hpp"
#include "verbatim/generated/headers/tcp.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

using headers::ethernet;
using headers::ipv4;
using headers::ipv6;
using headers::vlan_tag;

/// The two MAC addresses, behind which tags are.
constexpr std::size_t mac_bytes = ethernet::h_proto.bit / 8;
constexpr std::size_t type_bytes = ethernet::size - mac_bytes;
constexpr std::uint16_t ipv4_type = 0x0800;
constexpr std::uint16_t ipv6_type = 0x86dd;
constexpr std::uint8_t tcp_protocol = 6;
constexpr std::uint8_t udp_protocol = 17;

/// Returns a header at an offset in a frame. Bytes after the end of the frame read as 0.
template <class Header>
wire::mailbox_view<Header, const std::byte> header_at(std::span<const std::byte> frame,
                                                      std::size_t offset) noexcept {
  return wire::mailbox_view<Header, const std::byte>(frame.subspan(offset));
}
template <class Header>
wire::mailbox_view<Header> header_at(std::span<std::byte> frame, std::size_t offset) noexcept {
  return wire::mailbox_view<Header>(frame.subspan(offset));
}

/// Returns the EtherType before an offset.
std::uint16_t type_before(std::span<const std::byte> frame, std::size_t offset) noexcept {
  return static_cast<std::uint16_t>(
      header_at<ethernet>(frame, offset - ethernet::size).get(ethernet::h_proto));
}

// The places of a tag's parts in its control information (TCI), which CQEs and WQEs have as one number.
constexpr unsigned pcp_shift = vlan_tag::dei.width + vlan_tag::vid.width;
constexpr unsigned dei_shift = vlan_tag::vid.width;

std::uint16_t tci_of(const wire::mailbox_view<vlan_tag, const std::byte>& tag) noexcept {
  return static_cast<std::uint16_t>(tag.get(vlan_tag::pcp) << pcp_shift |
                                    tag.get(vlan_tag::dei) << dei_shift | tag.get(vlan_tag::vid));
}

/// Returns true for the extension headers that the parser skips: hop-by-hop, routing, fragment,
/// destination.
bool is_extension(std::uint8_t next) noexcept {
  return next == 0 || next == 43 || next == 44 || next == 60;
}

std::uint16_t l4_checksum(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  using headers::tcp;
  using headers::udp;
  return static_cast<std::uint16_t>(layout.l4 == l4_header::tcp
                                        ? header_at<tcp>(frame, layout.l4_offset).get(tcp::check)
                                        : header_at<udp>(frame, layout.l4_offset).get(udp::check));
}

void set_l4_checksum(std::span<std::byte> frame, const frame_layout& layout,
                     std::uint16_t sum) noexcept {
  if (layout.l4 == l4_header::tcp) {
    header_at<headers::tcp>(frame, layout.l4_offset).set(headers::tcp::check, sum);
  } else {
    header_at<headers::udp>(frame, layout.l4_offset).set(headers::udp::check, sum);
  }
}

bool l4_is_whole(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  return layout.l4 != l4_header::none && layout.l4_offset + layout.l4_bytes <= frame.size();
}

/// Sums up the pseudo header and all of L4, including the checksum field.
internet_checksum l4_sum(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  internet_checksum sum;
  const auto ip = frame.subspan(layout.l3_offset);
  sum.add(layout.l3 == l3_header::ipv4 ? addresses_of<ipv4>(ip) : addresses_of<ipv6>(ip));
  sum.add(std::uint32_t{layout.protocol});
  sum.add(static_cast<std::uint32_t>(layout.l4_bytes));
  return sum.add(frame.subspan(layout.l4_offset, layout.l4_bytes));
}

}  // namespace

frame_layout::frame_layout(std::span<const std::byte> frame) noexcept {
  l3_offset = ethernet::size;
  if (frame.size() < l3_offset) {
    l3_offset = 0;
    return;
  }
  ether_type = type_before(frame, l3_offset);
  while ((ether_type == c_vlan_type || ether_type == s_vlan_type) &&
         frame.size() >= l3_offset + vlan_tag_bytes) {
    if (vlan_type == 0) {
      vlan_type = ether_type;
      vlan_tci = tci_of(header_at<vlan_tag>(frame, l3_offset - type_bytes));
    }
    l3_offset += vlan_tag_bytes;
    ether_type = type_before(frame, l3_offset);
  }
  if (ether_type == ipv4_type) read_ipv4(frame);
  if (ether_type == ipv6_type) read_ipv6(frame);
}

void frame_layout::read_ipv4(std::span<const std::byte> frame) noexcept {
  constexpr unsigned ip_version = 4;
  if (frame.size() < l3_offset + ipv4::size) return;
  const auto header = header_at<ipv4>(frame, l3_offset);
  l3_bytes = header.get(ipv4::ihl) * sizeof(std::uint32_t);
  const std::size_t total = header.get(ipv4::tot_len);
  if (header.get(ipv4::version) != ip_version || l3_bytes < ipv4::size ||
      frame.size() < l3_offset + l3_bytes) {
    return;
  }
  l3 = l3_header::ipv4;
  extended = l3_bytes > ipv4::size;
  fragment = header.is_set(ipv4::mf) || header.is_set(ipv4::frag_off);
  protocol = static_cast<std::uint8_t>(header.get(ipv4::protocol));
  read_l4(frame, total);
}

void frame_layout::read_ipv6(std::span<const std::byte> frame) noexcept {
  using headers::ipv6_ext;
  constexpr unsigned ip_version = 6;
  const auto header = header_at<ipv6>(frame, l3_offset);
  if (frame.size() < l3_offset + ipv6::size || header.get(ipv6::version) != ip_version) return;
  l3 = l3_header::ipv6;
  const std::size_t total = ipv6::size + header.get(ipv6::payload_len);
  protocol = static_cast<std::uint8_t>(header.get(ipv6::nexthdr));
  l3_bytes = ipv6::size;
  while (is_extension(protocol) && frame.size() >= l3_offset + l3_bytes + ipv6_ext::size) {
    constexpr std::uint8_t fragment_header = 44;
    extended = true;
    fragment = fragment || protocol == fragment_header;
    const auto extension = header_at<ipv6_ext>(frame, l3_offset + l3_bytes);
    const std::size_t more = protocol == fragment_header ? 0 : extension.get(ipv6_ext::hdrlen);
    protocol = static_cast<std::uint8_t>(extension.get(ipv6_ext::nexthdr));
    l3_bytes += (more + 1) * ipv6_ext::size;
  }
  read_l4(frame, total);
}

void frame_layout::read_l4(std::span<const std::byte> frame, std::size_t ip_bytes) noexcept {
  l4_offset = l3_offset + l3_bytes;
  if (fragment || ip_bytes < l3_bytes) return;
  l4_bytes = ip_bytes - l3_bytes;
  const std::size_t there =
      std::min(l4_bytes, frame.size() > l4_offset ? frame.size() - l4_offset : 0);
  if (protocol == tcp_protocol && there >= headers::tcp::size) l4 = l4_header::tcp;
  if (protocol == udp_protocol && there >= headers::udp::size) l4 = l4_header::udp;
}

void insert_l3_checksum(std::span<std::byte> frame, const frame_layout& layout) noexcept {
  if (layout.l3 != l3_header::ipv4) return;
  const auto header = header_at<ipv4>(frame, layout.l3_offset);
  header.set(ipv4::check, 0);
  const auto bytes = frame.subspan(layout.l3_offset, layout.l3_bytes);
  header.set(ipv4::check, internet_checksum().add(bytes).value());
}

void insert_l4_checksum(std::span<std::byte> frame, const frame_layout& layout) noexcept {
  if (!l4_is_whole(frame, layout)) return;
  set_l4_checksum(frame, layout, 0);
  std::uint16_t sum = l4_sum(frame, layout).value();
  // In UDP, zero means that there is no checksum.
  if (layout.l4 == l4_header::udp && sum == 0) sum = 0xffff;
  set_l4_checksum(frame, layout, sum);
}

bool l3_checksum_right(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  // IPv6 has no checksum, so it counts as right.
  if (layout.l3 != l3_header::ipv4) return layout.l3 == l3_header::ipv6;
  return internet_checksum().add(frame.subspan(layout.l3_offset, layout.l3_bytes)).value() == 0;
}

bool l4_checksum_right(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  if (!l4_is_whole(frame, layout)) return false;
  const bool optional = layout.l4 == l4_header::udp && layout.l3 == l3_header::ipv4;
  if (optional && l4_checksum(frame, layout) == 0) return true;
  return l4_sum(frame, layout).value() == 0;
}

void insert_vlan(std::vector<std::byte>& frame, std::uint16_t type, std::uint16_t tci) {
  frame.insert(frame.begin() + mac_bytes, vlan_tag_bytes, std::byte{0});
  const auto tag = header_at<vlan_tag>(std::span(frame), mac_bytes);
  tag.set(vlan_tag::tpid, type);
  tag.set(vlan_tag::pcp, tci >> pcp_shift);
  tag.set_low(vlan_tag::dei, tci >> dei_shift);
  tag.set_low(vlan_tag::vid, tci);
}

void remove_vlan(std::vector<std::byte>& frame) {
  const auto tag = frame.begin() + mac_bytes;
  frame.erase(tag, tag + vlan_tag_bytes);
}

}  // namespace verbatim::emulator
