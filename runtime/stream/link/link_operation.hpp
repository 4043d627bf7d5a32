// Connecting or accepting a stream, as an operation that is awaited.
#pragma once

#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/link/link_result.hpp"
#include "verbatim/stream/streams/stream_end.hpp"

namespace verbatim::stream {
namespace detail {

/// One attempt to connect a stream. Without a stream, it is abandoned.
template <class Engine>
struct link_attempt {
  link_attempt(Engine& on, std::shared_ptr<void> needs, stream_end<Engine>& what) noexcept
      : engine(on), loop(std::move(needs)), stream(&what) {}

  /// Ends the attempt, and resumes the coroutine that waits for it.
  void finish(link_result how) {
    result.emplace(std::move(how));
    if (waiter) std::exchange(waiter, nullptr).resume();
  }

  /// Returns the stream, for a step of the connection. Throws if the attempt is abandoned.
  stream_end<Engine>& needed() const {
    if (stream != nullptr) return *stream;
    throw cm::error(std::errc::operation_canceled, "connect", "a stream",
                    "its coroutine was destroyed");
  }

  Engine& engine;
  std::shared_ptr<void> loop;  ///< lives as long as the attempt is not abandoned
  stream_end<Engine>* stream;
  continuation waiter;
  std::optional<link_result> result;
};

}  // namespace detail

/// The running operation that connects or accepts a stream. It began when it was made. Await it, or
/// call get(). Destroying it abandons the attempt; the stream is then of no use.
template <class Engine>
class [[nodiscard("await it, or call get()")]] link_operation {
 public:
  explicit link_operation(std::shared_ptr<detail::link_attempt<Engine>> attempt) noexcept
      : attempt_(std::move(attempt)) {}
  link_operation(link_operation &&) noexcept = default;
  link_operation& operator=(link_operation&&) = delete;
  ~link_operation() {
    if (attempt_ == nullptr) return;
    attempt_->waiter = nullptr;
    if (attempt_->result) return;
    attempt_->stream = nullptr;
    attempt_->loop.reset();  // which may hold the attempt, until the connection is made or fails
  }

  bool is_done() const noexcept { return attempt_->result.has_value(); }

  /// Runs the engine until the operation is done. Use it in programs without coroutines.
  link_result get() {
    attempt_->engine.run_until([&] { return is_done(); });
    return *attempt_->result;
  }

  bool await_ready() const noexcept { return is_done(); }
  void await_suspend(std::coroutine_handle<> waiter) noexcept { wait(waiter); }
  void wait(detail::continuation next) noexcept { attempt_->waiter = next; }
  link_result await_resume() const { return *attempt_->result; }

 private:
  std::shared_ptr<detail::link_attempt<Engine>> attempt_;
};

}  // namespace verbatim::stream
