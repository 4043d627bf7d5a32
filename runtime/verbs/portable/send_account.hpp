// The account of the requests that are outstanding in a send queue where few of them complete by
// themselves.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "verbatim/verbs/completion/work_completion.hpp"

namespace verbatim::verbs {

/// The account of a send queue's outstanding requests. Requests have positions, counted from 0, and
/// execute in that order: a completion means that every request before it has succeeded that has
/// reported nothing itself.
class send_account {
 public:
  /// Makes an account for up to `depth` requests, of which one in `signal_every` is signaled. It
  /// signals at least once in half of `depth` (also if `signal_every` is 0), as otherwise the queue
  /// would stand still until its last request is done.
  send_account(std::uint32_t depth, std::uint32_t signal_every)
      : requests_(std::max(depth, 1u)),
        signal_every_(std::min(signal_every, std::max(depth / 2, 1u))) {
    if (signal_every_ == 0) signal_every_ = std::max(depth / 2, 1u);
  }

  std::uint32_t outstanding() const noexcept { return static_cast<std::uint32_t>(head_ - tail_); }
  std::uint32_t room() const noexcept {
    return static_cast<std::uint32_t>(requests_.size()) - outstanding();
  }

  /// A request: the number that its owner gave it, and the flags that its owner asks for.
  struct request {
    std::uint64_t wr_id = 0;
    unsigned send_flags = 0;
    bool is_signaled = false;
  };

  /// Returns the position of the next request.
  std::uint64_t position() const noexcept { return head_; }

  /// True if the next request has to be signaled.
  bool is_due() const noexcept { return unsignaled_ + 1 >= signal_every_; }

  /// Enters the next request, for which there must be room.
  void enter(const request& next) noexcept {
    assert(room() != 0);
    at(head_) = next;
    ++head_;
    unsignaled_ = next.is_signaled ? 0 : unsignaled_ + 1;
  }

  const request& operator[](std::uint64_t position) const noexcept {
    return requests_[position % requests_.size()];
  }

  /// Removes the requests from `position` on, which were entered but not posted.
  void take_back(std::uint64_t position) noexcept {
    head_ = position;
    // Only outstanding requests count: everything before them has been reported.
    for (unsignaled_ = 0; position != tail_ && !at(--position).is_signaled;) ++unsignaled_;
  }

  /// Marks all outstanding requests as lost: they will not complete any more.
  void lose() noexcept { lost_ = head_; }

  /// Takes the completion of a request: calls `done(wr_id, status)` for all requests up to it.
  /// Returns how many; 0 if the request is not outstanding. `done` may post.
  template <class Done>
  unsigned complete(std::uint64_t position, wc_status status, Done&& done) {
    if (position - tail_ >= head_ - tail_) return 0;
    unsigned count = hand_back(std::min(position, lost_), wc_status::wr_flush_err, done);
    count += hand_back(position, wc_status::success, done);
    return count + hand_back(position + 1, status, done);
  }

  /// Hands back the requests that are lost, as flushed, and returns how many.
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

  std::vector<request> requests_;  ///< by position
  std::uint32_t signal_every_;
  std::uint32_t unsignaled_ = 0;  ///< requests since the last signaled one
  std::uint64_t head_ = 0;
  std::uint64_t tail_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace verbatim::verbs
