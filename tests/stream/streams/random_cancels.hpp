// Random operations of queue pairs that are cancelled, or whose coroutines are destroyed, at random.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dice.hpp"
#include "long_enough.hpp"
#include "random_pair.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim::testing {

/// Two queue pairs. Every operation ends once, and every slot comes back to its pool.
template <class Engine>
class random_cancels {
  using queue_pair = stream::queue_pair<Engine>;
  using outcome = stream::outcome;
  static constexpr std::uint32_t slot_bytes = 64;

 public:
  explicit random_cancels(random_world<Engine>& world)
      : world_(world),
        chance_(world.chance),
        pool_(world.domain, slot_bytes, 1 + chance_.below(30),
              {.access = access::local_write | access::remote_write}),
        a_(std::in_place, world.engine, world.domain),
        b_(std::in_place, world.engine, world.domain) {
    const auto address = a_->native().address();
    a_->native().connect(b_->native().address());
    b_->native().connect(address);
  }

  /// Does at most so many operations. Returns their number.
  std::uint32_t run(std::uint32_t most) {
    std::uint32_t count = 0;
    for (; count != most && !is_over_; ++count) one();
    for (const auto& each : waiting_) gives_up_ = gives_up_ || !each->task.is_done();
    if (chance_.one_in(2)) waiting_.clear();
    a_->close(long_enough);
    b_->close(long_enough);
    EXPECT_EQ(world_.engine.under_way(), 0u);
    world_.engine.poll();
    for (const auto& each : waiting_) EXPECT_TRUE(each->task.is_done());
    waiting_.clear();
    EXPECT_EQ(pool_.available(), pool_.slots());
    return count;
  }

 private:
  /// A coroutine that waits, and what can cancel it.
  struct wait {
    stream::cancellation stop;
    bool is_receive = false;
    bool was_cancelled = false;  ///< cancel() has returned true
    stream::task<> task;
  };

  void one() {
    switch (chance_.below(8)) {
      case 0:
        begin(chance_.one_in(2) ? *a_ : *b_, true);
        break;
      case 1:
      case 2:
        begin(chance_.one_in(2) ? *a_ : *b_, false);
        break;
      case 3:
        if (!waiting_.empty()) cancel(*any());
        break;
      case 4:
        if (!waiting_.empty() && chance_.one_in(3)) forget(any());
        break;
      case 5:
        if (chance_.one_in(1000)) close(chance_.one_in(2) ? a_ : b_);
        break;
      default:
        world_.engine.poll();
    }
    for (auto at = waiting_.begin(); at != waiting_.end();) {
      at = (*at)->task.is_done() ? waiting_.erase(at) : at + 1;
    }
  }

  std::unique_ptr<wait>& any() {
    return waiting_[chance_.below(static_cast<std::uint32_t>(waiting_.size()))];
  }
  void forget(std::unique_ptr<wait>& which) {
    std::swap(which, waiting_.back());
    waiting_.pop_back();
  }

  void begin(queue_pair& on, bool is_receive) {
    auto& made = *waiting_.emplace_back(std::make_unique<wait>());
    made.is_receive = is_receive;
    made.task = is_receive ? receive(on, made) : send(on, made);
    made.task.start();
  }

  void cancel(wait& which) {
    const auto kind = chance_.one_in(300) ? stream::cancel_kind::terminal
                      : chance_.one_in(2) ? stream::cancel_kind::total
                                          : stream::cancel_kind::partial;
    if (which.task.is_done()) return;
    const bool is_cancelled = which.stop.cancel(kind);
    if (kind == stream::cancel_kind::terminal) {
      is_over_ = is_over_ || is_cancelled;
    } else if (!which.is_receive) {
      EXPECT_FALSE(is_cancelled);  // what was posted completes with its CQE
    }
    which.was_cancelled = which.was_cancelled || is_cancelled;
  }

  void close(std::optional<queue_pair>& which) {
    is_over_ = true;
    which->close(world_.soon());
  }

  stream::task<> receive(queue_pair& on, wait& by) {
    const auto got = co_await on.recv(pool_.take()).cancel_by(by.stop);
    check(got, by);
    if (got) {
      EXPECT_TRUE(got.buffer);
    }
  }
  stream::task<> send(queue_pair& on, wait& by) {
    if (chance_.one_in(2)) {
      auto sending = on.send(stream::piece(pool_.take(), chance_.below(slot_bytes)));
      const auto sent = co_await std::move(sending).cancel_by(by.stop);
      check(sent, by);
    } else {
      const auto sent = co_await on.send(world_.from.slice(0, slot_bytes)).cancel_by(by.stop);
      check(sent, by);
    }
  }

  /// Only what was cancelled says so, and only a queue pair that has ended fails.
  void check(const stream::result& how, const wait& by) {
    switch (how.how) {
      case outcome::done:
        break;
      case outcome::cancelled:
        EXPECT_TRUE(by.was_cancelled);
        break;
      case outcome::not_posted:
        EXPECT_TRUE(how.error_number == ENOBUFS || how.error_number == ENOMEM ||
                    how.error_number == EBADF)
            << how.message();
        break;
      case outcome::failed:
        EXPECT_TRUE(is_over_ || gives_up_ || is_starved(how)) << how.message();
        is_over_ = true;
        break;
      default:
        EXPECT_EQ(how.how, outcome::no_slot) << how.message();
    }
  }

  /// The peer had no receive for the message, for longer than the device tries.
  static bool is_starved(const stream::result& how) {
    return how.status == wc_status::rnr_retry_exc_err;
  }

  random_world<Engine>& world_;
  test::dice& chance_;
  slot_pool pool_;
  std::optional<queue_pair> a_, b_;
  bool is_over_ = false;                        ///< a queue pair is in ERROR
  bool gives_up_ = false;                       ///< both are closed while operations are under way
  std::vector<std::unique_ptr<wait>> waiting_;  ///< destroyed before the queue pairs
};

}  // namespace verbatim::testing
