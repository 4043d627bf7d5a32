// Counters of queues, which other threads may read while the queues are used.
#pragma once

#include <cstdint>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::counting {

/// The choice whether a queue counts: a policy of send queues, and a member of cq_format.
enum class counters : std::uint8_t {
  none,  ///< it does not, and has no code and no memory for it
  kept,  ///< it does: one store for each event, on a cache line of its own
};

}  // namespace verbatim::counting

namespace verbatim::detail {

/// A number that one thread at a time changes, and that any thread may read. It is no std::atomic,
/// because queues are moved while they are made.
class counter {
 public:
  void add(std::uint64_t more) noexcept { set(value_ + more); }
  void set(std::uint64_t value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELAXED); }
  std::uint64_t value() const noexcept { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }

 private:
  std::uint64_t value_ = 0;
};

/// Returns true if an index passes or reaches the end of a ring between `begin` and `end`. The size
/// of the ring is a power of two.
constexpr bool wraps(std::uint32_t begin, std::uint32_t end, std::uint32_t mask) noexcept {
  return ((begin ^ end) & ~mask) != 0;
}

}  // namespace verbatim::detail

namespace verbatim::counting {

/// The counters of a send queue since it was made. Any thread may read them at any time, while the
/// queue exists. Each value is exact, but several are not read at one moment. They only grow; reset()
/// of the queue keeps them.
class alignas(64) send_counters {
 public:
  /// Returns the number of WQEs that were posted, without the NOPs that fill the ring's end.
  std::uint64_t posted() const noexcept { return posted_.value(); }

  /// Returns the number of WQEs that finish() refused, for example with post_error::queue_full.
  std::uint64_t refused() const noexcept { return refused_.value(); }

  /// Returns the number of doorbells, with those of BlueFlame.
  std::uint64_t doorbells() const noexcept { return doorbells_.value(); }

  /// Returns the number of CQEs of this queue that were polled, with those of errors.
  std::uint64_t completions() const noexcept { return completions_.value(); }

  /// Returns the number of CQEs of this queue that reported an error. Flushed WQEs have one each.
  std::uint64_t errors() const noexcept { return errors_.value(); }

  /// Returns how often the producer index reached the end of the ring.
  std::uint64_t wraps() const noexcept { return wraps_.value(); }

 protected:
  detail::counter posted_, refused_, doorbells_, completions_, errors_, wraps_;
};

/// The counters of a completion queue since it was made. The rules of send_counters apply.
class alignas(64) completion_counters {
 public:
  /// Returns the number of polls.
  std::uint64_t polls() const noexcept { return polls_.value(); }

  /// Returns the number of polls that found nothing.
  std::uint64_t empty_polls() const noexcept { return empty_polls_.value(); }

  /// Returns the number of completions that were polled, with those of errors and those that were
  /// dropped. A compressed CQE counts as all completions that it represents.
  std::uint64_t completions() const noexcept { return completions_.value(); }

  /// Returns the number of CQEs that reported an error.
  std::uint64_t errors() const noexcept { return errors_.value(); }

  /// Returns the number of CQEs that were not completions of an attached queue pair.
  std::uint64_t dropped() const noexcept { return dropped_.value(); }

  /// Returns how often the consumer index reached the end of the ring.
  std::uint64_t wraps() const noexcept { return wraps_.value(); }

 protected:
  detail::counter polls_, empty_polls_, completions_, errors_, dropped_, wraps_;
};

}  // namespace verbatim::counting

namespace verbatim::detail {

/// The counters of a send queue that counts.
class counted_sends : public counting::send_counters {
 public:
  void count_post(std::uint32_t begin, std::uint32_t end, std::uint32_t mask) noexcept {
    posted_.add(1);
    count_wrap(begin, end, mask);
  }
  void count_wrap(std::uint32_t begin, std::uint32_t end, std::uint32_t mask) noexcept {
    if (detail::wraps(begin, end, mask)) wraps_.add(1);
  }
  void count_refused() noexcept { refused_.add(1); }
  void count_doorbell() noexcept { doorbells_.add(1); }
  void count_completion(bool failed) noexcept {
    completions_.add(1);
    if (failed) errors_.add(1);
  }
};

/// The counters of a completion queue that counts.
class counted_completions : public counting::completion_counters {
 public:
  void count_poll(std::uint32_t begin, std::uint32_t end, std::uint32_t mask,
                  std::uint64_t dropped) noexcept {
    polls_.add(1);
    if (begin == end) return empty_polls_.add(1);
    completions_.add(end - begin);
    dropped_.set(dropped);
    if (detail::wraps(begin, end, mask)) wraps_.add(1);
  }
  void count_error() noexcept { errors_.add(1); }
};

/// The empty replacement of the counters, for a queue that does not count.
struct nothing_counted {};

}  // namespace verbatim::detail
