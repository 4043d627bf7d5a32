// Fills in a message from the WQE.
#include "engine/execute/request_message.hpp"

#include <variant>

#include "engine/base/engine_room.hpp"

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

/// Adds the place in the peer's memory, and the operands.
class adder {
 public:
  explicit adder(message& to) noexcept : to_(to) {}

  void operator()(const write_request& what) const noexcept { add(what.to); }
  void operator()(const read_request& what) const noexcept { add(what.from); }
  void operator()(const atomic_request& what) const noexcept {
    add(what.at);
    to_.swap_add = what.swap_add;
    to_.compare = what.compare;
  }
  void operator()(const masked_atomic_request& what) const noexcept {
    add(what.at);
    to_.payload = what.operands;
  }
  template <class Other>
  void operator()(const Other&) const noexcept {}

 private:
  void add(const remote_place& at) const noexcept {
    to_.raddr = at.raddr;
    to_.rkey = at.rkey;
  }

  message& to_;
};

}  // namespace

std::uint32_t peer_of(const queue_pair& qp, const operation& wqe) noexcept {
  if (qp.type != queue_pair_type::dci) return qp.attributes.dest_qp_num;
  const auto* const to = std::get_if<packet_address>(&wqe.address);
  return to ? to->vector.dqp_dct : 0;
}

message next_request(const queue_pair& qp, const pending_wqe& one) noexcept {
  const operation& wqe = one.wqe;
  message next;
  next.kind = kind_of(wqe.opcode);
  next.solicited = wqe.solicited;
  next.reliable = is_reliable(qp.type);
  next.source_qpn = qp.qpn;
  next.destination_qpn = peer_of(qp, wqe);
  next.psn = psn_after(one.first_psn, one.sent_messages);
  next.offset = one.sent_bytes;
  next.message_bytes = wqe.message_bytes;
  const auto packets_before = one.sent_bytes == 0 ? 0 : packets_of(one.sent_bytes, mtu_of(qp));
  next.packet_psn = psn_after(one.first_packet, packets_before);
  next.number = one.number;
  next.imm = wqe.imm;
  if (const auto* const to = std::get_if<xrc_address>(&wqe.address)) next.xrc_srqn = to->srqn;
  std::visit(adder(next), wqe.request);
  return next;
}

}  // namespace verbatim::emulator
