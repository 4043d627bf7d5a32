// Records which WQEs are sent, acknowledged and done.
#include "engine/send/pending_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

void pending_queue::clear() noexcept {
  wqes_.clear();
  sent_ = 0;
  awaited_results_ = 0;
}

void pending_queue::push(pending_wqe one) {
  one.first_psn = next_psn_;
  one.messages = messages_of(one.wqe);
  next_psn_ = psn_after(next_psn_, one.messages);
  one.first_packet = next_packet_;
  next_packet_ = psn_after(next_packet_, packets_of(one.wqe, mtu_));
  one.number = ++number_;
  wqes_.push_back(std::move(one));
}

void pending_queue::sent() noexcept {
  if (wqes_[sent_].wqe.has_result()) ++awaited_results_;
  ++sent_;
}

bool pending_queue::all_sent_are_done() const noexcept {
  return std::all_of(wqes_.begin(), wqes_.begin() + std::ptrdiff_t(sent_),
                     [](const pending_wqe& earlier) { return earlier.done; });
}

bool pending_queue::acknowledge_before(std::uint32_t psn) noexcept {
  if (psn_before(next_psn_, psn)) return false;  // of a time before a reset, with other PSNs
  bool some = false;
  for (std::size_t i = 0; i < sent_; ++i) {
    pending_wqe& one = wqes_[i];
    if (one.done) continue;
    const std::uint32_t last = psn_after(one.first_psn, one.messages - 1);
    // Results arrive in order with all other answers, so an ack after a missing result is ignored.
    if (!psn_before(last, psn) || one.wqe.has_result()) break;
    one.done = true;
    some = true;
  }
  return some;
}

pending_wqe* pending_queue::awaiting_result(std::uint32_t psn) noexcept {
  const auto first =
      std::find_if(wqes_.begin(), wqes_.end(), [](const pending_wqe& one) { return !one.done; });
  if (first == wqes_.end() || first->problem || !first->wqe.has_result() ||
      first->sent_messages == 0 || !first->contains(psn)) {
    return nullptr;
  }
  return &*first;
}

void pending_queue::result_arrived(pending_wqe& one) noexcept {
  one.done = true;
  --awaited_results_;
}

void pending_queue::find_gone(const transport& wire) noexcept {
  for (std::size_t i = 0; i < sent_; ++i) {
    for (const auto& [slot, bytes] : wqes_[i].departures) {
      if (bytes > wire.gone(slot)) return;
    }
    wqes_[i].done = true;
  }
}

void pending_queue::pop_done() noexcept {
  wqes_.pop_front();
  --sent_;
}

void pending_queue::rewind() noexcept {
  awaited_results_ = 0;
  sent_ = 0;
  for (pending_wqe& one : wqes_) {
    one.ever_sent_messages = std::max(one.ever_sent_messages, one.sent_messages);
    one.sent_bytes = 0;
    one.sent_messages = 0;
    one.received_bytes = 0;
    one.done = false;
  }
}

std::vector<pending_wqe> pending_queue::take_all() {
  std::vector<pending_wqe> all(std::make_move_iterator(wqes_.begin()),
                               std::make_move_iterator(wqes_.end()));
  clear();
  return all;
}

}  // namespace verbatim::emulator
