// Connecting or accepting a stream, as an operation that is awaited.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/link/link_result.hpp"
#include "verbatim/stream/link/link_values.hpp"
#include "verbatim/stream/streams/stream_end.hpp"

namespace verbatim::stream {
namespace detail {

/// The event loop of rdma_cm that an engine drives.
template <class Engine>
class link_loop {
 public:
  explicit link_loop(Engine& engine) : engine_(engine) {
    engine_.watch(loop_.fd(), [loop = loop_] {
      while (loop.is_open() && cm::reactor(loop).turn() != 0) {
      }
    });
  }
  link_loop(const link_loop&) = delete;
  link_loop& operator=(const link_loop&) = delete;
  ~link_loop() { engine_.unwatch(loop_.fd()); }

  Engine& engine() noexcept { return engine_; }
  const cm::reactor& reactor() const noexcept { return loop_; }

 private:
  Engine& engine_;
  cm::reactor loop_;
};

/// One attempt to connect a stream. Without a stream, it is abandoned.
template <class Engine>
struct link_attempt {
  using loop_pointer = std::shared_ptr<link_loop<Engine>>;

  link_attempt(loop_pointer on, stream_end<Engine>& what) noexcept
      : loop(std::move(on)), stream(&what) {}

  /// Ends the attempt, and resumes the coroutine that waits for it.
  void finish(link_result how) {
    result.emplace(std::move(how));
    if (waiter) std::exchange(waiter, nullptr).resume();
  }

  /// Ends it with the connection, over which the peer has sent its values.
  void finish(cm::connection made) {
    if (stream == nullptr) return;  // which ends the connection
    auto local = to_string(made.local()), remote = to_string(made.peer());
    stream->keep(std::make_shared<std::pair<loop_pointer, cm::connection>>(loop, std::move(made)),
                 std::move(local), std::move(remote));
    finish(link_result());
  }

  /// Returns the stream, for a step of rdma_cm. Throws if the attempt is abandoned.
  stream_end<Engine>& needed() const {
    if (stream != nullptr) return *stream;
    throw cm::error(std::errc::operation_canceled, "connect", "a stream",
                    "its coroutine was destroyed");
  }

  loop_pointer loop;
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
    attempt_->loop.reset();  // which holds the attempt, until the connection is made or fails
  }

  bool is_done() const noexcept { return attempt_->result.has_value(); }

  /// Runs the engine until the operation is done. Use it in programs without coroutines.
  link_result get() {
    attempt_->loop->engine().run_until([&] { return is_done(); });
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
