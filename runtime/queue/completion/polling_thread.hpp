// Debug builds catch two threads that use one completion queue at the same time.
#pragma once

#ifndef NDEBUG
#include <pthread.h>

#include <atomic>
#include <cassert>
#endif

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

#ifdef NDEBUG

/// An empty class: release builds check nothing.
class polling_thread {
 public:
  struct use {
    explicit use(polling_thread&) noexcept {}
  };
};

#else

/// The thread that is using a completion queue at the moment.
class polling_thread {
 public:
  polling_thread() noexcept = default;
  polling_thread(const polling_thread&) noexcept {}
  polling_thread& operator=(const polling_thread&) noexcept { return *this; }

  /// Marks the queue as used by the calling thread, as long as this object lives. Uses may be
  /// nested: the callback of a poll may attach and detach.
  class use {
   public:
    explicit use(polling_thread& of) noexcept : of_(of) {
      const auto self = pthread_self();
      auto other = pthread_t();  // no thread
      // Relaxed, because the check itself must not synchronize threads.
      is_first_ = of.inside_.compare_exchange_strong(other, self, std::memory_order_relaxed);
      assert(
          (is_first_ || other == self) &&
          "two threads use this completion queue at once: its queue pairs are made and closed by "
          "the thread that polls it, or while no thread does");
    }
    ~use() {
      if (is_first_) of_.inside_.store({}, std::memory_order_relaxed);
    }
    use(const use&) = delete;
    use& operator=(const use&) = delete;

   private:
    polling_thread& of_;
    bool is_first_;
  };

 private:
  std::atomic<pthread_t> inside_{};
};

#endif

}  // namespace verbatim::detail
