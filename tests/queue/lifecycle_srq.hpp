// A shared receive queue beside a model of it: what was posted there, and what the device has taken.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "lifecycle_pair.hpp"
#include "receive/srq_memory.hpp"

namespace verbatim::test {

/// The queue pairs on it keep it alive. Once it is destroyed, its memory is gone, and the device takes
/// nothing more.
class modelled_srq {
 public:
  static constexpr std::uint32_t capacity = 15;

  void post(entry given) {
    const auto posted = queue.srq_wqe().sge(1, 64, lkey(2)).finish(given);
    const auto full = outstanding_.size() == capacity ? post_error::queue_full : post_error::none;
    ASSERT_EQ(posted.error(), destroyed_ ? post_error::closed : full);
    if (!posted) return;
    ASSERT_TRUE(outstanding_.emplace(posted.wqe_index(), given).second) << "is the device's";
    waiting_.push_back({posted.wqe_index(), given});
  }

  bool has_more() const { return !destroyed_ && memory_.has_more(); }

  /// The device takes the next WQE. Returns its index and its entry.
  std::pair<std::uint32_t, entry> take() {
    const std::uint32_t index = memory_.take();
    EXPECT_FALSE(waiting_.empty());
    if (waiting_.empty()) return {};
    const auto next = waiting_.front();
    EXPECT_EQ(index, next.first) << "the list of WQEs leads elsewhere";
    waiting_.pop_front();
    return next;
  }

  /// Its completion was polled, or discarded.
  void free(std::uint32_t index) { outstanding_.erase(static_cast<std::uint16_t>(index)); }

  void destroy() {
    queue.close();
    memory_.release();
    destroyed_ = true;
  }

  void check() const {
    ASSERT_EQ(queue.available(), capacity - outstanding_.size());
    if (destroyed_) return;
    ASSERT_TRUE(memory_.guards_stand());
  }

  /// The device has failed: everything comes back, in the ring's order.
  void flush() {
    std::deque<call> calls;
    for (const auto& [index, given] : outstanding_)
      calls.push_back({false, given, cqe_syndrome::wr_flush_err, true});
    auto tell = [told = told_in_order(calls)](auto&& c) { told(call_of(c)); };
    detail::flush_receives(queue, 0, tell);
    ASSERT_TRUE(calls.empty()) << calls.front() << " was not told";
    outstanding_.clear();
    ASSERT_EQ(queue.srq_wqe().finish(1).error(), post_error::closed);
  }

 private:
  srq_memory memory_{capacity + 1};

 public:
  shared_recv_queue<entry> queue{memory_.memory()};

 private:
  std::map<std::uint16_t, entry> outstanding_;
  std::deque<std::pair<std::uint32_t, entry>> waiting_;  // and not taken by the device
  bool destroyed_ = false;
};

}  // namespace verbatim::test
