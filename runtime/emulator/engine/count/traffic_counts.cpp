// Adds up what queues count, and finds their counts by number.
#include "engine/count/traffic_counts.hpp"

#include "objects/context.hpp"

namespace verbatim::emulator {

traffic_counts::traffic_counts() noexcept { counted_async_events = &async_events_; }

queue_pair_counts& traffic_counts::begin(const queue_pair& qp) {
  queue_pair_counts& made = queue_pairs_.emplace_back();
  made.card = qp.owner->card;
  made.qpn = qp.qpn;
  made.type = qp.type;
  by_number_[qp.qpn] = &made;
  by_number_[qp.rqn] = &made;
  return made;
}

completion_queue_counts& traffic_counts::begin(const completion_queue& cq) {
  completion_queue_counts& made = completion_queues_.emplace_back();
  made.all = this;
  made.card = cq.owner->card;
  made.cqn = cq.cqn;
  return made;
}

shared_receive_counts& traffic_counts::begin(const shared_receive_queue& srq) {
  shared_receive_counts& made = shared_receive_queues_.emplace_back();
  made.card = srq.owner->card;
  made.srqn = srq.srqn;
  return made;
}

void traffic_counts::forget(const queue_pair& qp) noexcept {
  by_number_.erase(qp.qpn);
  by_number_.erase(qp.rqn);
}

queue_pair_counts* traffic_counts::find(std::uint32_t number) const noexcept {
  const auto found = by_number_.find(number);
  return found == by_number_.end() ? nullptr : found->second;
}

void count_completion(const completion_queue_counts& of, cqe64 cqe) {
  queue_pair_counts* const qp = of.all->find(cqe.qpn());
  if (!qp) return;
  completion_counts& counts = qp->completions;
  switch (cqe.opcode()) {
    case cqe_opcode::req:
      ++counts.requester;
      break;
    case cqe_opcode::resp_wr_imm:
    case cqe_opcode::resp_send:
    case cqe_opcode::resp_send_imm:
    case cqe_opcode::resp_send_inv:
      ++counts.responder;
      break;
    case cqe_opcode::req_err:
    case cqe_opcode::resp_err:
      ++counts.error;
      break;
    default:
      ++counts.other;
      break;
  }
}

}  // namespace verbatim::emulator
