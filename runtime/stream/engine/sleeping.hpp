// The wait of a coroutine for a time.
#pragma once

// <coroutine> reports an error of its own with C++17, so the check of the version comes first.
// clang-format off
#include "verbatim/wire/cpp20.hpp"

#include <chrono>
#include <coroutine>
#include <optional>
// clang-format on

#include "verbatim/stream/base/timers.hpp"

namespace verbatim::stream::detail {

/// The awaitable of engine::sleep_for(). Destroying it ends the wait.
template <class Engine>
class sleeping {
 public:
  sleeping(Engine& on, std::chrono::nanoseconds time) noexcept
      : on_(on),
        until_(timer_clock::now() + std::chrono::duration_cast<timer_clock::duration>(time)) {}
  sleeping(const sleeping&) = delete;
  sleeping& operator=(const sleeping&) = delete;
  ~sleeping() { on_.cancel(place_); }

  bool await_ready() const noexcept { return timer_clock::now() >= until_; }
  void await_suspend(std::coroutine_handle<> next) {
    waiter_ = next;
    place_ = on_.at(until_, {[](void* one) {
                               auto& self = *static_cast<sleeping*>(one);
                               self.place_.reset();
                               self.waiter_.resume();
                             },
                             this});
  }
  void await_resume() const noexcept {}

 private:
  Engine& on_;
  timer_clock::time_point until_;
  std::coroutine_handle<> waiter_ = nullptr;
  timers::place place_ = std::nullopt;
};

}  // namespace verbatim::stream::detail
