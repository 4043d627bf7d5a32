// Catches, in debug builds, a second thread that posts to a queue that was not handed over.
#pragma once

#ifndef NDEBUG
#include <atomic>
#include <cassert>
#include <thread>

#include "verbatim/wire/cpp20.hpp"
#endif

namespace verbatim::detail {

#ifdef NDEBUG

/// An empty stand-in: release builds check nothing.
class posting_thread {
 public:
  void check() noexcept {}
  void release() noexcept {}
};

#else

/// The thread that owns a queue: the first one that posts, until release().
class posting_thread {
 public:
  posting_thread() noexcept = default;
  posting_thread(posting_thread&& other) noexcept : owner_(other.owner_.load()) {}
  posting_thread& operator=(posting_thread&& other) noexcept {
    owner_ = other.owner_.load();
    return *this;
  }

  void check() noexcept {
    const auto self = std::this_thread::get_id();
    auto owner = std::thread::id();  // nobody
    // Relaxed: the check itself must not synchronize threads.
    const bool is_first = owner_.compare_exchange_strong(owner, self, std::memory_order_relaxed);
    assert((is_first || owner == self) &&
           "a second thread posts to this queue: the first calls hand_over() before that");
  }
  void release() noexcept { owner_.store({}, std::memory_order_relaxed); }

 private:
  std::atomic<std::thread::id> owner_{};
};

#endif

}  // namespace verbatim::detail
