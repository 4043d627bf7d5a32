// The requester's part for raw packets: frames as the port puts them on the wire.
#include <fmt/format.h>

#include <algorithm>

#include "engine/ethernet_frame.hpp"
#include "engine/requester.hpp"
#include "engine/segmentation.hpp"

namespace verbatim::emulator {
namespace {

/// With a jumbo MTU of 9000 and two VLAN tags.
constexpr std::size_t longest_frame = 9000 + ethernet_header_bytes + 2 * vlan_tag_bytes;

}  // namespace

bool requester::send_packets(sending& one) {
  if (room_.wire->congested(room_.wire->slot())) return false;
  const frame_request& request = one.wqe.frame;
  const bool segmented = request.mss != 0;
  const std::size_t frame_bytes =
      request.header.size() + (segmented ? std::min<std::size_t>(request.mss, one.wqe.message_bytes)
                                         : one.wqe.message_bytes);
  if (frame_bytes < ethernet_header_bytes || frame_bytes > longest_frame ||
      (segmented && one.wqe.message_bytes == 0)) {
    refuse(one, cqe_syndrome::local_length_err, vendor_syndrome::message_length,
           fmt::format("its frame has {} bytes: {} to {} are possible, without the frame check "
                       "sequence, and segmentation needs a payload",
                       frame_bytes, ethernet_header_bytes, longest_frame));
    return false;
  }
  if (!check_local_memory(one)) return false;
  std::vector<std::byte> payload(one.wqe.message_bytes);
  if (!gather(one, 0, payload.size(), payload.data())) return false;
  if (segmented) {
    const std::span<const std::byte> all(payload);
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < all.size(); at += request.mss, ++number) {
      const auto part = all.subspan(at, std::min<std::size_t>(request.mss, all.size() - at));
      send_frame(one,
                 make_segment(request.header, part, at, number, at + part.size() == all.size()));
    }
  } else {
    std::vector<std::byte> frame = request.header;
    frame.insert(frame.end(), payload.begin(), payload.end());
    const frame_layout layout(frame);
    if (request.l3_csum) insert_l3_checksum(frame, layout);
    if (request.l4_csum) insert_l4_checksum(frame, layout);
    send_frame(one, std::move(frame));
  }
  one.sent_messages = 1;
  ++sent_;
  return true;
}

void requester::send_frame(sending& one, std::vector<std::byte> frame) {
  const frame_request& request = one.wqe.frame;
  if (request.vlan_tci) {
    insert_vlan(frame, request.svlan ? s_vlan_type : c_vlan_type, *request.vlan_tci);
  }
  message next;
  next.kind = message_kind::packet;
  next.source_qpn = qp_.qpn;
  next.message_bytes = static_cast<std::uint32_t>(frame.size());
  next.payload = frame;
  send_to_all(one, next);
}

}  // namespace verbatim::emulator
