// Writes CQEs for send WQEs, including those that failed or were flushed.
#include "engine/execute/send_completions.hpp"

#include "engine/complete/completion_writer.hpp"

namespace verbatim::emulator {

bool send_completions::wanted(completion_mode ce) const noexcept {
  return ce == completion_mode::always || ce == completion_mode::always_and_eqe || qp_.sq_sig_all;
}

std::size_t send_completions::result_room() const noexcept { return payload_room(*qp_.send_cq); }

void send_completions::complete(const pending_wqe& one) {
  const operation& wqe = one.wqe;
  if (!wanted(wqe.ce)) return;
  cqe64::values cqe;
  cqe.srqn_uidx = qp_.uidx;
  if (wqe.has_result()) cqe.byte_cnt = wqe.message_bytes;
  cqe.s_wqe_opcode = wqe.opcode;
  cqe.qpn = qp_.qpn;
  cqe.wqe_counter = wqe.wqe_index;
  cqe.opcode = cqe_opcode::req;
  write_cqe(*qp_.send_cq, cqe, one.result);
}

void send_completions::fail(std::uint16_t wqe_index, opcode wqe_opcode, cqe_syndrome syndrome,
                            vendor_syndrome vendor) {
  err_cqe::values cqe;
  cqe.srqn = qp_.uidx;
  cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor);
  cqe.syndrome = syndrome;
  cqe.s_wqe_opcode = wqe_opcode;
  cqe.qpn = qp_.qpn;
  cqe.wqe_counter = wqe_index;
  cqe.opcode = cqe_opcode::req_err;
  write_cqe(*qp_.send_cq, cqe);
}

void send_completions::flush(std::uint16_t wqe_index, opcode wqe_opcode, completion_mode ce) {
  if (ce == completion_mode::on_first_error) return;
  fail(wqe_index, wqe_opcode, cqe_syndrome::wr_flush_err, vendor_syndrome::flushed);
}

void send_completions::flush(std::span<const pending_wqe> given_up) {
  for (const pending_wqe& one : given_up) {
    // This WQE was done before the error.
    if (one.done && !one.problem) {
      complete(one);
    } else {
      flush(one.wqe.wqe_index, one.wqe.opcode, one.wqe.ce);
    }
  }
}

}  // namespace verbatim::emulator
