// All threads poll one completion queue, 16 completions at a time. The thread that finds it empty plays the
// device.
#pragma once

#include <mutex>
#include <stdexcept>

#include "own_queues.hpp"

namespace verbatim::bench {

/// Completions that are in the queue after the device was played.
inline constexpr std::uint32_t per_filling = 1024;

/// The common part: how often the queue was filled, how long that took, and what was found.
class shared_poll : public arrangement {
 public:
  /// The queue was filled only when it was empty.
  void check(std::uint64_t operations) override {
    if (operations > filled_ || filled_ - operations > per_filling) {
      throw std::runtime_error("a completion was lost or came twice");
    }
  }

  seconds device_time() const noexcept override { return device_time_; }

 protected:
  /// Posts by `post`, which posts `batch` WRITEs, and completes all at one moment.
  template <class Post>
  void fill(native_queues& native, Post&& post) {
    const auto begin = std::chrono::steady_clock::now();
    const auto first = static_cast<std::uint32_t>(filled_);
    for (unsigned i = 0; i < per_filling; i += batch) {
      if (!post()) throw std::runtime_error("a queue was full too early");
    }
    filled_ += per_filling;
    native.complete_at_once(first, per_filling);
    device_time_ += std::chrono::steady_clock::now() - begin;
  }

 private:
  std::uint64_t filled_ = 0;
  seconds device_time_{0};
};

/// The contestant with a lock of the program, which its documentation asks for.
template <class Contestant, class Lock>
class locked_poll final : public shared_poll {
 public:
  locked_poll() : home_(registers::as_given, per_filling), queue_(home_.make()) {}

  std::uint64_t work(unsigned, const std::atomic<bool>& stop) override {
    std::uint64_t taken = 0;
    std::uint64_t sum = 0;
    while (!stop.load(std::memory_order_relaxed)) {
      const std::lock_guard turn(lock_);
      const auto found = queue_.poll([&](std::uint64_t id) { sum += id; });
      taken += found;
      if (found != 0) continue;
      fill(queue_.native(), [this] {
        return queue_.template post<operation::write, batch>(requests_for(operation::write).data());
      });
      queue_.hand_over();
    }
    if (taken != 0 && sum == 0) throw std::runtime_error("completions came without their entries");
    return taken;
  }

 private:
  home home_;
  Contestant queue_;
  Lock lock_;
};

/// ibv_poll_cq, which locks by itself.
class native_poll final : public shared_poll {
 public:
  native_poll() : home_(registers::as_given, per_filling), native_(home_.make()) {}

  std::uint64_t work(unsigned, const std::atomic<bool>& stop) override {
    work_completions mine;
    std::uint64_t taken = 0;
    std::uint64_t sum = 0;
    const auto poll = [&] { return mine.poll(native_.cq(), [&](std::uint64_t id) { sum += id; }); };
    while (!stop.load(std::memory_order_relaxed)) {
      auto found = poll();
      if (found == 0 && device_.try_lock()) {
        const std::lock_guard turn(device_, std::adopt_lock);
        found = poll();  // another thread may have filled it since
        if (found == 0) {
          fill(native_, [this] {
            return wrs_.post<operation::write, batch>(native_.qp(),
                                                      requests_for(operation::write).data());
          });
        }
      }
      taken += found;
    }
    if (taken != 0 && sum == 0) throw std::runtime_error("completions came without their entries");
    return taken;
  }

 private:
  home home_;
  native_queues native_;
  work_requests wrs_{operation::write};
  std::mutex device_;
};

}  // namespace verbatim::bench
