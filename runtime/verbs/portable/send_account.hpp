// The account of the outstanding requests of a send queue in which only some requests are signaled.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "verbatim/verbs/completion/work_completion.hpp"

namespace verbatim::verbs {

/// The account of a send queue's outstanding requests. Requests have positions, counted from 0, and
/// execute in that order. A completion means that every earlier request without its own completion
/// has succeeded.
class send_account {
 public:
  /// Makes an account for up to `depth` requests. It signals one in `signal_every` of them, and at least once
  /// in half of `depth` requests (also if `signal_every` is 0). Otherwise a full queue could not continue
  /// until its last request has completed.
  send_account(std::uint32_t depth, std::uint32_t signal_every)
      : requests_(std::max(depth, 1u)),
        signal_every_(std::min(signal_every, std::max(depth / 2, 1u))) {
    if (signal_every_ == 0) signal_every_ = std::max(depth / 2, 1u);
  }

  std::uint32_t outstanding() const noexcept { return static_cast<std::uint32_t>(head_ - tail_); }
  std::uint32_t room() const noexcept {
    return static_cast<std::uint32_t>(requests_.size()) - outstanding();
  }

  /// A request: its owner's wr_id, and the flags that its owner has set.
  struct request {
    std::uint64_t wr_id = 0;
    unsigned send_flags = 0;
    bool is_signaled = false;
  };

  /// Returns the position of the next request.
  std::uint64_t position() const noexcept { return head_; }

  /// Returns true if the next request has to be signaled.
  bool is_due() const noexcept { return unsignaled_ + 1 >= signal_every_; }

  /// Adds the next request. There must be room for it.
  void enter(const request& next) noexcept {
    assert(room() != 0);
    at(head_) = next;
    ++head_;
    unsignaled_ = next.is_signaled ? 0 : unsignaled_ + 1;
  }

  const request& operator[](std::uint64_t position) const noexcept {
    return requests_[position % requests_.size()];
  }

  /// Removes the requests from `position` on, which were added but not posted.
  void take_back(std::uint64_t position) noexcept {
    head_ = position;
    // Only outstanding requests count, because all earlier ones have been reported.
    for (unsignaled_ = 0; position != tail_ && !at(--position).is_signaled;) ++unsignaled_;
  }

  /// Marks all outstanding requests as lost: they will not complete.
  void lose() noexcept { lost_ = head_; }

  /// Handles the completion of a request: calls `done(wr_id, status)` for all requests up to it.
  /// Returns the number of calls; 0 if the request is not outstanding. `done` may post.
  template <class Done>
  unsigned complete(std::uint64_t position, wc_status status, Done&& done) {
    if (position - tail_ >= head_ - tail_) return 0;
    unsigned count = hand_back(std::min(position, lost_), wc_status::wr_flush_err, done);
    count += hand_back(position, wc_status::success, done);
    return count + hand_back(position + 1, status, done);
  }

  /// Hands back the lost requests as flushed. Returns their number.
  template <class Done>
  unsigned flush(Done&& done) {
    return hand_back(lost_, wc_status::wr_flush_err, done);
  }

 private:
  request& at(std::uint64_t position) noexcept { return requests_[position % requests_.size()]; }

  /// Hands back all requests before `end`.
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

  std::vector<request> requests_;  ///< indexed by position
  std::uint32_t signal_every_;
  std::uint32_t unsignaled_ = 0;  ///< requests since the last signaled one
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace verbatim::verbs
