// Delivers frames to receive WQEs.
#include "engine/receive/packet_receiver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/base/queue_pair_part.hpp"
#include "engine/complete/completion.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/receive/queue_pair_receives.hpp"
#include "engine/receive/spreading.hpp"
#include "engine/receive/steering.hpp"
#include "engine/wire/ethernet_frame.hpp"
#include "engine/wire/segmentation.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

/// Returns the L4 type of a CQE: 1 for TCP without ACK, 2 for UDP, 3 and 4 for TCP with ACK,
/// without and with data.
std::uint8_t l4_type(std::span<const std::byte> frame, const frame_layout& layout) noexcept {
  if (layout.l4 == l4_header::none) return 0;
  if (layout.l4 == l4_header::udp) return 2;
  constexpr std::byte ack{0x10};
  if ((frame[layout.l4_offset + 13] & ack) == std::byte{0}) return 1;
  const auto header = (std::to_integer<std::size_t>(frame[layout.l4_offset + 12]) >> 4) * 4;
  return layout.l4_bytes > header ? 4 : 3;
}

/// The parts of a CQE that come from the queue that takes a frame, and from the rule that steered it.
struct frame_route {
  receive_strides strides;
  frame_hash hash;
  std::uint32_t flow_tag = 0;
};

/// The place of a frame in a receive WQE, and the fields of the CQE that describe it.
struct frame_place {
  receive_wqe wqe;
  std::uint64_t offset = 0;
  std::uint64_t room = 0;
  std::uint16_t wqe_id = 0;
  std::uint16_t wqe_counter = 0;
  std::uint32_t strides = 0;
};

/// Completes strides that hold no frame.
void skip_strides(queue_pair& qp, std::uint16_t wqe_id, std::uint32_t first, std::uint32_t count) {
  eth_cqe::values cqe;
  cqe.wqe_id = wqe_id;
  cqe.srqn_uidx = qp.uidx;
  cqe.byte_cnt = filler_strides | count << strides_shift;
  cqe.wqe_counter = static_cast<std::uint16_t>(first);
  cqe.opcode = cqe_opcode::resp_send;
  write_cqe(*qp.recv_cq, cqe);
}

/// Returns the strides for a frame on a striding queue; nothing if there are none.
std::optional<frame_place> take_strides(queue_pair& qp, const receive_strides& of,
                                        std::size_t bytes) {
  const std::uint64_t all = std::uint64_t{of.per_wqe} * of.bytes;
  if (bytes + of.shift > all) {
    note("a frame of {} bytes is dropped, because a WQE of QP {:#x} has strides of {} bytes in all",
         bytes, qp.qpn, all);
    return std::nullopt;
  }
  auto taken = part_of(qp).receives.take_strides(qp, of, bytes);
  if (!taken) return std::nullopt;
  if (taken->left.count != 0) {
    skip_strides(qp, taken->left.wqe_counter, taken->left.first, taken->left.count);
  }
  frame_place at;
  at.offset = std::uint64_t{taken->first} * of.bytes + of.shift;
  at.wqe_id = taken->wqe.wqe_counter;
  at.wqe_counter = static_cast<std::uint16_t>(taken->first);
  at.strides = taken->count;
  at.room = taken->wqe.capacity() - std::min(taken->wqe.capacity(), at.offset);
  at.wqe = std::move(taken->wqe);
  return at;
}

std::optional<frame_place> take_place(queue_pair& qp, const receive_strides& strides,
                                      std::size_t bytes) {
  if (strides.per_wqe != 0) return take_strides(qp, strides, bytes);
  auto taken = take_receive(qp);
  if (!taken) return std::nullopt;
  frame_place at;
  at.wqe_counter = taken->wqe_counter;
  at.room = taken->capacity();
  at.wqe = std::move(*taken);
  return at;
}

