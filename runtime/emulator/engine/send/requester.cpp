// The send queue: reads WQEs when a doorbell has announced them, and executes them in turns.
#include "engine/send/requester.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/ring/send_queue_reader.hpp"
#include "engine/ring/shared_words.hpp"
#include "engine/send/capture.hpp"
#include "engine/send/requested_events.hpp"
#include "objects/context.hpp"
#include "report/finding.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

/// The most WQEs of a queue pair that may be on their way.
constexpr std::size_t most_pending = 256;

/// The most messages that one queue pair may send before others get their turn.
constexpr int messages_per_turn = 32;

/// Returns the number of messages that carry the operation.
std::uint32_t messages_of(const operation& wqe) noexcept {
  if (wqe.is_local()) return 0;
  if (wqe.has_result() || wqe.message_bytes == 0) return 1;
  return static_cast<std::uint32_t>((wqe.message_bytes + message::max_payload - 1) /
                                    message::max_payload);
}

bool on_ethernet(const queue_pair& qp) noexcept {
  return qp.attributes.port_num != 0 && qp.owner->port(qp.attributes.port_num).ethernet();
}

}  // namespace

void requester::reset() noexcept {
  ci_ = 0;
  announced_ = 0;
  pending_.clear();
  sent_ = 0;
  awaiting_results_ = 0;
  retries_ = 0;
  waiting_ = false;
  resume_at_.reset();
  look_again_at_.reset();
  fences_ = {};
  streams_.clear();
  chosen_ = nullptr;
  collect_until_.reset();
  unreadable_ = false;
  // A DCT shall not take later requests for a continuation of those that are gone.
  ++connection_;
}

void requester::ring() noexcept {
  // Only a SEND_EN starts a managed queue.
  if (qp_.cross_channel.managed_sends) return;
  // After a reset the driver has to clear the record, while the doorbell may be another queue's.
  if (qp_.sq.count != 0 && qp_.state != queue_pair_state::reset) announced_ = send_record(qp_);
}

bool requester::advance() {
  if (qp_.state == queue_pair_state::err) return flush();
  if (qp_.streams.enabled && !reader_) return advance_streams();
  if (waiting_) {
    if (!resume_at_ || room_.now < *resume_at_) return false;
    waiting_ = false;
    resume_at_.reset();
  }
  bool moved = false;
  for (int budget = messages_per_turn; budget > 0 && !waiting_; --budget) {
    if (sent_ < pending_.size()) {
      if (!has_turn(pending_[sent_]) || !send_next(pending_[sent_])) break;
    } else if (reader_ || qp_.state != queue_pair_state::rts || !fetch()) {
      // A queue pair in SQD finishes the WQEs that it has begun, and may have gone there just now.
      break;
    }
    moved = true;
  }
  if (reader_) return moved;
  return retire() || moved;
}

bool requester::fetch() {
  if (ci_ == announced_ || unreadable_ || unfinished() >= most_pending) return false;
  if (!pending_.empty() && pending_.back().problem) return false;
  sending one;
  const auto posted = static_cast<std::uint16_t>(announced_ - ci_);
  wqe_bytes bytes;
  const auto wqe = read_wqebbs(qp_.sq, ci_, posted, bytes);
  auto checked = check_wqe(wqe, {qp_.qpn, qp_.type, ci_, posted, on_ethernet(qp_)});
  if (posted > qp_.sq.count) {
    one.problem =
        wqe_problem{.vendor = vendor_syndrome::overrun,
                    .why = found<check::ring_overrun>(
                        "the doorbell record is {} WQEBBs ahead, but the ring has {}: post no "
                        "more than completions have freed",
                        posted, qp_.sq.count)};
  } else if (auto* const problem = std::get_if<wqe_problem>(&checked)) {
    one.problem = std::move(*problem);
  } else {
    one.wqe = std::move(std::get<operation>(checked));
    put_on_wire(one.wqe);
    if (one.wqe.has_result() && qp_.attributes.max_rd_atomic == 0) {
      mention_once<check::no_read_announced>(
          "QP {:#x}, send WQE {}: it is {}, but max_rd_atomic of the queue pair is 0. The driver "
          "leaves room for one nevertheless, other devices may not: set it in the change to RTS",
          qp_.qpn, ci_, name(one.wqe.opcode));
    }
  }
  if (auto asked = room_.failures.of_send(++room_.read_wqes); asked && !one.problem) {
    one.problem = wqe_problem{.syndrome = asked->syndrome,
                              .vendor = asked->vendor,
                              .why = found_words<check::requested>(std::move(asked->words))};
  }
  const auto ctrl = ctrl_seg::read(wqe.data());
  capture(qp_, ci_, wqe.first(std::clamp(ctrl.ds * octoword, octoword, wqe.size())),
          one.problem.has_value());
  if (one.problem) {
    one.wqe.opcode = ctrl.opcode;
    one.wqe.wqe_index = ci_;
    one.wqe.ce = ctrl.ce;
    one.wqe.stream = ctrl.dci_stream_channel_id;
    one.wqe.wqebbs = std::clamp<std::uint16_t>(wqebbs_of(ctrl), 1, posted);
    complain(one.wqe,
             {one.problem->why.which,
              one.problem->why.words + in_words(one.problem->syndrome, one.problem->vendor)});
    unreadable_ = one.problem->syndrome == cqe_syndrome::local_qp_op_err;
  }
  ci_ = static_cast<std::uint16_t>(ci_ + one.wqe.wqebbs);
  ever_read_ += one.wqe.wqebbs;
  stream_of(one.wqe).take(std::move(one));
  raise_requested(room_, qp_);
  return true;
}

void requester::take(sending one) {
  if (stream_failed_) {
    flush_pending({&one, 1});
    return;
  }
  one.first_psn = next_psn_;
  one.messages = messages_of(one.wqe);
  next_psn_ = psn_after(next_psn_, one.messages);
  pending_.push_back(std::move(one));
}

void requester::refuse(sending& one, cqe_syndrome syndrome, vendor_syndrome vendor, finding why) {
  complain(one.wqe, {why.which, why.words + in_words(syndrome, vendor)});
  one.problem = wqe_problem{.syndrome = syndrome, .vendor = vendor, .why = std::move(why)};
}

void requester::complain(const operation& wqe, const finding& why) const {
  say(why, fmt::format("QP {:#x}, send WQE {}: ", qp_.qpn, wqe.wqe_index));
}

}  // namespace verbatim::emulator
