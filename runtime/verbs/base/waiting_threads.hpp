// The threads that wait for a completion queue, so that close() can wait for them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::verbs {

/// The threads inside wait() and collect() of a completion queue. close() tells them to leave, and
/// destroys nothing before they have left.
class waiting_threads {
 public:
  /// `where` is what they sleep on; null if they never sleep.
  explicit waiting_threads(std::shared_ptr<const watch> where) noexcept
      : where_(std::move(where)) {}

  /// The visit of a thread, which is inside for as long as this lives. It is false if the thread
  /// was told to leave before it came in.
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
    const visit* outer_;  ///< this thread's visit before, whose callback waits as well
    bool inside_;
  };

  bool are_to_leave() const noexcept {
    return (state_.load(std::memory_order_relaxed) & leaving) != 0;
  }

  /// Tells them to leave. Returns true if there is another thread inside than this one, whose
  /// callback may be what closes the queue.
  bool tell_to_leave() noexcept;

  /// Wakes the threads inside, and returns once all but this one have left.
  void wait_until_left() const noexcept;

  /// Lets no thread enter any more. Returns false, and changes nothing, if another thread is
  /// inside.
  bool end_if_empty() noexcept;

 private:
  static constexpr std::uint32_t leaving = 1u << 31;

  /// True if there is another thread inside than this one.
  bool has_others(std::uint32_t state) const noexcept;

  std::shared_ptr<const watch> where_;
  std::atomic<std::uint32_t> state_ = 0;  ///< how many are inside, and `leaving`
};

}  // namespace verbatim::verbs
