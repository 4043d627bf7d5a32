// Moves WQEs through their states: read, sent, done, completed.
#include "engine/send/send_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/queue_pair_part.hpp"
#include "engine/base/rnr_timer.hpp"
#include "engine/base/routes.hpp"
#include "engine/count/packets.hpp"
#include "engine/count/port_traffic.hpp"
#include "engine/execute/departures.hpp"
#include "engine/execute/request_message.hpp"
#include "engine/wire/packet_addresses.hpp"
#include "objects/context.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

/// The most messages that one queue pair may send before others get a turn.
constexpr int messages_per_turn = 32;

/// The rnr_retry that means no limit.
constexpr std::uint8_t endless_rnr_retry = 7;

}  // namespace

send_stream::send_stream(engine_room& room, queue_pair& qp, std::optional<stream_place> place)
    : room_(room),
      qp_(qp),
      place_(place),
      retries_(room.now),
      connection_(retries_.attempt()),
      completions_(qp),
      memory_(room, qp),
      work_(room, qp, memory_),
      datagrams_(room, qp, memory_),
      packets_(room, qp, memory_),
      results_(room, qp, memory_, completions_) {}

void send_stream::reset() noexcept {
  pending_.clear();
  retries_.reset();
  retries_.next_attempt();  // a refusal of what was sent before is no answer to later requests
  work_.stop_waiting();
  fences_ = {};
  // A DCT must not mistake later requests for requests of the old connection.
  connection_.end();
}

void send_stream::take(pending_wqe one) {
  if (failed_) {
    completions_.flush({&one, 1});
    return;
  }
  if (!one.problem) memory_.put_on_wire(one.wqe);
  pending_.push(std::move(one));
}

bool send_stream::advance(const std::function<bool()>& read_more) {
  if (retries_.waiting()) {
    if (held_up()) return false;
    retries_.stop_waiting();
  }
  bool moved = false;
  for (int budget = messages_per_turn; budget > 0 && !retries_.waiting(); --budget) {
    if (!pending_.all_sent()) {
      pending_wqe& next = pending_.next_unsent();
      if (!has_turn(next) || !send_next(next)) break;
    } else if (!read_more()) {
      break;
    }
    moved = true;
  }
  return moved;
}

/// Returns true if the WQE may be sent. If streams are reordered, a stream has only one outstanding
/// WQE.
bool send_stream::has_turn(const pending_wqe& one) const noexcept {
  return !place_ || !room_.objects.settings().reorder_streams || &one == &pending_.front();
}

/// Sends one message of the WQE, or executes it if it has none. Returns false if it cannot go on.
bool send_stream::send_next(pending_wqe& one) {
  if (one.problem) return false;
  if (!std::exchange(one.looked_at, true)) {
    if (auto words = fences_.look_at(one.wqe); !words.empty()) {
      complain(qp_, one.wqe, found_words<check::missing_fence>(std::move(words)));
    }
  }
  const bool alone = one.wqe.is_local() || qp_.type == queue_pair_type::ud ||
                     qp_.type == queue_pair_type::raw_packet;
  return alone ? send_alone(one) : send_connected(one);
}

/// Returns false if enough messages of the stream wait for the port.
bool send_stream::may_leave() { return !room_.timing || room_.timing->may_leave(qp_, left_); }

/// Executes a WQE that expects no answer.
bool send_stream::send_alone(pending_wqe& one) {
  if (!one.wqe.is_local()) {
    if (!may_leave()) return false;
    if (!(qp_.type == queue_pair_type::ud ? datagrams_.send(one) : packets_.send(one))) {
      return false;
    }
    left_ = one.left;
  } else {
    if (!may_execute(one) || !work_.execute(one)) return false;
    one.done = true;
    if (room_.timing) {
      one.complete_from = room_.timing->completed_alone(qp_, nic_timing::present());
    }
  }
  pending_.sent();
  return true;
}

/// Returns true if no earlier WQE delays a local WQE.
bool send_stream::may_execute(const pending_wqe& one) const noexcept {
  if (one.wqe.waits_for_results() && pending_.awaited_results() != 0) return false;
  // Outstanding messages may have to be sent again with the old key.
  return !one.wqe.asks_for<key_change>() || one.executed || pending_.all_sent_are_done();
}

bool send_stream::may_begin(pending_wqe& one) {
  if (one.wqe.waits_for_results() && pending_.awaited_results() != 0) return false;
  // The driver leaves log_sra_max at 0 if a program sets 0 or nothing; 0 means one.
  const unsigned most_results = std::max<unsigned>(1, qp_.attributes.max_rd_atomic);
  if (one.wqe.has_result() && pending_.awaited_results() >= most_results) return false;
  return memory_.check(one);
}

