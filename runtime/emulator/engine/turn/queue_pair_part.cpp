// The state changes that concern both sides of a queue pair.
#include "engine/turn/queue_pair_part.hpp"

#include <utility>

#include "engine/complete/completion_writer.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {

std::optional<receive_wqe> take_receive(queue_pair& qp) {
  return qp.srq ? take_shared(*qp.srq) : part_of(qp).receives.take(qp);
}

void fail_receive(queue_pair& qp, const receive_wqe& wqe, cqe_syndrome syndrome,
                  vendor_syndrome vendor, const finding& why) {
  say({why.which, why.words + in_words(syndrome, vendor)},
      fmt::format("QP {:#x}, receive WQE {}: ", qp.qpn, wqe.wqe_counter));
  err_cqe::values cqe;
  cqe.srqn = qp.uidx;
  cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor);
  cqe.syndrome = syndrome;
  cqe.qpn = qp.rqn;
  cqe.wqe_counter = wqe.wqe_counter;
  cqe.opcode = cqe_opcode::resp_err;
  write_cqe(*qp.recv_cq, cqe);
  stop(qp);
}

void look_for_early_receives(queue_pair& qp) {
  if (qp.type != queue_pair_type::raw_packet) return;
  const auto count = part_of(qp).receives.posted(qp);
  if (count == 0) return;
  tell<check::early_receives>(
      "QP {:#x}: the doorbell record says before RTR that {} receive WQEs are posted. The receive "
      "queue of a raw packet queue pair works from INIT on, so a NIC may have filled them already, "
      "and libmlx5 writes its own count to the record in the change to RTR: write it after that",
      qp.qpn, count);
}

void stop(queue_pair& qp) {
  if (qp.state != queue_pair_state::err) {
    note("QP {:#x}: {} to ERR", qp.qpn, name(qp.state));
    qp.state = queue_pair_state::err;
  }
  part_of(qp).each_responder([](responder& one) { one.stop(); });
  flush(qp);
  // WQEs of a shared queue stay for others, so no flushed WQE can mark the end.
  if (qp.srq && !std::exchange(part_of(qp).said_last_wqe, true)) {
    qp.raise(async_event::qp_last_wqe_reached);
  }
}

bool flush(queue_pair& qp) {
  const bool sends = part_of(qp).sends.flush();
  const bool receives = part_of(qp).receives.flush(qp);
  return sends || receives;
}

void reset(queue_pair& qp) {
  queue_pair_part& part = part_of(qp);
  part.sends.reset();
  part.answers.reset();
  part.sources.clear();
  part.receives.reset();
  part.said_last_wqe = false;
}

}  // namespace verbatim::emulator
