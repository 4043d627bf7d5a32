// All threads post WRITEs to one queue pair.
#pragma once

#include <mutex>
#include <stdexcept>

#include "own_queues.hpp"

namespace verbatim::bench {

/// The contestant with a lock of the program, which its documentation asks for.
template <class Contestant, class Lock, unsigned per_doorbell>
class shared_queue final : public arrangement {
 public:
  shared_queue() : home_(registers::as_given), queue_(home_.make()) {}

  std::uint64_t work(unsigned, const std::atomic<bool>& stop) override {
    const requests& writes = requests_for(operation::write);
    std::uint64_t posted = 0;
    for (unsigned i = 0; !stop.load(std::memory_order_relaxed);) {
      const std::lock_guard turn(lock_);
      if (queue_.template post<operation::write, per_doorbell>(&writes[i % batch])) {
        posted += per_doorbell;
        i += per_doorbell;
      } else {
        complete_all();
      }
      queue_.hand_over();
    }
    return posted;
  }

  void check(std::uint64_t operations) override {
    if (!rang_for(queue_.native(), operations)) throw std::runtime_error("a doorbell was lost");
  }

 private:
  void complete_all() {
    completed_ += depth;
    queue_.native().complete_last(completed_ - 1, 1);
    if (queue_.poll([](std::uint64_t) {}) != 1) {
      throw std::runtime_error("a completion was not found");
    }
  }

  home home_;
  Contestant queue_;
  Lock lock_;
  std::uint32_t completed_ = 0;
};

/// ibv_post_send, which locks by itself.
template <unsigned per_doorbell>
class native_shared_queue final : public arrangement {
 public:
  native_shared_queue() : home_(registers::as_given), native_(home_.make()) {}

  std::uint64_t work(unsigned, const std::atomic<bool>& stop) override {
    const requests& writes = requests_for(operation::write);
    work_requests mine(operation::write);
    std::uint64_t posted = 0;
    for (unsigned i = 0; !stop.load(std::memory_order_relaxed);) {
      if (mine.post<operation::write, per_doorbell>(native_.qp(), &writes[i % batch])) {
        posted += per_doorbell;
        i += per_doorbell;
      } else {
        complete_all();
      }
    }
    return posted;
  }

  void check(std::uint64_t operations) override {
    if (!rang_for(native_, operations)) throw std::runtime_error("a doorbell was lost");
  }

 private:
  /// Several threads may find the queue full, and one of them empties it.
  void complete_all() {
    const std::lock_guard turn(lock_);
    if (!rang_for(native_, completed_ + depth)) return;
    completed_ += depth;
    native_.complete_last(completed_ - 1, 1);
    if (completions_.poll(native_.cq(), [](std::uint64_t) {}) != 1) {
      throw std::runtime_error("a completion was not found");
    }
  }

  home home_;
  native_queues native_;
  work_completions completions_;
  std::mutex lock_;
  std::uint32_t completed_ = 0;
};

}  // namespace verbatim::bench
