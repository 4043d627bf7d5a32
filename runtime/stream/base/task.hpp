// A coroutine that awaits operations.
#pragma once

#include <cstdlib>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/wire/cpp20.hpp"

namespace verbatim::stream {

template <class T>
class task;

namespace detail {

/// The part of a promise that does not depend on the result.
class task_promise_base {
 public:
  std::suspend_always initial_suspend() noexcept { return {}; }

  auto final_suspend() noexcept {
    struct to_who_awaits {
      std::coroutine_handle<> next;
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept {
        return next ? next : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    return to_who_awaits{next};
  }

  void unhandled_exception() noexcept { thrown = std::current_exception(); }

  std::coroutine_handle<> next;  ///< the coroutine that awaits the task
  bool is_started = false;
  std::exception_ptr thrown;
};

template <class T>
class task_promise final : public task_promise_base {
 public:
  task<T> get_return_object() noexcept;
  template <class Value>
  void return_value(Value&& value) {
    value_.emplace(std::forward<Value>(value));
  }
  T take() {
    if (thrown) std::rethrow_exception(thrown);
    return std::move(*value_);
  }

 private:
  std::optional<T> value_;
};

template <>
class task_promise<void> final : public task_promise_base {
 public:
  task<void> get_return_object() noexcept;
  void return_void() noexcept {}
  void take() {
    if (thrown) std::rethrow_exception(thrown);
  }
};

}  // namespace detail

/// A coroutine that runs when it is awaited, started or run by an engine. The call allocates its
/// frame; awaiting allocates nothing. It may be destroyed while it waits: operations keep their
/// leased buffers until they are done.
///
///   task<> serve(queue_pair<direct_engine<>>& pair) {
///     auto got = co_await pair.recv(pool.take());
///     …
///   }
///   engine.run(serve(pair));
template <class T = void>
class [[nodiscard("a task runs when it is awaited, started or run")]] task {
 public:
  using promise_type = detail::task_promise<T>;

  task() noexcept = default;
  task(task && other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  /// Takes a reference: Clang 14 does not destroy an argument `{}` by value within a coroutine.
  task& operator=(task&& other) noexcept {
    const task old(std::exchange(frame_, std::exchange(other.frame_, nullptr)));
    return *this;
  }
  ~task() {
    if (frame_) frame_.destroy();
  }

  /// Runs the task until it waits for something. It continues in the engine's turns. Does nothing
  /// if the task was already started or awaited.
  void start() {
    if (!frame_ || std::exchange(frame_.promise().is_started, true)) return;
    frame_.resume();
  }

  /// Returns true if the task has returned or thrown.
  bool is_done() const noexcept { return !frame_ || frame_.done(); }

  /// Returns the task's result, or throws the exception that ended it.
  T take() { return frame_.promise().take(); }

  bool await_ready() const noexcept { return is_done(); }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> next) noexcept {
    auto& promise = frame_.promise();
    promise.next = next;
    if (std::exchange(promise.is_started, true)) return std::noop_coroutine();
    return frame_;
  }
  T await_resume() { return take(); }

 private:
  friend promise_type;
  explicit task(std::coroutine_handle<promise_type> frame) noexcept : frame_(frame) {}

  std::coroutine_handle<promise_type> frame_;
};

namespace detail {

template <class T>
task<T> task_promise<T>::get_return_object() noexcept {
  return task<T>(std::coroutine_handle<task_promise>::from_promise(*this));
}
inline task<void> task_promise<void>::get_return_object() noexcept {
  return task<void>(std::coroutine_handle<task_promise>::from_promise(*this));
}

}  // namespace detail
}  // namespace verbatim::stream
