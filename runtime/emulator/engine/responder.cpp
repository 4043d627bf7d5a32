// Requests to memory, receive WQEs and answers.
#include "engine/responder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/completion_writer.hpp"
#include "engine/masked_atomic.hpp"
#include "engine/queue_pair_part.hpp"
#include "engine/umr.hpp"
#include "objects/context.hpp"
#include "report.hpp"

namespace verbatim::emulator {
namespace {

bool needs_receive(message_kind kind) noexcept {
  return kind == message_kind::send || kind == message_kind::send_imm ||
         kind == message_kind::send_inval || kind == message_kind::rdma_write_imm;
}

bool is_write(message_kind kind) noexcept {
  return kind == message_kind::rdma_write || kind == message_kind::rdma_write_imm;
}

cqe_opcode cqe_opcode_of(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::rdma_write_imm:
      return cqe_opcode::resp_wr_imm;
    case message_kind::send_imm:
      return cqe_opcode::resp_send_imm;
    case message_kind::send_inval:
      return cqe_opcode::resp_send_inv;
    default:
      return cqe_opcode::resp_send;
  }
}

bool is_masked_atomic(message_kind kind) noexcept {
  return kind == message_kind::atomic_masked_cs || kind == message_kind::atomic_masked_fa;
}

bool is_atomic(message_kind kind) noexcept {
  return kind == message_kind::atomic_cs || kind == message_kind::atomic_fa ||
         is_masked_atomic(kind);
}

/// What the queue pair must allow for a request, as access flags.
std::uint32_t rights_of(message_kind kind) noexcept {
  switch (kind) {
    case message_kind::rdma_read:
      return access::remote_read;
    case message_kind::atomic_cs:
    case message_kind::atomic_fa:
    case message_kind::atomic_masked_cs:
    case message_kind::atomic_masked_fa:
      return access::remote_atomic;
    default:
      return access::remote_write;
  }
}

/// Executes an atomic on the memory at `at` and puts into the answer what was there before. False if
/// the memory is gone.
bool touch_atomically(const message& request, std::byte* at, message& answer) noexcept {
  if (is_masked_atomic(request.kind)) {
    const auto before = execute_masked_atomic(
        at, request.message_bytes, request.kind == message_kind::atomic_masked_cs, request.payload);
    if (!before) return false;
    answer.swap_add = static_cast<std::uint64_t>(*before);
    answer.compare = static_cast<std::uint64_t>(*before >> 64);
    return true;
  }
  const auto before = request.kind == message_kind::atomic_cs
                          ? memory_access::compare_and_swap(at, request.compare, request.swap_add)
                          : memory_access::fetch_and_add(at, request.swap_add);
  answer.swap_add = before.value_or(0);
  return before.has_value();
}

}  // namespace

message unreachable_answer(const message& request, unreachable_reason reason) {
  message result;
  result.kind = message_kind::unreachable;
  result.source_qpn = request.destination_qpn;
  result.destination_qpn = request.source_qpn;
  result.psn = request.psn;
  result.attempt = request.attempt;
  result.dynamic = request.dynamic;
  result.stream = request.stream;
  result.connection = request.connection;
  result.code = static_cast<std::uint8_t>(reason);
  return result;
}

void responder::reset() noexcept {
  arriving_.reset();
  answers_.clear();
  unpublished_.clear();
  refused_attempt_.reset();
  connection_.reset();
}

void responder::publish() {
  for (const unpublished_completion& one : std::exchange(unpublished_, {})) {
    std::visit([&one](const auto& cqe) { write_cqe(*one.cq, cqe); }, one.cqe);
  }
}

