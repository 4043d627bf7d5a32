// Operations that find peers and make connections, which are awaited.
#pragma once

#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/timers.hpp"

namespace verbatim::stream {
namespace detail {

/// One attempt. The functions that end it hold it until they are called or dropped.
template <class Engine, class Value>
class cm_attempt {
 public:
  /// Makes an attempt that needs nothing yet.
  explicit cm_attempt(Engine& on) noexcept : engine(on) {}

  /// Makes an attempt that needs a loop, such as a link_loop.
  template <class Loop>
  explicit cm_attempt(std::shared_ptr<Loop> on) : engine(on->engine()), needs_(std::move(on)) {}
  cm_attempt(const cm_attempt&) = delete;
  cm_attempt& operator=(const cm_attempt&) = delete;

  /// Returns true if it has a result, or if its operation was destroyed. A value that comes then is
  /// of no use.
  bool is_over() const noexcept { return is_over_; }

  /// Keeps what the attempt needs until it is over.
  void hold(std::shared_ptr<void> needs) noexcept {
    if (!is_over_) needs_ = std::move(needs);
  }

  /// Returns the loop with which the attempt was made, for what outlives the attempt; null if the
  /// attempt is over.
  template <class Loop>
  std::shared_ptr<Loop> loop() const noexcept {
    return std::static_pointer_cast<Loop>(needs_);
  }

  /// Ends the attempt, and resumes the coroutine that waits for it.
  void finish(cm::outcome<Value> how) {
    if (is_over_) return;
    const auto held = end(std::move(how));
    if (waiter) std::exchange(waiter, nullptr).resume();
  }

  /// Ends the attempt. The coroutine resumes in the next wait() or wake_up() of the engine.
  bool finish_soon(cm::error why) {
    if (is_over_) return false;
    const auto held = end(std::move(why));
    if (waiter) resumes_ = engine.at(timer_clock::now(), {resume_waiter, this});
    return true;
  }

  /// Ends the attempt with timed_out at the time.
  void expire_at(timer_clock::time_point when, const char* call, const char* object) {
    if (is_over()) return;
    call_ = call;
    object_ = object;
    expires_ = engine.at(when, {expire, this});
  }

  void abandon() noexcept {
    waiter = nullptr;
    if (expires_) engine.cancel(expires_);
    if (resumes_) engine.cancel(resumes_);
    is_over_ = true;
    needs_.reset();  // which may hold the attempt
  }

  Engine& engine;
  continuation waiter = nullptr;
  std::optional<cm::outcome<Value>> result = std::nullopt;

 private:
  /// Returns what the attempt needed, which may hold the attempt.
  std::shared_ptr<void> end(cm::outcome<Value>&& how) {
    is_over_ = true;
    engine.cancel(expires_);
    result.emplace(std::move(how));
    return std::exchange(needs_, nullptr);
  }

  static void resume_waiter(void* one) {
    auto& self = *static_cast<cm_attempt*>(one);
    self.resumes_.reset();
    if (self.waiter) std::exchange(self.waiter, nullptr).resume();
  }
  static void expire(void* one) {
    auto& self = *static_cast<cm_attempt*>(one);
    self.expires_.reset();
    self.finish(cm::error(std::errc::timed_out, self.call_, self.object_, "nobody came in time"));
  }

  std::shared_ptr<void> needs_;
  bool is_over_ = false;
  timers::place expires_, resumes_;
  const char* call_ = "";
  const char* object_ = "";
};

/// The wait of a coroutine for an attempt. Destroying it ends the wait.
template <class Engine, class Value>
class cm_wait {
  using attempt_pointer = std::shared_ptr<cm_attempt<Engine, Value>>;

 public:
  explicit cm_wait(attempt_pointer attempt) noexcept : attempt_(std::move(attempt)) {}
  cm_wait(const cm_wait&) = delete;
  cm_wait& operator=(const cm_wait&) = delete;
  ~cm_wait() {
    if (waits_) attempt_->waiter = nullptr;
  }

  bool await_ready() const noexcept { return attempt_->result.has_value(); }
  void await_suspend(std::coroutine_handle<> waiter) noexcept {
    attempt_->waiter = waiter;
    waits_ = true;
  }
  cm::outcome<Value> await_resume() noexcept {
    waits_ = false;
    return *attempt_->result;
  }

 private:
  attempt_pointer attempt_;
  bool waits_ = false;
};

/// Calls a step of a connection. An error ends the attempt.
template <class Engine, class Value, class Step>
void try_step(cm_attempt<Engine, Value>& attempt, Step&& step) {
  try {
    std::forward<Step>(step)();
  } catch (const cm::error& failed) {
    attempt.finish(failed);
  } catch (const error& failed) {
    attempt.finish(cm::error(failed));
  }
}

}  // namespace detail

/// The running operation that looks a peer up, connects, accepts, disconnects, or joins a group. It
/// began when it was made. Await it, or call get(). Destroying it abandons the attempt.
template <class Engine, class Value>
class [[nodiscard("await it, or call get()")]] cm_operation {
  using attempt_type = detail::cm_attempt<Engine, Value>;

 public:
  explicit cm_operation(std::shared_ptr<attempt_type> attempt) noexcept
      : attempt_(std::move(attempt)) {}
  cm_operation(cm_operation &&) noexcept = default;
  cm_operation& operator=(cm_operation&&) = delete;
  ~cm_operation() {
    if (attempt_ != nullptr) attempt_->abandon();
  }

  bool is_done() const noexcept { return attempt_->result.has_value(); }

  /// Ends the operation with operation_canceled. A coroutine that awaits it resumes in the next wait()
  /// or wake_up() of the engine. Returns false if the operation was done before.
  bool cancel() {
    return attempt_->finish_soon(cm::error(std::errc::operation_canceled, "cancel", "an operation",
                                           "the program has cancelled it"));
  }

  /// Runs the engine until the operation is done. Use it in programs without coroutines.
  cm::outcome<Value> get() {
    attempt_->engine.run_until([&] { return is_done(); });
    return *attempt_->result;
  }

  /// Waits for the operation. Allocates nothing. A coroutine that is destroyed ends only its wait.
  auto operator co_await() const noexcept { return detail::cm_wait<Engine, Value>(attempt_); }

  // Only loops of Asio call these functions.

  void wait(detail::continuation next) noexcept { attempt_->waiter = next; }
  cm::outcome<Value> result() const { return *attempt_->result; }

 private:
  std::shared_ptr<attempt_type> attempt_;
};

}  // namespace verbatim::stream
