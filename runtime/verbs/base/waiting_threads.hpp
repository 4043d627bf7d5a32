// The threads that wait for a completion queue, so that close() can wait for them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::verbs {

/// The threads inside wait() and collect() of a completion queue. close() makes them leave, and
/// destroys nothing before they have left.
class waiting_threads {
 public:
  /// `where` is the object on which they sleep; null if they never sleep.
  explicit waiting_threads(std::shared_ptr<const watch> where) noexcept
      : where_(std::move(where)) {}

  /// The visit of a thread, which counts as inside as long as this object lives. The visit is false
  /// if close() had begun before.
  class visit {
   public:
    explicit visit(waiting_threads& threads) noexcept;
    ~visit();
    visit(const visit&) = delete;
    visit& operator=(const visit&) = delete;

    explicit operator bool() const noexcept { return inside_; }

   private:
    friend waiting_threads;

    waiting_threads& threads_;
    const visit* outer_;  ///< the thread's outer visit, if a callback waits too
    bool inside_;
  };

  bool are_to_leave() const noexcept {
    return (state_.load(std::memory_order_relaxed) & leaving) != 0;
  }

  /// Makes the threads leave. Returns true if threads other than this one are inside; this one may
  /// close the queue from its callback.
  bool tell_to_leave() noexcept;

  /// Wakes the threads inside. Returns when all threads except this one have left.
  void wait_until_left() const noexcept;

  /// Allows no thread to enter any more. Returns false and changes nothing if another thread is
  /// inside.
  bool end_if_empty() noexcept;

 private:
  static constexpr std::uint32_t leaving = 1u << 31;

  /// Returns true if threads other than this one are inside.
  bool has_others(std::uint32_t state) const noexcept;

  std::shared_ptr<const watch> where_;
  std::atomic<std::uint32_t> state_ = 0;  ///< number of threads inside, and the flag `leaving`
};

}  // namespace verbatim::verbs
