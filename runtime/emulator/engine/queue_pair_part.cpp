// The changes of state that concern both sides of a queue pair.
#include "engine/queue_pair_part.hpp"

#include <utility>

#include "engine/completion_writer.hpp"
#include "report.hpp"

namespace verbatim::emulator {

std::optional<receive_wqe> take_receive(queue_pair& qp) {
  return qp.srq ? take_shared(*qp.srq) : part_of(qp).receives.take(qp);
}

void fail_receive(queue_pair& qp, const receive_wqe& wqe, cqe_syndrome syndrome,
                  vendor_syndrome vendor, std::string_view words) {
  report("QP {:#x}, receive WQE {}: {}{}", qp.qpn, wqe.wqe_counter, words,
         in_words(syndrome, vendor));
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
  report(
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
  // WQEs of a shared queue stay for others, so there is no flushed one to tell the end by.
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
