// A coroutine or a function that waits for an operation.
#pragma once

// <coroutine> reports an error of its own with C++17, so the check of the version comes first.
// clang-format off
#include "verbatim/wire/cpp20.hpp"

#include <coroutine>
// clang-format on
#include <cstddef>

namespace verbatim::stream::detail {

/// The code that runs when an operation is done: a coroutine that waits for it, or a function with
/// its argument.
class continuation {
 public:
  continuation(std::nullptr_t = nullptr) noexcept {}
  continuation(std::coroutine_handle<> waiter) noexcept
      : call_([](void* frame) { std::coroutine_handle<>::from_address(frame).resume(); }),
        argument_(waiter.address()) {}
  continuation(void (*call)(void*), void* argument) noexcept : call_(call), argument_(argument) {}

  explicit operator bool() const noexcept { return call_ != nullptr; }
  void resume() const { call_(argument_); }

 private:
  void (*call_)(void*) = nullptr;
  void* argument_ = nullptr;
};

/// The wait of an operation in the place of its continuation. Destroying it ends the wait.
class wait_in_place {
 public:
  explicit wait_in_place(continuation& place) noexcept : place_(place) {}
  wait_in_place(const wait_in_place&) = delete;
  wait_in_place& operator=(const wait_in_place&) = delete;
  ~wait_in_place() { (void)stop(); }

  void await_suspend(std::coroutine_handle<> next) noexcept { wait(next); }
  void wait(continuation next) noexcept {
    place_ = next;
    waits_ = true;
  }

  /// Ends the wait before the operation is done. Returns false if it does not wait.
  bool stop() noexcept {
    if (!waits_) return false;
    place_ = nullptr;
    waits_ = false;
    return true;
  }

  /// Records that the wait is over. The place no longer belongs to this operation.
  void end_wait() noexcept { waits_ = false; }

 private:
  continuation& place_;
  bool waits_ = false;
};

}  // namespace verbatim::stream::detail
