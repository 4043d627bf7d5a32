// Computes the parts that change from packet to packet, and copies everything else.
#include "engine/wire/segmentation.hpp"

#include <fmt/format.h>

#include "engine/wire/ethernet_frame.hpp"
#include "engine/wire/packet_sizes.hpp"
#include "report/finding.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::size_t tcp_sequence_at = 4;
constexpr std::size_t tcp_offset_at = 12;
constexpr std::size_t tcp_flags_at = 13;
constexpr std::byte fin_and_psh{0x09};
constexpr std::byte cwr{0x80};

void store16(std::byte* at, std::size_t value) noexcept {
  at[0] = static_cast<std::byte>(value >> 8 & 0xff);
  at[1] = static_cast<std::byte>(value & 0xff);
}

/// Returns the headers with the IP length of a packet that has this many bytes of payload after
/// them. Their original length field is ignored.
std::vector<std::byte> with_length(std::span<const std::byte> headers, std::size_t payload_bytes) {
  std::vector<std::byte> frame(headers.begin(), headers.end());
  const frame_layout layout(frame);
  const std::size_t ip_bytes = headers.size() - layout.l3_offset + payload_bytes;
  std::byte* const ip = frame.data() + layout.l3_offset;
  if (layout.l3 == l3_header::ipv4) store16(ip + 2, ip_bytes);
  if (layout.l3 == l3_header::ipv6) store16(ip + 4, ip_bytes - ipv6_header_bytes);
  return frame;
}

}  // namespace

finding check_segmentation_header(std::span<const std::byte> headers) {
  const std::vector<std::byte> frame = with_length(headers, 0);
  const frame_layout layout(frame);
  if (layout.l4 != l4_header::tcp) {
    return found<check::eth_segmentation>(
        "its {} inlined header bytes do not end with a TCP header over IPv4 or IPv6, and only TCP "
        "can be segmented",
        headers.size());
  }
  const std::size_t tcp_bytes =
      (std::to_integer<std::size_t>(frame[layout.l4_offset + tcp_offset_at]) >> 4) * 4;
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
  std::byte* const ip = frame.data() + layout.l3_offset;
  if (layout.l3 == l3_header::ipv4) store16(ip + 4, std::size_t{wire::load16(ip + 4)} + number);
  std::byte* const tcp = frame.data() + layout.l4_offset;
  wire::store32(tcp + tcp_sequence_at,
                wire::load32(tcp + tcp_sequence_at) + static_cast<std::uint32_t>(offset));
  if (!last) tcp[tcp_flags_at] &= ~fin_and_psh;
  if (number != 0) tcp[tcp_flags_at] &= ~cwr;
  insert_l3_checksum(frame, layout);
  insert_l4_checksum(frame, layout);
  return frame;
}

std::vector<std::byte> encapsulate(std::span<const std::byte> outer_headers,
                                   std::span<const std::byte> frame) {
  constexpr std::size_t udp_length_at = 4;
  std::vector<std::byte> whole = with_length(outer_headers, frame.size());
  whole.insert(whole.end(), frame.begin(), frame.end());
  const frame_layout layout(whole);
  if (layout.l4 == l4_header::udp) {
    store16(whole.data() + layout.l4_offset + udp_length_at, layout.l4_bytes);
  }
  insert_l3_checksum(whole, layout);
  return whole;
}

std::span<const std::byte> decapsulate(std::span<const std::byte> frame) {
  constexpr std::uint16_t vxlan_port = 4789;
  constexpr std::size_t headers_bytes = 8 + 8;  // of UDP and VXLAN
  const frame_layout layout(frame);
  const bool tunneled = layout.l4 == l4_header::udp &&
                        wire::load16(frame.data() + layout.l4_offset + 2) == vxlan_port &&
                        layout.l4_bytes >= headers_bytes + ethernet_header_bytes &&
                        frame.size() >= layout.l4_offset + layout.l4_bytes;
  return tunneled ? frame.subspan(layout.l4_offset + headers_bytes, layout.l4_bytes - headers_bytes)
                  : frame;
}

}  // namespace verbatim::emulator
