// The requester's part for connections: turns a WQE into messages to the peer.
#include <algorithm>

#include "engine/send/requester.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

message_kind kind_of(opcode wqe_opcode) noexcept {
  switch (wqe_opcode) {
    case opcode::send_imm:
      return message_kind::send_imm;
    case opcode::send_inval:
      return message_kind::send_inval;
    case opcode::rdma_write:
      return message_kind::rdma_write;
    case opcode::rdma_write_imm:
      return message_kind::rdma_write_imm;
    case opcode::rdma_read:
      return message_kind::rdma_read;
    case opcode::atomic_cs:
      return message_kind::atomic_cs;
    case opcode::atomic_fa:
      return message_kind::atomic_fa;
    case opcode::atomic_masked_cs:
      return message_kind::atomic_masked_cs;
    case opcode::atomic_masked_fa:
      return message_kind::atomic_masked_fa;
    default:
      return message_kind::send;
  }
}

}  // namespace

bool requester::may_begin(sending& one) {
  if (one.wqe.waits_for_results() && awaiting_results_ != 0) return false;
  // The driver leaves log_sra_max at 0 if a program asks for none or does not set it, and 0 means
  // one.
  const unsigned most_results = std::max<unsigned>(1, qp_.attributes.max_rd_atomic);
  if (one.wqe.has_result() && awaiting_results_ >= most_results) return false;
  return check_local_memory(one);
}

bool requester::send_next(sending& one) {
  if (one.problem) return false;
  if (!one.looked_at) {
    one.looked_at = true;
    if (auto words = fences_.look_at(one.wqe); !words.empty()) {
      complain(one.wqe, found_words<check::missing_fence>(std::move(words)));
    }
  }
  if (one.wqe.is_local()) return execute_local(one);
  if (qp_.type == queue_pair_type::ud) return send_datagram(one);
  if (qp_.type == queue_pair_type::raw_packet) return send_packets(one);
  const std::uint32_t peer = peer_of(one);
  if (qp_.type == queue_pair_type::dci && (!check_source(one) || !connect(one.wqe))) return false;
  if (room_.wire->congested(slot_of(peer))) return false;
  if (one.sent_messages == 0 && !may_begin(one)) return false;
  message next;
  next.kind = kind_of(one.wqe.opcode);
  next.solicited = one.wqe.solicited;
  next.reliable = is_reliable(qp_.type);
  if (qp_.type == queue_pair_type::dci) address(next, one);
  next.source_qpn = qp_.qpn;
  next.destination_qpn = peer;
  next.psn = psn_after(one.first_psn, one.sent_messages);
  next.attempt = attempt_;
  next.offset = one.sent_bytes;
  next.message_bytes = one.wqe.message_bytes;
  next.raddr = one.wqe.raddr;
  next.rkey = one.wqe.rkey;
  next.imm = one.wqe.imm;
  next.swap_add = one.wqe.swap_add;
  next.compare = one.wqe.compare;
  next.xrc_srqn = one.wqe.xrc_srqn;
  next.payload = one.wqe.operands;
  if (!one.wqe.has_result()) {
    const std::size_t bytes =
        std::min<std::size_t>(one.wqe.message_bytes - one.sent_bytes, message::max_payload);
    if (!gather(one, one.sent_bytes, bytes, room_.payload.get())) return false;
    next.payload = {room_.payload.get(), bytes};
    one.sent_bytes += static_cast<std::uint32_t>(bytes);
  }
  const bool reached = room_.wire->send(next);
  // UC does not notice that the peer is not there.
  if (!reached && is_reliable(qp_.type)) {
    retry(unreachable_reason::no_process);
    return false;
  }
  if (++one.sent_messages == one.messages) {
    if (one.wqe.has_result()) ++awaiting_results_;
    one.departures = {{slot_of(peer), room_.wire->given(slot_of(peer))}};
    ++sent_;
  }
  return true;
}

}  // namespace verbatim::emulator
