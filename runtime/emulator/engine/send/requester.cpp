// Passes WQEs from the ring to their streams.
#include "engine/send/requester.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/send/requested_events.hpp"

namespace verbatim::emulator {
namespace {

/// The most outstanding WQEs of a queue pair.
constexpr std::size_t most_pending = 256;

}  // namespace

void requester::reset() noexcept {
  ring_.reset();
  stream_.reset();
  streams_.reset();
  unreadable_ = false;
}

/// Reads a WQE and passes it to its stream. Returns false if there is no WQE or no room for it.
bool requester::read_next() {
  if (qp_.state != queue_pair_state::rts) {
    // A queue pair in SQD finishes the WQEs that it has begun, and may have gone there just now.
    return false;
  }
  const pending_queue& pending = stream_.pending();
  if (ring_.empty() || unreadable_ || pending.size() + streams_.unfinished() >= most_pending) {
    return false;
  }
  if (!pending.empty() && pending.back().problem) return false;
  pending_wqe one = ring_.read();
  unreadable_ = one.problem && one.problem->syndrome == cqe_syndrome::local_qp_op_err;
  send_stream& stream = qp_.streams.enabled ? streams_.of(one.wqe.stream) : stream_;
  stream.take(std::move(one));
  raise_requested(room_, qp_);
  return true;
}

bool requester::advance() {
  if (qp_.state == queue_pair_state::err) return flush();
  if (!qp_.streams.enabled) {
    const bool moved = stream_.advance([this] { return read_next(); });
    return stream_.retire() || moved;
  }
  const bool was_idle = streams_.unfinished() == 0;
  bool some_read = false;
  while (read_next()) some_read = true;
  return streams_.advance(was_idle, some_read);
}

void requester::handle_answer(const message& answer) {
  if (qp_.state != queue_pair_state::rts && qp_.state != queue_pair_state::sqd) return;
  if (streams_.handle_answer(answer)) return;
  if (stream_.handle_answer(answer)) stream_.retire();
}

void requester::lose_peer(std::uint32_t slot) {
  streams_.lose_peer(slot);
  stream_.lose_peer(slot);
}

bool requester::flush() {
  std::vector<pending_wqe> given_up = stream_.give_up();
  streams_.give_up(given_up);
  std::sort(given_up.begin(), given_up.end(), [this](const pending_wqe& a, const pending_wqe& b) {
    return ring_.is_before(a.wqe.wqe_index, b.wqe.wqe_index);
  });
  send_completions completions(qp_);
  completions.flush(given_up);
  bool flushed = !given_up.empty();
  while (const auto passed = ring_.pass()) {
    completions.flush(passed->wqe_index, passed->opcode, passed->ce);
    flushed = true;
  }
  return flushed;
}

std::optional<engine_clock::time_point> requester::deadline() const noexcept {
  std::optional<engine_clock::time_point> soonest = streams_.deadline();
  for (const auto& at : {stream_.next_attempt(), stream_.next_look()}) {
    if (at) soonest = soonest ? std::min(*soonest, *at) : at;
  }
  return soonest;
}

}  // namespace verbatim::emulator
