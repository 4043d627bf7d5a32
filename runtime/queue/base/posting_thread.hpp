// Debug builds catch a second thread that posts to a queue without a hand-over.
#pragma once

#ifndef NDEBUG
#include <pthread.h>

#include <atomic>
#include <cassert>

#include "verbatim/wire/cpp20.hpp"
#endif

namespace verbatim::detail {

#ifdef NDEBUG

/// An empty class: release builds check nothing.
class posting_thread {
 public:
  void check() noexcept {}
  void release() noexcept {}
};

#else

/// The thread that owns a queue. The first thread that posts becomes the owner, until release().
class posting_thread {
 public:
  posting_thread() noexcept = default;
  posting_thread(posting_thread&& other) noexcept : owner_(other.owner_.load()) {}
  posting_thread& operator=(posting_thread&& other) noexcept {
    owner_ = other.owner_.load();
    return *this;
  }

  void check() noexcept {
    const auto self = pthread_self();
    auto owner = pthread_t();  // no owner
    // Relaxed, because the check itself must not synchronize threads.
    const bool is_first = owner_.compare_exchange_strong(owner, self, std::memory_order_relaxed);
    assert((is_first || owner == self) &&
           "a second thread posts to this queue: the first calls hand_over() before that");
  }
  void release() noexcept { owner_.store({}, std::memory_order_relaxed); }

 private:
  std::atomic<pthread_t> owner_{};
};

#endif

}  // namespace verbatim::detail
