// Time as the model counts it, and the queue in front of a link.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ratio>

namespace verbatim::emulator {

/// Small messages take fractions of a nanosecond on a link, so time is counted in sixteenths. 63 bits
/// of them are 18 years.
using model_span = std::chrono::duration<std::int64_t, std::ratio<1, 16'000'000'000>>;

/// A time of CLOCK_MONOTONIC, which all processes of a machine have in common.
using model_time = std::chrono::time_point<std::chrono::steady_clock, model_span>;

/// The times at which the first packet and the whole of a message are at a place.
struct passage {
  model_time first;
  model_time last;

  passage after(model_span delay) const noexcept { return {first + delay, last + delay}; }
};

/// The times that the first packet, the whole message and its last packet take on a link.
struct link_load {
  model_span first{};
  model_span whole{};
  model_span last{};
};

/// Messages pass one after another. The queue is one word, so that processes can share it in memory;
/// memory of zeros is an empty queue.
class link_queue {
 public:
  /// Lets a message pass as its packets come. A packet is passed on when it is complete.
  passage pass(const passage& from, const link_load& load) noexcept {
    model_time start{};
    const model_time end = advance([&](model_time busy_until) {
      start = std::max(busy_until, from.first);
      return std::max(start + load.whole, from.last + load.last);
    });
    return {start + load.first, end};
  }

  /// Lets a message pass whose bits came over a link that had time for it: its last bit would be here
  /// at `end` if the queue were empty. Returns the time of its last bit.
  model_time merge(model_time end, model_span whole) noexcept {
    return advance([&](model_time busy_until) { return std::max(end, busy_until + whole); });
  }

  /// Lets a message begin that keeps others from beginning for a while. Takes no time by itself.
  passage admit(const passage& from, model_span gap) noexcept {
    const model_time next =
        advance([&](model_time busy_until) { return std::max(busy_until, from.first) + gap; });
    return from.after(next - gap - from.first);
  }

 private:
  template <class Next>
  model_time advance(Next&& next) noexcept {
    std::int64_t before = until_.load(std::memory_order_relaxed);
    for (;;) {
      const model_time after = next(model_time(model_span(before)));
      if (until_.compare_exchange_weak(before, after.time_since_epoch().count(),
                                       std::memory_order_relaxed)) {
        return after;
      }
    }
  }

  static_assert(std::atomic<std::int64_t>::is_always_lock_free);
  std::atomic<std::int64_t> until_{0};
};

/// The queues of one device: those of its PCIe, those of its ports, and the one in front of the unit
/// that begins messages.
struct device_links {
  static constexpr unsigned most_ports = 2;

  link_queue fetch;
  link_queue store;
  link_queue begin;
  struct {
    link_queue leave;
    link_queue arrive;
  } ports[most_ports];
};

}  // namespace verbatim::emulator
