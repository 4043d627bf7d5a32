// Shared receive queues of either type, and what the test knows of each: what is posted there, and its limit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <thread>
#include <utility>

#include "lifecycle_arena.hpp"
#include "long_enough.hpp"

namespace verbatim {

class shared_receives {
 public:
  explicit shared_receives(arena& a) : arena_(a) {}
  virtual ~shared_receives() {
    drop([](std::uint64_t) { return true; });
  }

  void post(entry given) {
    const auto buffer = arena_.take_buffer();
    const auto posted = finish(arena_.addr(buffer), given);
    EXPECT_EQ(posted.ok(), outstanding_.size() < capacity_);
    if (posted.ok()) {
      outstanding_[given] = {.buffer = buffer, .number = posted_++};
    } else {
      arena_.give_back(buffer);
    }
  }

  void ring() {
    const auto before = told();
    ring_doorbell();
    lowest_ = std::min(lowest_, before - filled());
    for (auto& [given, its] : outstanding_) its.told = true;
    rings_.push_back(told_);
    if (rings_.size() > recent_rings) rings_.pop_front();
    told_ = posted_;
  }

  bool holds(entry given) const { return outstanding_.contains(given); }

  /// Its completion came. Returns the number that is in its buffer.
  std::uint64_t came_back(entry given) {
    const auto its = outstanding_.at(given);
    EXPECT_TRUE(its.told) << given << " was not handed to the device";
    outstanding_.erase(given);
    arena_.give_back(its.buffer);
    return arena_.load(its.buffer);
  }

  /// Forgets the receives in whose buffers there is a number for which `is_lost` returns true.
  template <class IsLost>
  void drop(IsLost is_lost) {
    std::erase_if(outstanding_, [&](const auto& one) {
      const bool lost = is_lost(arena_.load(one.second.buffer));
      if (lost) arena_.give_back(one.second.buffer);
      return lost;
    });
  }

  bool agrees() const { return available() == capacity_ - outstanding_.size(); }
  void check() const { ASSERT_EQ(available(), capacity_ - outstanding_.size()); }

  /// Arms the limit where there is none.
  void arm(std::uint32_t receives) {
    limit_ = receives;
    lowest_ = ~std::size_t{0};
    rings_.clear();
    arm_limit(receives);
  }
  void disarm() { arm_limit(0); }
  void disarmed() { limit_ = 0; }

  /// True if the event has to have been raised.
  bool is_low() const { return limit_ != 0 && remaining() < limit_; }

  /// The event has come: it had to, and only once.
  void limit_reached() {
    ASSERT_NE(limit_, 0u) << "it came twice, or without being armed";
    const auto until = std::chrono::steady_clock::now() + long_enough;
    // It comes before the message.
    while (std::min({lowest_, remaining(), left_before_a_recent_ring()}) >= limit_) {
      ASSERT_LT(std::chrono::steady_clock::now(), until)
          << "limit " << limit_ << ", but " << remaining() << " remain";
      std::this_thread::yield();
    }
    limit_ = 0;
  }

  using listener = std::function<void(bool, entry, cqe_syndrome)>;

  virtual std::uint32_t srqn() const = 0;
  virtual std::string describe() const = 0;
  virtual bool close_alone() = 0;
  virtual bool close() = 0;
  virtual void flush(const listener& tell) = 0;
  /// Nothing can be posted to a queue that is closed.
  virtual post_result finish(std::uint64_t addr, entry given) = 0;

 protected:
  void is_ready() { capacity_ = available(); }

  arena& arena_;

 private:
  struct waiting {
    std::size_t buffer;
    std::uint64_t number;
    bool told = false;
  };
  static constexpr std::size_t recent_rings = 4;

  virtual void ring_doorbell() = 0;
  virtual std::uint32_t available() const = 0;
  virtual void arm_limit(std::uint32_t receives) = 0;

  std::size_t told() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(outstanding_, [](const auto& one) { return one.second.told; }));
  }
  std::size_t filled() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        outstanding_, [&](const auto& one) { return arena_.load(one.second.buffer) != 0; }));
  }
  /// At most so many are left to the device.
  std::size_t remaining() const { return told() - filled(); }
  /// The device may have taken a receive before a doorbell, and fill its buffer after it. The event came
  /// between.
  std::size_t left_before_a_recent_ring() const {
    if (rings_.empty()) return ~std::size_t{0};
    return static_cast<std::size_t>(std::ranges::count_if(outstanding_, [&](const auto& one) {
      return one.second.number < rings_.front() && arena_.load(one.second.buffer) == 0;
    }));
  }

  std::map<entry, waiting> outstanding_;
  std::size_t capacity_ = 0;
  std::uint64_t posted_ = 0;         // receives, ever
  std::uint64_t told_ = 0;           // of these
  std::deque<std::uint64_t> rings_;  // since it was armed, the last ones: told before each
  std::uint32_t limit_ = 0;
  std::size_t lowest_ =
      ~std::size_t{0};  // since it was armed, before a doorbell: no more were left
};

template <class Queue>
class typed_receives final : public shared_receives {
 public:
  template <class... On>
  explicit typed_receives(arena& a, const On&... on)
      : shared_receives(a), queue(on..., typename Queue::attributes{.max_wr = 15}) {
    is_ready();
  }

  std::uint32_t srqn() const override { return queue.srqn(); }
  std::string describe() const override { return queue.describe(); }
  bool close_alone() override { return queue.try_close().has_value(); }
  bool close() override { return queue.close().complete(); }
  void flush(const listener& tell) override {
    queue.flush([&](auto&& c) { tell(false, c.entry, c.status()); });
  }
  post_result finish(std::uint64_t addr, entry given) override {
    return queue.srq_wqe().sge(addr, 8, arena_.mr.lkey()).finish(given);
  }

  Queue queue;

 private:
  void ring_doorbell() override { queue.ring_doorbell(); }
  std::uint32_t available() const override { return queue.available(); }
  void arm_limit(std::uint32_t receives) override { queue.arm_limit(receives); }
};

}  // namespace verbatim
