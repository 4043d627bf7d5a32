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

}  // namespace verbatim::stream::detail