void responder::stop() {
  publish();
  // A receive WQE that is being filled is the oldest that is not complete.
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

shared_receive_queue* responder::xrc_target(const message& request) const {
  return qp_.xrcd ? room_.of.find_shared_receive_queue(request.xrc_srqn) : nullptr;
}

std::string responder::check_xrc_target(const message& request) const {
  if (!qp_.xrcd) return {};
  if (slot_of(request.xrc_srqn) != slot_of(qp_.qpn)) {
    return fmt::format(
        "SRQ {:#x} is of another process, and this device delivers XRC only within the process of "
        "the receiving queue pair, even if both have opened the same XRC domain",
        request.xrc_srqn);
  }
  const shared_receive_queue* const srq = xrc_target(request);
  if (!srq || !srq->xrcd) return fmt::format("there is no XRC SRQ {:#x}", request.xrc_srqn);
  if (!srq->xrcd->same_as(*qp_.xrcd)) {
    return fmt::format("SRQ {:#x} is in another XRC domain than the queue pair", request.xrc_srqn);
  }
  return {};
}

const protection_domain* responder::pd_for(const message& request) const {
  const shared_receive_queue* const srq = xrc_target(request);
  return srq ? srq->pd.get() : qp_.pd.get();
}

completion_queue& responder::completions_of(const arriving_message& one) const {
  return one.srq ? *one.srq->cq : *qp_.recv_cq;
}

std::uint32_t responder::index_of(const arriving_message& one) const {
  return one.srq ? one.srq->uidx : qp_.uidx;
}

void responder::forget(const shared_receive_queue& gone) noexcept {
  if (arriving_ && arriving_->srq == &gone) arriving_.reset();
}

message responder::answer_to(const message& request, message_kind kind) const {
  message result;
  result.kind = kind;
  result.source_qpn = qp_.qpn;
  result.destination_qpn = peer();
  result.psn = request.psn;
  result.attempt = request.attempt;
  result.dynamic = request.dynamic;
  result.stream = request.stream;
  result.connection = request.connection;
  return result;
}

void responder::handle_request(const message& request) {
  const queue_pair_state state = qp_.state;
  const bool ready = state == queue_pair_state::rtr || state == queue_pair_state::rts ||
                     state == queue_pair_state::sqd || state == queue_pair_state::sqe;
  const bool same_type = request.reliable == reliable() && request.dynamic == dci_.has_value() &&
                         qp_.type != queue_pair_type::xrc_send &&
                         (request.xrc_srqn != 0) == (qp_.type == queue_pair_type::xrc_recv);
  const bool from_peer = request.source_qpn == peer();
  if (!ready || !same_type || !from_peer) {
    if (request.reliable) {
      room_.wire->send(unreachable_answer(request, ready && same_type
                                                       ? unreachable_reason::wrong_peer
                                                       : unreachable_reason::wrong_state));
    }
    return;
  }
  if ((dci_ && !connect(request)) || !in_sequence(request) || !begin(request)) return;
  if (request.kind == message_kind::rdma_read) {
    read(request);
  } else if (is_atomic(request.kind)) {
    execute_atomic(request);
  } else if (take_payload(request) && request.last()) {
    finish(request);
  }
}

/// Why a DCT does not take a connection; no words if it does.
std::pair<unreachable_reason, std::string> responder::why_not(const message& request) const {
  const port_identity& port = qp_.owner->port(qp_.attributes.port_num);
  if (!port.ethernet() && request.destination_lid != port.lid) {
    return {unreachable_reason::wrong_lid,
            fmt::format("rlid of its address vector is {:#x}, and the port has {:#x}",
                        request.destination_lid, port.lid)};
  }
  if (request.access_key != qp_.access_key) {
    return {
        unreachable_reason::wrong_access_key,
        fmt::format("its dc_key is {:#x} instead of {:#x}", request.access_key, qp_.access_key)};
  }
  return {};
}

/// A connection begins with the first request of it, whatever its PSN. False if it may not.
bool responder::connect(const message& request) {
  if (connection_ == request.connection) return true;
  if (const auto [reason, words] = why_not(request); !words.empty()) {
    if (refused_attempt_ != request.attempt) {
      report("DCT {:#x}: {} from DCI {:#x} is dropped: {}", qp_.qpn, name(request.kind),
             request.source_qpn, words);
      refused_attempt_ = request.attempt;
      room_.wire->send(unreachable_answer(request, reason));
    }
    return false;
  }
  lose_connection();
  connection_ = request.connection;
  expected_psn_ = request.psn;
  return true;
}

/// What the DCI had begun comes no more, neither its answers nor the rest of a message.
void responder::lose_connection() {
  if (arriving_ && arriving_->wqe) stop();
  arriving_.reset();
  answers_.clear();
  refused_attempt_.reset();
  connection_.reset();
}

bool responder::in_sequence(const message& request) {
  if (request.psn == expected_psn_) {
    refused_attempt_.reset();
    return true;
  }
  if (!reliable()) {
    // UC goes on with the next message that begins.
    if (request.offset != 0) return false;
    arriving_.reset();
    expected_psn_ = request.psn;
    return true;
  }
  if (refused_attempt_ != request.attempt) {
    refused_attempt_ = request.attempt;
    room_.wire->send(unreachable_answer(request, unreachable_reason::wrong_psn));
  }
  return false;
}

/// Accepts the request's PSN, and at the first of a message checks what can be checked before any
/// data is moved. False if nothing is to be done with the request.
bool responder::begin(const message& request) {
  if (request.offset != 0) {
    expected_psn_ = psn_after(expected_psn_);
    return arriving_ && !arriving_->dropped && arriving_->received_bytes == request.offset;
  }
  arriving_.reset();
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

bool responder::begin_receive(const message& request) {
  arriving_->srq = xrc_target(request);
  if (qp_.srq && qp_.srq->tags) {
    arriving_->srq = qp_.srq.get();
    if (!is_write(request.kind)) arriving_->tags = match_tag(qp_, request);
    if (arriving_->matched()) return begin_matched(request);
  }
  arriving_->wqe = arriving_->srq ? take_shared(*arriving_->srq) : take_receive(qp_);
  if (!arriving_->wqe && reliable()) {
    // expected_psn_ stays: the peer begins this message again.
    arriving_.reset();
    refused_attempt_ = request.attempt;
    message later = answer_to(request, message_kind::rnr_nak);
    later.code = qp_.attributes.min_rnr_timer;
    answers_.push_back({later});
    return false;
  }
  expected_psn_ = psn_after(expected_psn_);
  if (!arriving_->wqe) {
    note("QP {:#x} has no receive WQE, so a message is dropped, as UC does", qp_.qpn);
    arriving_->dropped = true;
    return false;
  }
  if (arriving_->tags && arriving_->tags->event == tag_event::unexpected) count_unexpected(qp_);
  if (is_write(request.kind) || request.message_bytes <= arriving_->wqe->capacity()) return true;
  fail_receive(request, cqe_syndrome::local_length_err, vendor_syndrome::receive_too_short,
               cqe_syndrome::remote_inval_req_err,
               fmt::format("a message of {} bytes came, but its buffers have {}",
                           request.message_bytes, arriving_->wqe->capacity()));
  return false;
}

/// The message goes to the buffer of a tag. What goes wrong has no completion of its own: a receive
/// WQE, which an error CQE would name, is not taken.
bool responder::begin_matched(const message& request) {
  expected_psn_ = psn_after(expected_psn_);
  const tag_verdict& found = *arriving_->tags;
  arriving_->wqe = found.buffer;
  const std::uint32_t bytes = request.message_bytes - found.skipped_bytes;
  const std::uint64_t capacity = found.buffer.capacity();
  if (bytes <= capacity) return true;
  const std::uint64_t tag = found.header.tag;
  arriving_.reset();
  refuse(request, cqe_syndrome::remote_inval_req_err,
         fmt::format("a message of {} bytes came for tag {:#x}, but its buffer has {}", bytes, tag,
                     capacity));
  return false;
}

/// Puts a piece of a SEND where it goes.
std::string responder::scatter(const message& request) const {
  auto payload = request.payload;
  std::uint32_t offset = request.offset;
  const std::uint32_t skipped = arriving_->tags ? arriving_->tags->skipped_bytes : 0;
  // A header comes whole, with the first piece.
  if (offset < skipped) {
    payload = payload.subspan(skipped - offset);
    offset = skipped;
  }
  return arriving_->wqe->scatter(room_.memory, offset - skipped, payload);
}

std::string responder::check_remote(const message& request, std::uint32_t rights) const {
  if (!(qp_.attributes.qp_access_flags & rights)) {
    return fmt::format("the queue pair's qp_access_flags do not allow {}", name(request.kind));
  }
  // Nothing is touched, so no key is needed.
  if (request.message_bytes == 0) return {};
  return room_.memory.check("rkey", request.rkey, pd_for(request), request.raddr,
                            request.message_bytes, rights, qp_.qpn);
}

memory_range responder::find_remote(const message& request, std::uint64_t offset,
                                    std::uint64_t bytes, std::uint32_t rights) const {
  return room_.memory.find("rkey", request.rkey, pd_for(request), request.raddr + offset, bytes,
                           rights, qp_.qpn);
}

bool responder::take_payload(const message& request) {
  if (is_write(request.kind)) {
    auto problem = check_remote(request, access::remote_write);
    memory_range range;
    if (problem.empty() && !request.payload.empty()) {
      range = find_remote(request, request.offset, request.payload.size(), access::remote_write);
      problem = range.problem;
    }
    if (problem.empty() && !range.write(request.payload.data(), request.payload.size())) {
      problem = fmt::format("{} bytes at {:#x} are registered, but cannot be written any more",
                            request.payload.size(), request.raddr + request.offset);
    }
    if (!problem.empty()) {
      refuse(request, cqe_syndrome::remote_access_err, problem);
      return false;
    }
  } else if (const auto problem = scatter(request); !problem.empty()) {
    if (arriving_->matched()) {
      arriving_.reset();
      refuse(request, cqe_syndrome::remote_op_err, "the buffer of its tag: " + problem);
      return false;
    }
    fail_receive(request, cqe_syndrome::local_prot_err, vendor_syndrome::receive_key,
                 cqe_syndrome::remote_op_err, problem);
    return false;
  }
  arriving_->received_bytes += static_cast<std::uint32_t>(request.payload.size());
  return true;
}

void responder::finish(const message& request) {
  const auto done = std::exchange(arriving_, std::nullopt);
  if (request.kind == message_kind::send_inval) {
    if (const auto problem = invalidate_remotely(room_.of, qp_, pd_for(request), request.imm);
        !problem.empty()) {
      if (done->matched()) {
        refuse(request, cqe_syndrome::remote_access_err, problem);
        return;
      }
      arriving_ = done;
      fail_receive(request, cqe_syndrome::local_access_err, vendor_syndrome::remote_access,
                   cqe_syndrome::remote_access_err, problem);
      return;
    }
  }
  if (done->wqe) complete_receive(request, *done);
  if (reliable()) acknowledge(request);
}

void responder::complete_receive(const message& request, const arriving_message& done) {
  const auto fill = [&](auto cqe) {
    cqe.srqn_uidx = index_of(done);
    cqe.imm = request.imm;
    cqe.byte_cnt = request.message_bytes;
    cqe.qpn = qp_.qpn;
    cqe.wqe_counter = done.wqe->wqe_counter;
    cqe.opcode = cqe_opcode_of(request.kind);
    cqe.se = request.solicited;
    return cqe;
  };
  if (!done.tags) {
    auto cqe = fill(cqe64::values{});
    cqe.slid = request.source_lid;
    cqe.rqpn = dci_.value_or(0);
    unpublished_.push_back({&completions_of(done), cqe});
    return;
  }
  auto cqe = fill(tm_receive_cqe::values{});
  cqe.app = app_tag_matching;
  cqe.app_op = static_cast<std::uint8_t>(done.tags->event);
  // Of other messages the header lies at the start of the receive buffer.
  if (done.matched()) {
    cqe.tmh_opcode = done.tags->header.opcode;
    cqe.app_ctx = done.tags->header.app_ctx;
    cqe.tag = done.tags->header.tag;
    cqe.app_info = done.tags->index;
    cqe.byte_cnt -= done.tags->skipped_bytes;
  }
  unpublished_.push_back({&completions_of(done), cqe});
}

void responder::read(const message& request) {
  arriving_.reset();
  message header = answer_to(request, message_kind::read_response);
  header.message_bytes = request.message_bytes;
  header.raddr = request.raddr;
  header.rkey = request.rkey;
  header.xrc_srqn = request.xrc_srqn;
  answers_.push_back({header});
}

void responder::execute_atomic(const message& request) {
  arriving_.reset();
  const std::uint32_t bytes = request.message_bytes;
  const bool size_exists = is_masked_atomic(request.kind) ? bytes == 4 || bytes == 8 || bytes == 16
                                                          : bytes == sizeof(std::uint64_t);
  if (!size_exists) {
    refuse(request, cqe_syndrome::remote_inval_req_err,
           fmt::format("atomics of {} bytes do not exist", bytes));
    return;
  }
  if (request.raddr % bytes != 0) {
    refuse(request, cqe_syndrome::remote_inval_req_err,
           fmt::format("the target {:#x} of an atomic is not aligned to {} bytes", request.raddr,
                       bytes));
    return;
  }
  const auto range = find_remote(request, 0, bytes, access::remote_atomic);
  std::byte* const at = range.at();
  if (at == nullptr || reinterpret_cast<std::uintptr_t>(at) % bytes != 0) {
    refuse(request, cqe_syndrome::remote_access_err,
           !range.problem.empty() ? range.problem
                                  : fmt::format("the target {:#x} of an atomic is not {} aligned "
                                                "bytes in one piece behind its key",
                                                request.raddr, bytes));
    return;
  }
  message result = answer_to(request, message_kind::atomic_response);
  result.message_bytes = bytes;
  if (!touch_atomically(request, at, result)) {
    refuse(request, cqe_syndrome::remote_access_err,
           fmt::format("{} bytes at {:#x} are registered, but cannot be written any more", bytes,
                       request.raddr));
    return;
  }
  answers_.push_back({result});
}

void responder::acknowledge(const message& request) {
  // One ack stands for all before it.
  if (!answers_.empty() && answers_.back().header.kind == message_kind::ack) {
    answers_.back().header.psn = request.psn;
  } else {
    answers_.push_back({answer_to(request, message_kind::ack)});
  }
}

void responder::refuse(const message& request, cqe_syndrome syndrome, std::string_view words) {
  report("QP {:#x}: {} from QP {:#x} refused: {}", qp_.qpn, name(request.kind), request.source_qpn,
         words);
  if (!reliable()) {
    // UC drops the message and goes on.
    if (arriving_ && arriving_->wqe) stop();
    arriving_.emplace().dropped = true;
    return;
  }
  message no = answer_to(request, message_kind::nak);
  no.code = static_cast<std::uint8_t>(syndrome);
  answers_.push_back({no});
  if (dci_) {
    // A DCT goes on for all others.
    arriving_.reset();
    return;
  }
  qp_.raise(syndrome == cqe_syndrome::remote_inval_req_err ? async_event::qp_req_err
                                                           : async_event::qp_access_err);
  emulator::stop(qp_);
}

void responder::fail_receive(const message& request, cqe_syndrome syndrome, vendor_syndrome vendor,
                             cqe_syndrome for_peer, std::string_view words) {
  report("QP {:#x}, receive WQE {}: {}", qp_.qpn, arriving_->wqe->wqe_counter, words);
  publish();
  err_cqe::values cqe;
  cqe.srqn = index_of(*arriving_);
  cqe.vendor_err_synd = static_cast<std::uint8_t>(vendor);
  cqe.syndrome = syndrome;
  cqe.qpn = qp_.qpn;
  cqe.wqe_counter = arriving_->wqe->wqe_counter;
  cqe.opcode = cqe_opcode::resp_err;
  write_cqe(completions_of(*arriving_), cqe);
  arriving_.reset();
  if (reliable()) {
    message no = answer_to(request, message_kind::nak);
    no.code = static_cast<std::uint8_t>(for_peer);
    answers_.push_back({no});
  }
  if (!dci_) emulator::stop(qp_);
}

bool responder::send_read_response(answer& next) {
  message part = next.header;
  const std::size_t bytes =
      std::min<std::size_t>(part.message_bytes - next.sent_bytes, message::max_payload);
  memory_range range;
  if (bytes != 0) range = find_remote(part, next.sent_bytes, bytes, access::remote_read);
  if (range.problem.empty() && !range.read(room_.payload.get(), bytes)) {
    range.problem = "the memory is registered, but cannot be read any more";
  }
  if (!range.problem.empty()) {
    message failed = part;
    failed.kind = message_kind::rdma_read;
    answers_.clear();
    refuse(failed, cqe_syndrome::remote_access_err, range.problem);
    return false;
  }
  part.offset = next.sent_bytes;
  part.payload = {room_.payload.get(), bytes};
  room_.wire->send(part);
  next.sent_bytes += static_cast<std::uint32_t>(bytes);
  return next.sent_bytes == part.message_bytes;
}

bool responder::advance() {
  bool moved = false;
  while (!answers_.empty()) {
    answer& next = answers_.front();
    if (next.header.kind == message_kind::read_response) {
      if (room_.wire->congested(slot_of(next.header.destination_qpn))) break;
      moved = true;
      if (!send_read_response(next)) continue;
    } else {
      room_.wire->send(next.header);
      moved = true;
    }
    answers_.pop_front();
  }
  return moved;
}

}  // namespace verbatim::emulator
