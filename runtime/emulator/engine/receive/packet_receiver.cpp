// Delivers frames to receive WQEs.
#include "engine/receive/packet_receiver.hpp"

#include <fmt/format.h>

#include "engine/complete/completion_writer.hpp"
#include "engine/receive/queue_pair_receives.hpp"
#include "engine/receive/steering.hpp"
#include "engine/wire/ethernet_frame.hpp"
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

void receive(engine_room& room, queue_pair& qp, std::span<const std::byte> arrived) {
  std::vector<std::byte> frame(arrived.begin(), arrived.end());
  const frame_layout before(frame);
  const bool strips = qp.strips_vlan && before.vlan_type == c_vlan_type;
  if (strips) remove_vlan(frame);
  const auto wqe = take_receive(qp);
  if (!wqe) {
    note("QP {:#x} has no receive WQE, so a frame is dropped, as ports do", qp.qpn);
    return;
  }
  if (const auto asked = room.failures.of_receive()) {
    return fail_receive(qp, *wqe, asked->syndrome, asked->vendor,
                        found_words<check::requested>(asked->words));
  }
  if (wqe->capacity() < frame.size()) {
    fail_receive(qp, *wqe, cqe_syndrome::local_length_err, vendor_syndrome::receive_too_short,
                 found<check::receive_length>("a frame of {} bytes came, but its buffers have {}",
                                              frame.size(), wqe->capacity()));
    return;
  }
  if (const auto problem = wqe->scatter(room.memory, 0, frame); !problem.empty()) {
    fail_receive(qp, *wqe, cqe_syndrome::local_prot_err, vendor_syndrome::receive_key,
                 found_words<check::receive_memory>(problem));
    return;
  }
  const frame_layout layout(frame);
  cqe64::values cqe;
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
  cqe.byte_cnt = static_cast<std::uint32_t>(frame.size());
  cqe.qpn = qp.rqn;
  cqe.wqe_counter = wqe->wqe_counter;
  cqe.opcode = cqe_opcode::resp_send;
  write_cqe(*qp.recv_cq, cqe);
}

}  // namespace

void deliver_packet(engine_room& room, const message& arrived) {
  if (arrived.payload.size() < ethernet_header_bytes) return;
  const frame_layout layout(arrived.payload);
  for (queue_pair* const qp : steer(room.objects, arrived.payload, layout)) {
    const bool ready =
        qp->engine && (qp->state == queue_pair_state::rtr || qp->state == queue_pair_state::rts);
    if (ready && qp->qpn != arrived.source_qpn) receive(room, *qp, arrived.payload);
  }
}

}  // namespace verbatim::emulator
