// Takes receive WQEs for a queue pair, and ends those that get no message.
#include "engine/receive/queue_pair_receives.hpp"

#include <fmt/format.h>

#include "engine/base/queue_pair_part.hpp"
#include "engine/complete/completion_writer.hpp"

namespace verbatim::emulator {

std::optional<receive_wqe> take_receive(queue_pair& qp) {
  if (qp.srq) return take_receive(qp, *qp.srq);
  auto taken = part_of(qp).receives.take(qp);
  if (taken) {
    if (auto* const counts = counts_of(qp)) {
      look_at_record(counts->receive_record, qp.dbrec);
      ++counts->receives_taken;
    }
  }
  return taken;
}

std::optional<receive_wqe> take_receive(queue_pair& qp, shared_receive_queue& srq) {
  auto taken = take_shared(srq);
  if (taken) {
    if (auto* const counts = counts_of(qp)) ++counts->receives_taken;
  }
  return taken;
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

bool flush_receives(queue_pair& qp) {
  receive_ring& ring = part_of(qp).receives;
  const std::uint32_t count = ring.posted(qp);
  if (auto* const counts = counts_of(qp); counts && count != 0) {
    look_at_record(counts->receive_record, qp.dbrec);
    counts->receives_flushed += count;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    err_cqe::values cqe;
    cqe.srqn = qp.uidx;
    cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor_syndrome::flushed);
    cqe.syndrome = cqe_syndrome::wr_flush_err;
    cqe.qpn = qp.rqn;
    cqe.wqe_counter = ring.pass(qp);
    cqe.opcode = cqe_opcode::resp_err;
    write_cqe(*qp.recv_cq, cqe);
  }
  return count != 0;
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

}  // namespace verbatim::emulator
