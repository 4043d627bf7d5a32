// Executes requests in the order of their PSNs, and answers them in the same order.
#include "engine/receive/responder.hpp"

#include <utility>

#include "engine/base/queue_pair_part.hpp"
#include "engine/base/request_kinds.hpp"
#include "engine/base/routes.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/count/packets.hpp"
#include "engine/count/port_traffic.hpp"
#include "engine/memory/umr.hpp"
#include "objects/context.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

message unreachable_answer(const message& request, unreachable_reason reason) {
  message result;
  result.kind = message_kind::unreachable;
  result.source_qpn = request.destination_qpn;
  result.destination_qpn = request.source_qpn;
  result.psn = request.psn;
  result.packet_psn = request.packet_psn;
  result.number = request.number;
  result.attempt = request.attempt;
  result.dynamic = request.dynamic;
  result.stream = request.stream;
  result.connection = request.connection;
  result.arrives = request.arrives;
  result.code = static_cast<std::uint8_t>(reason);
  return result;
}

void responder::reset() noexcept {
  arriving_.reset();
  unused_receive_.reset();
  answers_.clear();
  unpublished_.clear();
  refused_attempt_.reset();
  connection_.reset();
}

void responder::publish() {
  for (const unpublished_completion& one : std::exchange(unpublished_, {})) {
    if (const auto* const plain = std::get_if<cqe64::values>(&one.cqe)) {
      write_cqe(*one.cq, *plain, one.payload, one.grh);
    } else {
      write_cqe(*one.cq, std::get<tm_receive_cqe::values>(one.cqe));
    }
  }
}

void responder::stop() {
  publish();
  if (unused_receive_) arriving_.emplace().wqe = std::exchange(unused_receive_, std::nullopt);
  // A receive WQE that is being filled is the oldest one that is not complete.
  if (arriving_ && arriving_->wqe && !arriving_->matched()) {
    err_cqe::values cqe;
    cqe.srqn = index_of(*arriving_);
    cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor_syndrome::flushed);
    cqe.syndrome = cqe_syndrome::wr_flush_err;
    cqe.qpn = qp_.qpn;
    cqe.wqe_counter = arriving_->wqe->wqe_counter;
    cqe.opcode = cqe_opcode::resp_err;
    write_cqe(completions_of(*arriving_), cqe);
  }
  arriving_.reset();
}

message responder::answer_to(const message& request, message_kind kind) const {
  message result;
  result.kind = kind;
  result.source_qpn = qp_.qpn;
  result.destination_qpn = peer();
  result.psn = request.psn;
  result.packet_psn = request.packet_psn;
  result.number = request.number;
  result.attempt = request.attempt;
  result.dynamic = request.dynamic;
  result.stream = request.stream;
  result.connection = request.connection;
  result.arrives = request.arrives;
  return result;
}

/// Sends an answer. With --timing, its `arrives` still is the time at which the NIC had the request.
void responder::send(message next) {
  if (room_.timing && next.arrives != 0) {
    const auto times = room_.timing->answer(qp_, next);
    left_ = times.left;
    next.arrives = times.arrives.time_since_epoch().count();
  }
  room_.wire->send_to(route_to(qp_, next.destination_qpn), next);
}

/// Returns false if the request went to a port of another host: with a topology, the path of a
/// connected queue pair matters.
bool responder::is_for_port(const message& request) const {
  if (!room_.objects.settings().hosts || dci_) return true;
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  return port.ethernet() ? port.has_gid(request.addresses.dgid)
                         : request.addresses.dlid == port.lid;
}

void responder::handle_request(const message& request) {
  const queue_pair_state state = qp_.state;
  const bool ready = state == queue_pair_state::rtr || state == queue_pair_state::rts ||
                     state == queue_pair_state::sqd || state == queue_pair_state::sqe;
  const bool same_type = request.reliable == reliable() && request.dynamic == dci_.has_value() &&
                         qp_.type != queue_pair_type::xrc_send &&
                         (request.xrc_srqn != 0) == (qp_.type == queue_pair_type::xrc_recv);
  const bool from_peer = request.source_qpn == peer();
  if (!ready || !same_type || !from_peer || !is_for_port(request)) {
    if (request.reliable) {
      const auto reason = !ready || !same_type ? unreachable_reason::wrong_state
                          : !from_peer         ? unreachable_reason::wrong_peer
                                               : unreachable_reason::wrong_address;
      const message no = unreachable_answer(request, reason);
      // No answer may overtake the refusal that moved this queue pair to ERR.
      if (from_peer && !answers_.empty()) {
        answers_.push_back({no});
      } else {
        send(no);
      }
    }
    return;
  }
  if (request.repeated) return read_again(request);
  if ((dci_ && !connect(request)) || !in_sequence(request) || !begin(request)) return;
  if (request.kind == message_kind::rdma_read) {
    read(request);
  } else if (is_atomic(request.kind)) {
    execute_atomic(request);
  } else if (take_payload(request) && request.last()) {
    finish(request);
  }
}