bool send_stream::send_connected(pending_wqe& one) {
  const auto* const to = std::get_if<packet_address>(&one.wqe.address);
  if (to && (!check_source(qp_, one) || !connection_.connect(*to, &one == &pending_.front()))) {
    return false;
  }
  message next = next_request(qp_, one);
  const std::uint32_t peer = next.destination_qpn;
  const std::uint32_t route = route_to(qp_, peer);
  if (room_.wire->congested(route) || !may_leave()) return false;
  if (one.sent_messages == 0 && !may_begin(one)) return false;
  next.attempt = retries_.attempt();
  if (to) {
    address(next, *to);
  } else if (room_.objects.settings().hosts) {
    next.addresses.dlid = qp_.attributes.ah.dlid;
    next.addresses.dgid = qp_.attributes.ah.dgid;
  }
  if (!one.wqe.has_result()) {
    const std::size_t bytes =
        std::min<std::size_t>(one.wqe.message_bytes - one.sent_bytes, message::max_payload);
    if (!memory_.gather(one, one.sent_bytes, bytes, room_.payload.get())) return false;
    next.payload = {room_.payload.get(), bytes};
    one.sent_bytes += static_cast<std::uint32_t>(bytes);
  }
  set_times(room_, qp_, one, next, next.payload.size(), is_network_slot(route));
  left_ = one.left;
  const bool reached = room_.wire->send_to(route, next);
  if (auto* const counts = counts_of(qp_)) {
    count_request(*counts, next, one.sent_messages < one.ever_sent_messages);
  }
  count_at_sender(room_.objects, qp_, next);
  if (room_.tap) room_.tap->request(qp_, next);
  // UC does not notice a missing peer.
  if (!reached && is_reliable(qp_.type)) {
    retry(unreachable_reason::no_process);
    return false;
  }
  if (++one.sent_messages == one.messages) {
    one.departures = {{route, room_.wire->given(route)}};
    pending_.sent();
  }
  return true;
}

/// Adds the fields of a DC request that RC does not have.
void send_stream::address(message& request, const packet_address& to) const {
  request.dynamic = true;
  request.access_key = to.dc_key;
  request.stream = place_ ? place_->number : std::uint16_t{0};
  request.connection = connection_.number();
  request.addresses = addresses_for(qp_.owner->port(qp_.attributes.port_num), to.vector);
}

bool send_stream::handle_answer(const message& answer) {
  if (answer.dynamic && answer.connection != connection_.number()) return false;
  const auto acknowledge_before = [this](std::uint32_t psn) {
    if (pending_.acknowledge_before(psn)) retries_.succeeded();
  };
  switch (answer.kind) {
    case message_kind::ack:
      acknowledge_before(psn_after(answer.psn));
      break;
    case message_kind::read_response:
    case message_kind::atomic_response:
      acknowledge_before(answer.psn);
      take_result(answer);
      break;
    case message_kind::nak:
      acknowledge_before(answer.psn);
      retire_now();
      if (!pending_.empty() && pending_.front().contains(answer.psn)) {
        const auto refusal = static_cast<cqe_syndrome>(answer.code);
        fail(refusal, vendor_syndrome_of(refusal));
      }
      break;
    case message_kind::rnr_nak:
      if (answer.attempt != retries_.attempt() || retries_.waiting()) break;
      acknowledge_before(answer.psn);
      wait_for_receiver(answer);
      break;
    case message_kind::unreachable:
      if (answer.attempt == retries_.attempt()) {
        retry(static_cast<unreachable_reason>(answer.code));
      }
      break;
    default:
      break;
  }
  return true;
}

void send_stream::take_result(const message& answer) {
  pending_wqe* const one = pending_.awaiting_result(answer.psn);
  if (!one || !results_.take(*one, answer)) return;
  pending_.result_arrived(*one);
  retries_.succeeded();
}

void send_stream::lose_peer(std::uint32_t slot) {
  if (!pending_.empty() && route_to(qp_, peer_of(qp_, pending_.front().wqe)) == slot) {
    retry(unreachable_reason::no_process);
  }
}

void send_stream::begin_again() noexcept {
  if (auto* const counts = counts_of(qp_)) ++counts->retries;
  retries_.next_attempt();
  pending_.rewind();
}

