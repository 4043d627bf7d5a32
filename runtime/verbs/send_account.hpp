// Which requests of a send queue are outstanding, where few of them complete by themselves.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "verbatim/verbs/work_completion.hpp"

namespace verbatim::verbs {

/// Requests have positions, counted from 0, and go in their order: a completion says that all before it have
/// succeeded that have said nothing themselves.
class send_account {
 public:
  /// For up to `depth` requests, one of `signal_every` of which is signaled; of more than half of them, as
  /// otherwise the queue would stand still until the last of them is done.
  send_account(std::uint32_t depth, std::uint32_t signal_every)
      : requests_(std::max(depth, 1u)),
        signal_every_(std::min(signal_every, std::max(depth / 2, 1u))) {
    if (signal_every_ == 0) signal_every_ = std::max(depth / 2, 1u);
  }

  std::uint32_t outstanding() const noexcept { return static_cast<std::uint32_t>(head_ - tail_); }
  std::uint32_t room() const noexcept {
    return static_cast<std::uint32_t>(requests_.size()) - outstanding();
  }

  /// What its owner calls a request, and asks of it.
  struct request {
    std::uint64_t wr_id = 0;
    unsigned send_flags = 0;
    bool is_signaled = false;
  };

  /// Of the next request.
  std::uint64_t position() const noexcept { return head_; }

  /// Whether the next request has to be signaled.
  bool is_due() const noexcept { return unsignaled_ + 1 >= signal_every_; }

  /// The next request, for which there is room.
  void enter(const request& next) noexcept {
    assert(room() != 0);
    at(head_) = next;
    ++head_;
    unsignaled_ = next.is_signaled ? 0 : unsignaled_ + 1;
  }

  const request& operator[](std::uint64_t position) const noexcept {
    return requests_[position % requests_.size()];
  }

  /// The last ones that were entered were not posted: from `position` on.
  void take_back(std::uint64_t position) noexcept {
    head_ = position;
    // Of those that are outstanding; before them all is told.
    for (unsignaled_ = 0; position != tail_ && !at(--position).is_signaled;) ++unsignaled_;
  }

  /// All that is outstanding will not complete any more.
  void lose() noexcept { lost_ = head_; }

  /// The request has completed: calls `done(wr_id, status)` of all up to it. Answers how many; 0 if it is not
  /// outstanding. `done` may post.
  template <class Done>
  unsigned complete(std::uint64_t position, wc_status status, Done&& done) {
    if (position - tail_ >= head_ - tail_) return 0;
    unsigned count = hand_back(std::min(position, lost_), wc_status::wr_flush_err, done);
    count += hand_back(position, wc_status::success, done);
    return count + hand_back(position + 1, status, done);
  }

  /// Hands back what is lost.
  template <class Done>
  unsigned flush(Done&& done) {
    return hand_back(lost_, wc_status::wr_flush_err, done);
  }

 private:
  request& at(std::uint64_t position) noexcept { return requests_[position % requests_.size()]; }

  /// All before `end`.
  template <class Done>
  unsigned hand_back(std::uint64_t end, wc_status status, Done& done) {
    unsigned count = 0;
    for (; tail_ < end; ++count) {
      const auto wr_id = at(tail_).wr_id;
      ++tail_;  // before the call, which may post
      done(wr_id, status);
    }
    return count;
  }

  std::vector<request> requests_;  ///< by position
  std::uint32_t signal_every_;
  std::uint32_t unsignaled_ = 0;  ///< since the last that was signaled
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace verbatim::verbs