bool responder::in_sequence(const message& request) {
  if (request.psn == expected_psn_) {
    refused_attempt_.reset();
    return true;
  }
  if (!reliable()) {
    // UC continues with the start of the next message.
    if (request.offset != 0) return false;
    expected_psn_ = request.psn;
    return true;
  }
  if (refused_attempt_ != request.attempt) {
    refused_attempt_ = request.attempt;
    send(unreachable_answer(request, unreachable_reason::wrong_psn));
  }
  return false;
}

/// Accepts the request's PSN. At the first request of a message, does all checks that are possible
/// before data is moved. Returns false if the request must be ignored.
bool responder::begin(const message& request) {
  // The immediate word of a WRITE from the network comes behind all of its data.
  const bool is_late_word = request.kind == message_kind::rdma_write_imm &&
                            request.payload.empty() && request.offset != 0;
  if (request.offset != 0 && !is_late_word) {
    expected_psn_ = psn_after(expected_psn_);
    return arriving_ && !arriving_->dropped && arriving_->received_bytes == request.offset;
  }
  leave_message();
  if (const auto problem = check_xrc_target(request); !problem.empty()) {
    expected_psn_ = psn_after(expected_psn_);
    refuse(request, cqe_syndrome::remote_inval_req_err, problem);
    return false;
  }
  const bool has_remote = !needs_receive(request.kind) || is_write(request.kind);
  if (has_remote) {
    if (const auto problem = check_remote(request, rights_of(request.kind)); !problem.empty()) {
      expected_psn_ = psn_after(expected_psn_);
      refuse(request, cqe_syndrome::remote_access_err, problem);
      return false;
    }
  }
  arriving_.emplace();
  if (needs_receive(request.kind)) return begin_receive(request);
  expected_psn_ = psn_after(expected_psn_);
  return true;
}

/// Forgets the message that was arriving.
void responder::leave_message() noexcept {
  if (!reliable() && arriving_ && arriving_->wqe) unused_receive_ = arriving_->wqe;
  arriving_.reset();
}

void responder::finish(const message& request) {
  const auto done = std::exchange(arriving_, std::nullopt);
  if (request.kind == message_kind::send_inval) {
    if (const auto problem = found_words<check::umr_key>(
            invalidate_remotely(room_.objects, qp_, pd_for(request), request.imm));
        !problem.empty()) {
      if (done->matched()) {
        refuse(request, cqe_syndrome::remote_access_err, problem);
        return;
      }
      arriving_ = done;
      fail_receive(request, cqe_syndrome::local_access_err, vendor_syndrome::remote_invalidation,
                   cqe_syndrome::remote_access_err, problem);
      return;
    }
  }
  if (done->wqe) complete_receive(request, *done);
  if (reliable()) acknowledge(request);
}

void responder::acknowledge(const message& request) {
  if (auto* const counts = counts_of(qp_)) count_ack(*counts);
  // One ack covers all earlier requests too.
  if (answers_.empty() || answers_.back().header.kind != message_kind::ack) {
    answers_.push_back({answer_to(request, message_kind::ack)});
  }
  message& ack = answers_.back().header;
  ack.psn = request.psn;
  ack.packet_psn =
      psn_after(request.packet_psn, packets_of(request.payload.size(), mtu_of(qp_)) - 1);
  ack.number = request.number;
  ack.arrives = request.arrives;
}

void responder::refuse(const message& request, cqe_syndrome syndrome, const finding& why) {
  say(why, fmt::format("QP {:#x}: {} from QP {:#x} refused: ", qp_.qpn, name(request.kind),
                       request.source_qpn));
  if (!reliable()) {
    // UC drops the message and continues.
    if (arriving_ && arriving_->wqe) stop();
    arriving_.emplace().dropped = true;
    return;
  }
  message no = answer_to(request, message_kind::nak);
  no.code = static_cast<std::uint8_t>(syndrome);
  answers_.push_back({no});
  if (dci_) {
    // A DCT continues for all other DCIs.
    arriving_.reset();
    return;
  }
  qp_.raise(syndrome == cqe_syndrome::remote_inval_req_err ? async_event::qp_req_err
                                                           : async_event::qp_access_err);
  emulator::stop(qp_);
}

bool responder::advance() {
  bool moved = false;
  while (!answers_.empty()) {
    answer& next = answers_.front();
    if (next.header.kind == message_kind::read_response) {
      if (room_.wire->congested(route_to(qp_, next.header.destination_qpn))) break;
      if (room_.timing && !room_.timing->may_leave(qp_, left_)) break;
      moved = true;
      if (!send_read_response(next)) continue;
    } else {
      send(next.header);
      if (auto* const counts = counts_of(qp_)) count_answer(*counts, next.header);
      count_at_sender(room_.objects, qp_, next.header);
      if (room_.tap) room_.tap->answer(qp_, next.header);
      moved = true;
    }
    answers_.pop_front();
  }
  return moved;
}

}  // namespace verbatim::emulator