void send_stream::retry(unreachable_reason reason) {
  retire_now();
  if (retries_.waiting() || pending_.empty()) return;
  const queue_pair_attributes& attributes = qp_.attributes;
  const operation& oldest = pending_.front().wqe;
  const std::uint32_t peer = peer_of(qp_, oldest);
  const auto likely = advice(reason, slot_of(peer) == slot_of(qp_.qpn));
  if (retries_.failures() >= attributes.retry_cnt) {
    complain(
        qp_, oldest,
        found<check::transport_retry>(
            "given up after {} retries to reach QP {:#x}: the peer {}{}{}", retries_.failures(),
            peer, in_words(reason), likely,
            in_words(cqe_syndrome::transport_retry_exc_err, vendor_syndrome::transport_retry)));
    fail(cqe_syndrome::transport_retry_exc_err, vendor_syndrome::transport_retry);
    return;
  }
  retries_.failed();
  begin_again();
  if (attributes.timeout == 0) {
    retries_.wait_for_ever();
    complain(qp_, oldest,
             found<check::transport_retry>(
                 "waits for ever for QP {:#x}: the peer {}, and a timeout of 0 means that "
                 "nothing is sent again{}",
                 peer, in_words(reason), likely));
    return;
  }
  retries_.wait_until(room_.now +
                      std::chrono::nanoseconds(std::uint64_t{4096} << attributes.timeout));
}

void send_stream::wait_for_receiver(const message& answer) {
  retire_now();
  if (pending_.empty() || !pending_.front().contains(answer.psn)) return;
  if (auto* const counts = counts_of(qp_)) ++counts->rnr_naks_received;
  pending_wqe& front = pending_.front();
  retries_.succeeded();
  const bool endless = qp_.attributes.rnr_retry == endless_rnr_retry;
  if (!endless && front.rnr_retries >= qp_.attributes.rnr_retry) {
    complain(qp_, front.wqe,
             found<check::rnr_retry>("given up after {} RNR retries: QP {:#x} has no receive WQE",
                                     front.rnr_retries, peer_of(qp_, front.wqe)));
    fail(cqe_syndrome::rnr_retry_exc_err, vendor_syndrome::rnr_retry);
    return;
  }
  if (!endless) ++front.rnr_retries;
  begin_again();
  retries_.wait_until(room_.now + rnr_time(answer.code));
}

bool send_stream::retire() {
  bool retired = false;
  if (!is_reliable(qp_.type)) pending_.find_gone(*room_.wire);
  while (retire_front()) retired = true;
  return retired;
}

/// Completes all WQEs at the front, because it is time for what is behind them.
void send_stream::retire_now() {
  if (!is_reliable(qp_.type)) pending_.find_gone(*room_.wire);
  while (retire_front_now()) {
  }
}

bool send_stream::retire_front() {
  if (room_.timing && !pending_.empty() && pending_.front().done &&
      !room_.timing->has_come(pending_.front().complete_from)) {
    return false;
  }
  return retire_front_now();
}

bool send_stream::retire_front_now() {
  if (pending_.empty()) return false;
  const pending_wqe& front = pending_.front();
  if (front.problem) {
    // This also removes all other WQEs.
    fail(front.problem->syndrome, front.problem->vendor);
    return true;
  }
  if (!front.done) return false;
  completions_.complete(front);
  pending_.pop_done();
  return true;
}

void send_stream::fail(cqe_syndrome syndrome, vendor_syndrome vendor) {
  const operation& wqe = pending_.front().wqe;
  completions_.fail(wqe.wqe_index, wqe.opcode, syndrome, vendor);
  pending_.pop_failed();
  // If one WQE cannot be read, other WQEs in the ring may be wrong too.
  if (place_ && syndrome != cqe_syndrome::local_qp_op_err) {
    fail_stream();
  } else {
    stop(qp_);
  }
}

/// Fails the stream: its WQEs are flushed until the program resets it. Other streams go on, unless
/// too many streams have failed.
void send_stream::fail_stream() {
  failed_ = true;
  const unsigned failed = ++*place_->failed_streams;
  completions_.flush(give_up());
  connection_.end();
  if (failed < 1u << qp_.streams.log_errored) {
    note("QP {:#x}: stream {} is in error, {} of {} that may be", qp_.qpn, place_->number, failed,
         (1 << qp_.streams.log_errored) - 1);
    return;
  }
  tell<check::dci_streams_in_error>(
      "QP {:#x}: {} streams are in error, as many as log_num_errored allows, so the DCI is too",
      qp_.qpn, failed);
  stop(qp_);
}

bool send_stream::restart() noexcept {
  if (!std::exchange(failed_, false)) return false;
  --*place_->failed_streams;
  return true;
}

std::vector<pending_wqe> send_stream::give_up() {
  retries_.stop_waiting();
  work_.stop_waiting();
  return pending_.take_all();
}

}  // namespace verbatim::emulator
