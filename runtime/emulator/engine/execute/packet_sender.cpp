// Makes frames, TCP segments and checksums.
#include "engine/execute/packet_sender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/base/queue_pair_part.hpp"
#include "engine/count/packets.hpp"
#include "engine/execute/departures.hpp"
#include "engine/receive/steering.hpp"
#include "engine/wire/ethernet_frame.hpp"
#include "engine/wire/segmentation.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

/// The longest frame, with a jumbo MTU of 9000 and two VLAN tags.
constexpr std::size_t longest_frame = 9000 + ethernet_header_bytes + 2 * vlan_tag_bytes;

}  // namespace

bool packet_sender::send(pending_wqe& one) {
  if (room_.wire->congested(room_.wire->slot())) return false;
  if (!check_frame_sizes(one) || !memory_.check(one)) return false;
  std::vector<std::byte> payload(one.wqe.message_bytes);
  if (!memory_.gather(one, 0, payload.size(), payload.data())) return false;
  const std::span<const std::byte> all(payload);
  if (one.wqe.opcode == opcode::enhanced_mpsw) {
    // Each piece is a frame.
    std::size_t at = 0;
    for (const data_piece& piece : one.wqe.pieces) {
      send_frame(one, all.subspan(at, piece.byte_count));
      at += piece.byte_count;
    }
  } else if (std::get<frame_request>(one.wqe.request).mss != 0) {
    send_segments(one, all);
  } else {
    send_frame(one, all);
  }
  one.sent_messages = 1;
  return true;
}

bool packet_sender::check_frame_sizes(pending_wqe& one) const {
  const auto possible = [&](std::size_t bytes) {
    if (bytes >= ethernet_header_bytes && bytes <= longest_frame) return true;
    refuse(qp_, one, cqe_syndrome::local_length_err, vendor_syndrome::message_length,
           found<check::frame_length>(
               "its frame has {} bytes: {} to {} are possible, without the frame check "
               "sequence, and segmentation needs a payload",
               bytes, ethernet_header_bytes, longest_frame));
    return false;
  };
  const auto& request = std::get<frame_request>(one.wqe.request);
  if (one.wqe.opcode == opcode::enhanced_mpsw) {
    const auto& pieces = one.wqe.pieces;
    return std::all_of(pieces.begin(), pieces.end(),
                       [&](const data_piece& piece) { return possible(piece.byte_count); });
  }
  if (request.mss == 0) return possible(request.header.size() + one.wqe.message_bytes);
  const std::size_t first = std::min<std::size_t>(request.mss, one.wqe.message_bytes);
  return possible(first == 0 ? 0 : request.header.size() + first);
}

/// Executes TCP segmentation: sends many packets from one payload.
void packet_sender::send_segments(pending_wqe& one, std::span<const std::byte> payload) {
  const auto& request = std::get<frame_request>(one.wqe.request);
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < payload.size(); at += request.mss, ++number) {
    const auto part = payload.subspan(at, std::min<std::size_t>(request.mss, payload.size() - at));
    put_on_wire(one,
                make_segment(request.header, part, at, number, at + part.size() == payload.size()));
  }
}

/// Sends one frame, with the headers and checksums that the WQE requests.
void packet_sender::send_frame(pending_wqe& one, std::span<const std::byte> payload) {
  const auto& request = std::get<frame_request>(one.wqe.request);
  std::vector<std::byte> frame = request.header;
  frame.insert(frame.end(), payload.begin(), payload.end());
  const frame_layout layout(frame);
  if (request.l3_csum) insert_l3_checksum(frame, layout);
  if (request.l4_csum) insert_l4_checksum(frame, layout);
  put_on_wire(one, std::move(frame));
}

void packet_sender::put_on_wire(pending_wqe& one, std::vector<std::byte> frame) {
  const auto& request = std::get<frame_request>(one.wqe.request);
  if (request.vlan_tci) {
    insert_vlan(frame, request.svlan ? s_vlan_type : c_vlan_type, *request.vlan_tci);
  }
  const frame_layout layout(frame);
  if (const flow* const by = steer_leaving(room_.objects, qp_.owner->card, frame, layout)) {
    if (by->drops) return;
    if (by->action) frame = encapsulate(by->action->outer_headers, frame);
  }
  message next;
  next.kind = message_kind::packet;
  next.source_qpn = qp_.qpn;
  next.message_bytes = static_cast<std::uint32_t>(frame.size());
  next.payload = frame;
  if (auto* const counts = counts_of(qp_)) count_frame(*counts, frame.size());
  if (room_.tap) room_.tap->frame(frame);
  set_times(room_, qp_, one, next, frame.size(), false);
  depart_to_all(room_, one, next);
}

}  // namespace verbatim::emulator
