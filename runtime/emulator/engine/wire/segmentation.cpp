// Computes the parts that change from packet to packet, and copies everything else.
#include "engine/wire/segmentation.hpp"

#include <fmt/format.h>

#include "engine/wire/ethernet_frame.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/headers/tcp.hpp"
#include "verbatim/generated/headers/vxlan.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

using headers::ipv4;
using headers::ipv6;
using headers::tcp;
using headers::udp;

template <class Header>
wire::mailbox_view<Header> header_in(std::vector<std::byte>& frame, std::size_t offset) noexcept {
  return wire::mailbox_view<Header>(std::span(frame).subspan(offset));
}

/// Returns the headers with the IP length of a packet that has this many bytes of payload after
/// them. Their original length field is ignored.
std::vector<std::byte> with_length(std::span<const std::byte> headers, std::size_t payload_bytes) {
  std::vector<std::byte> frame(headers.begin(), headers.end());
  const frame_layout layout(frame);
  const std::size_t ip_bytes = headers.size() - layout.l3_offset + payload_bytes;
  if (layout.l3 == l3_header::ipv4) {
    header_in<ipv4>(frame, layout.l3_offset).set_low(ipv4::tot_len, ip_bytes);
  }
  if (layout.l3 == l3_header::ipv6) {
    header_in<ipv6>(frame, layout.l3_offset).set_low(ipv6::payload_len, ip_bytes - ipv6::size);
  }
  return frame;
}

}  // namespace

finding check_segmentation_header(std::span<const std::byte> headers) {
  std::vector<std::byte> frame = with_length(headers, 0);
  const frame_layout layout(frame);
  if (layout.l4 != l4_header::tcp) {
    return found<check::eth_segmentation>(
        "its {} inlined header bytes do not end with a TCP header over IPv4 or IPv6, and only TCP "
        "can be segmented",
        headers.size());
  }
  const std::size_t tcp_bytes =
      header_in<tcp>(frame, layout.l4_offset).get(tcp::doff) * sizeof(std::uint32_t);
  if (layout.l4_offset + tcp_bytes != headers.size()) {
    return found<check::eth_segmentation>(
        "its inlined headers have {} bytes, but by the data offset of their TCP header they end "
        "after {}: inline the headers and nothing else",
        headers.size(), layout.l4_offset + tcp_bytes);
  }
  return {};
}

std::vector<std::byte> make_segment(std::span<const std::byte> headers,
                                    std::span<const std::byte> part, std::size_t offset,
                                    std::uint32_t number, bool last) {
  std::vector<std::byte> frame = with_length(headers, part.size());
  frame.insert(frame.end(), part.begin(), part.end());
  const frame_layout layout(frame);
  if (layout.l3 == l3_header::ipv4) {
    const auto ip = header_in<ipv4>(frame, layout.l3_offset);
    ip.set_low(ipv4::id, std::uint64_t{ip.get(ipv4::id)} + number);
  }
  const auto header = header_in<tcp>(frame, layout.l4_offset);
  header.set_low(tcp::seq, std::uint64_t{header.get(tcp::seq)} + offset);
  if (!last) {
    header.set(tcp::fin, 0);
    header.set(tcp::psh, 0);
  }
  if (number != 0) header.set(tcp::cwr, 0);
  insert_l3_checksum(frame, layout);
  insert_l4_checksum(frame, layout);
  return frame;
}

std::vector<std::byte> encapsulate(std::span<const std::byte> outer_headers,
                                   std::span<const std::byte> frame) {
  std::vector<std::byte> whole = with_length(outer_headers, frame.size());
  whole.insert(whole.end(), frame.begin(), frame.end());
  const frame_layout layout(whole);
  if (layout.l4 == l4_header::udp) {
    header_in<udp>(whole, layout.l4_offset).set_low(udp::len, layout.l4_bytes);
  }
  insert_l3_checksum(whole, layout);
  return whole;
}

std::span<const std::byte> decapsulate(std::span<const std::byte> frame) {
  constexpr std::uint16_t vxlan_port = 4789;
  constexpr std::size_t headers_bytes = udp::size + headers::vxlan::size;
  const frame_layout layout(frame);
  const bool tunneled =
      layout.l4 == l4_header::udp &&
      wire::mailbox_view<udp, const std::byte>(frame.subspan(layout.l4_offset)).get(udp::dest) ==
          vxlan_port &&
      layout.l4_bytes >= headers_bytes + ethernet_header_bytes &&
      frame.size() >= layout.l4_offset + layout.l4_bytes;
  return tunneled ? frame.subspan(layout.l4_offset + headers_bytes, layout.l4_bytes - headers_bytes)
                  : frame;
}

}  // namespace verbatim::emulator
