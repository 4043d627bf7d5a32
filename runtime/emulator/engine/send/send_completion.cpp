// The end of send WQEs: CQEs in the order of the ring, and errors that flush all WQEs behind them.
#include <iterator>
#include <utility>

#include "engine/base/queue_pair_part.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/ring/send_queue_reader.hpp"
#include "engine/send/requester.hpp"

namespace verbatim::emulator {

void requester::find_gone() {
  for (std::size_t i = 0; i < sent_; ++i) {
    for (const auto& [slot, bytes] : pending_[i].departures) {
      if (bytes > room_.wire->gone(slot)) return;
    }
    pending_[i].done = true;
  }
}

bool requester::retire() {
  bool retired = false;
  if (!is_reliable(qp_.type)) find_gone();
  while (retire_front()) retired = true;
  return retired;
}

bool requester::retire_front() {
  if (pending_.empty()) return false;
  sending& front = pending_.front();
  if (front.problem) {
    // This also removes all of pending_.
    fail(front.problem->syndrome, front.problem->vendor);
    return true;
  }
  if (!front.done) return false;
  complete(front);
  pending_.pop_front();
  --sent_;
  return true;
}

bool requester::asks_for_completion(const operation& wqe) const noexcept {
  return wqe.ce == completion_mode::always || wqe.ce == completion_mode::always_and_eqe ||
         qp_.sq_sig_all;
}

void requester::complete(const sending& one) {
  const operation& wqe = one.wqe;
  if (!asks_for_completion(wqe)) return;
  cqe64::values cqe;
  cqe.srqn_uidx = qp_.uidx;
  if (wqe.has_result()) cqe.byte_cnt = wqe.message_bytes;
  cqe.s_wqe_opcode = wqe.opcode;
  cqe.qpn = qp_.qpn;
  cqe.wqe_counter = wqe.wqe_index;
  cqe.opcode = cqe_opcode::req;
  write_cqe(*qp_.send_cq, cqe, one.result);
}

void requester::write_error(std::uint16_t wqe_index, opcode wqe_opcode, cqe_syndrome syndrome,
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

void requester::fail(cqe_syndrome syndrome, vendor_syndrome vendor) {
  const operation& wqe = pending_.front().wqe;
  write_error(wqe.wqe_index, wqe.opcode, syndrome, vendor);
  pending_.pop_front();
  // If one WQE cannot be read, the others of the ring may be wrong too.
  if (reader_ && syndrome != cqe_syndrome::local_qp_op_err) {
    fail_stream();
  } else {
    stop(qp_);
  }
}

void requester::flush_one(std::uint16_t wqe_index, opcode wqe_opcode, completion_mode ce) {
  if (ce == completion_mode::on_first_error) return;
  write_error(wqe_index, wqe_opcode, cqe_syndrome::wr_flush_err, vendor_syndrome::flushed);
}

void requester::flush_pending(std::span<const sending> pending) {
  for (const sending& one : pending) {
    // A WQE that is done was done before the error.
    if (one.done && !one.problem) {
      complete(one);
    } else {
      flush_one(one.wqe.wqe_index, one.wqe.opcode, one.wqe.ce);
    }
  }
}

std::vector<requester::sending> requester::give_up_pending() {
  std::vector<sending> given_up(std::make_move_iterator(pending_.begin()),
                                std::make_move_iterator(pending_.end()));
  pending_.clear();
  sent_ = 0;
  awaiting_results_ = 0;
  waiting_ = false;
  resume_at_.reset();
  look_again_at_.reset();
  return given_up;
}

bool requester::flush() {
  std::vector<sending> given_up = give_up_pending();
  give_up_streams(given_up);
  flush_pending(given_up);
  bool flushed = !given_up.empty();
  while (ci_ != announced_) {
    const auto posted = static_cast<std::uint16_t>(announced_ - ci_);
    const auto ctrl = ctrl_seg::read(qp_.sq.at(ci_));
    // If the WQE's own length cannot be right, the start of the next one is unknown.
    if (posted > qp_.sq.count || ctrl.ds == 0 || wqebbs_of(ctrl) > posted) {
      ci_ = announced_;
      break;
    }
    flush_one(ci_, ctrl.opcode, ctrl.ce);
    flushed = true;
    ci_ = static_cast<std::uint16_t>(ci_ + wqebbs_of(ctrl));
    ever_read_ += wqebbs_of(ctrl);
  }
  return flushed;
}

}  // namespace verbatim::emulator