void receive(engine_room& room, queue_pair& qp, std::span<const std::byte> arrived,
             const frame_route& route) {
  std::vector<std::byte> frame(arrived.begin(), arrived.end());
  const frame_layout before(frame);
  const bool strips = qp.strips_vlan && before.vlan_type == c_vlan_type;
  if (strips) remove_vlan(frame);
  const auto place = take_place(qp, route.strides, frame.size());
  if (!place) {
    note("QP {:#x} has no receive WQE, so a frame is dropped, as ports do", qp.qpn);
    return;
  }
  if (const auto asked = room.failures.of_receive()) {
    return fail_receive(qp, place->wqe, asked->syndrome, asked->vendor,
                        found_words<check::requested>(asked->words));
  }
  if (place->room < frame.size()) {
    fail_receive(qp, place->wqe, cqe_syndrome::local_length_err, vendor_syndrome::receive_too_short,
                 found<check::receive_length>("a frame of {} bytes came, but its buffers have {}",
                                              frame.size(), place->room));
    return;
  }
  if (const auto problem = place->wqe.scatter(room.memory, place->offset, frame);
      !problem.empty()) {
    fail_receive(qp, place->wqe, cqe_syndrome::local_prot_err, vendor_syndrome::receive_key,
                 found_words<check::receive_memory>(problem));
    return;
  }
  const frame_layout layout(frame);
  eth_cqe::values cqe;
  cqe.wqe_id = place->wqe_id;
  cqe.rss_hash_result = route.hash.value;
  cqe.rss_hash_type = route.hash.type;
  cqe.l2_ok = 1;
  cqe.l3_ok = l3_checksum_right(frame, layout);
  cqe.l4_ok = l4_checksum_right(frame, layout);
  cqe.ip_frag = layout.fragment;
  cqe.l4_hdr_type = l4_type(frame, layout);
  cqe.l3_hdr_type = static_cast<std::uint8_t>(layout.l3);
  cqe.ip_ext = layout.extended;
  cqe.vlan = strips;
  cqe.vlan_info = strips ? before.vlan_tci : std::uint16_t{0};
  cqe.srqn_uidx = qp.uidx;
  cqe.byte_cnt = static_cast<std::uint32_t>(frame.size()) | place->strides << strides_shift;
  cqe.flow_tag = route.flow_tag;
  cqe.wqe_counter = place->wqe_counter;
  cqe.opcode = cqe_opcode::resp_send;
  write_cqe(*qp.recv_cq, cqe);
}

bool is_ready(const queue_pair& qp) noexcept {
  return qp.engine && (qp.state == queue_pair_state::rtr || qp.state == queue_pair_state::rts);
}

/// Returns true if a queue pair of the same context sent the frame. A context has one transport
/// domain.
bool is_own(const engine_room& room, const queue_pair& qp, const message& arrived) noexcept {
  const queue_pair* const sender = room.objects.find_queue_pair(arrived.source_qpn);
  return sender && sender->owner == qp.owner;
}

/// Delivers a frame to one place of a table. A NIC does not give the frames of a transport domain
/// back to it, unless it asks for them.
void spread(engine_room& room, const spreading_queue_pair& by, const message& arrived,
            std::span<const std::byte> frame, std::uint32_t tag) {
  if (!by.receives_own && is_own(room, by, arrived)) return;
  const frame_hash hash = hash_of(by, frame, frame_layout(frame));
  receive_work_ring& ring = ring_for(by, hash);
  if (is_ready(ring)) receive(room, ring, frame, {ring.strides, hash, tag});
}

}  // namespace

void deliver_packet(engine_room& room, const message& arrived) {
  if (arrived.payload.size() < ethernet_header_bytes) return;
  const frame_layout layout(arrived.payload);
  const std::span<const std::byte> whole(arrived.payload);
  for (const auto& [qp, tag, decapsulated] : steer(room.objects, whole, layout)) {
    const auto frame = decapsulated ? decapsulate(whole) : whole;
    if (const auto* const spreading = dynamic_cast<const spreading_queue_pair*>(qp)) {
      spread(room, *spreading, arrived, frame, tag);
    } else if (is_ready(*qp) && qp->qpn != arrived.source_qpn) {
      // Without a tag, a queue pair's own receive queue has its number in that field.
      receive(room, *qp, frame, {{}, {}, tag != 0 ? tag : qp->rqn});
    }
  }
}

}  // namespace verbatim::emulator
