// Writes error CQEs as the engine does for queue pairs in ERR.
#include "replay/flushing.hpp"

#include <algorithm>

#include "engine/base/vendor_syndromes.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/ring/send_queue_reader.hpp"
#include "engine/ring/shared_words.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"

namespace verbatim::emulator {
namespace {

bool is_before(std::uint16_t index, std::uint16_t end) noexcept {
  const auto ahead = static_cast<std::uint16_t>(end - index);
  return ahead != 0 && ahead < 0x8000;
}

err_cqe::values flushed(const queue_pair& qp, std::uint16_t index) {
  err_cqe::values cqe;
  cqe.srqn = qp.uidx;
  cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor_syndrome::flushed);
  cqe.syndrome = cqe_syndrome::wr_flush_err;
  cqe.wqe_counter = index;
  return cqe;
}

}  // namespace

void flushing::completed(const device& on, const recording::cqe_body& body) {
  if (body.bytes.size() < cqe64::size || (body.flags & recording::cqe_body::minis_only) != 0)
    return;
  const cqe64 cqe(body.bytes.last(cqe64::size).data());
  switch (cqe.opcode()) {
    case cqe_opcode::req:
    case cqe_opcode::req_err: {
      const queue_pair* const qp = on.find_queue_pair(cqe.qpn());
      if (qp == nullptr || qp->sq.count == 0) return;
      const std::uint16_t index = cqe.wqe_counter();
      const auto wqebbs = std::max<std::uint16_t>(wqebbs_of(ctrl_seg::read(qp->sq.at(index))), 1);
      sends_[qp->qpn] = static_cast<std::uint16_t>(index + wqebbs);
      return;
    }
    case cqe_opcode::resize_cq:
      return;
    default:
      receives_[cqe.qpn()] = static_cast<std::uint16_t>(cqe.wqe_counter() + 1);
  }
}

void flushing::flush(device& on) {
  on.each_queue_pair([this](queue_pair& qp) {
    if (qp.state == queue_pair_state::reset || qp.state == queue_pair_state::init) return;
    qp.state = queue_pair_state::err;
    flush_sends(qp);
    flush_receives(qp);
  });
}

void flushing::flush_sends(queue_pair& qp) {
  if (qp.sq.count == 0 || !qp.send_cq || !qp.send_cq->engine) return;
  std::uint16_t& next = sends_[qp.qpn];
  while (is_before(next, send_record(qp))) {
    const auto ctrl = ctrl_seg::read(qp.sq.at(next));
    auto cqe = flushed(qp, next);
    cqe.s_wqe_opcode = ctrl.opcode;
    cqe.qpn = qp.qpn;
    cqe.opcode = cqe_opcode::req_err;
    write_cqe(*qp.send_cq, cqe);
    next = static_cast<std::uint16_t>(next + std::max<std::uint16_t>(wqebbs_of(ctrl), 1));
  }
}

void flushing::flush_receives(queue_pair& qp) {
  if (qp.rq.count == 0 || !qp.recv_cq || !qp.recv_cq->engine) return;
  std::uint16_t& next = receives_[qp.rqn];
  while (is_before(next, static_cast<std::uint16_t>(load_acquire32(qp.dbrec)))) {
    auto cqe = flushed(qp, next++);
    cqe.qpn = qp.rqn;
    cqe.opcode = cqe_opcode::resp_err;
    write_cqe(*qp.recv_cq, cqe);
  }
}

void flushing::reset(std::uint32_t qpn) {
  sends_.erase(qpn);
  receives_.erase(qpn);
}

}  // namespace verbatim::emulator
