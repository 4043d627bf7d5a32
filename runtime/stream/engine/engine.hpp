// The engine: one completion queue, and one thread that takes what completes there.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/sleeper.hpp"
#include "verbatim/stream/base/spin_budget.hpp"
#include "verbatim/stream/base/task.hpp"
#include "verbatim/stream/bytes/core.hpp"
#include "verbatim/stream/bytes/registry.hpp"
#include "verbatim/stream/source/direct_source.hpp"
#include "verbatim/stream/source/verbs_source.hpp"
#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim::stream {

/// The way in which an engine waits for completions.
enum class wait_mode : std::uint8_t {
  adaptive,  ///< polls for a time that it learns, and then sleeps
  busy,      ///< polls, for a thread that has a processor of its own
  park,      ///< sleeps at once
};

/// The options of an engine.
struct engine_options {
  std::uint32_t cqes = 1024;        ///< completions that can wait: of all that is posted at a time
  std::uint32_t operations = 1024;  ///< operations that can be under way at a time
  wait_mode wait = wait_mode::adaptive;
  std::chrono::nanoseconds spin = std::chrono::microseconds(10);        ///< adaptive: at first
  std::chrono::nanoseconds most_spin = std::chrono::microseconds(200);  ///< adaptive: at most

  /// True to take the asynchronous events of the device; then nobody else must.
  bool takes_device_events = true;

  /// Is told of each of these events.
  std::function<void(const async_event&)> on_event = nullptr;
};

/// The counts of what an engine has done.
struct engine_statistics {
  std::uint64_t turns = 0;        ///< polls of the completion queue
  std::uint64_t completions = 0;  ///< completions that were taken
  std::uint64_t strangers = 0;    ///< completions that were nobody's
  std::uint64_t sleeps = 0;       ///< times that the thread slept
};

namespace detail {

/// A queue pair, as its engine knows it.
class engine_end : public cancellable_end {
 public:
  /// Hands back everything that was posted: the device has failed.
  virtual void fail() = 0;
  virtual std::uint32_t qpn() const noexcept = 0;

 protected:
  ~engine_end() = default;
};

}  // namespace detail

/// An engine takes the completions of its queue pairs and resumes the coroutines that wait for them.
/// It is used by one thread at a time; only wake() may be called by others. Queue pairs are closed
/// before their engine.
///
///   direct_engine<> engine(context);
///   queue_pair qp(engine, pd);
///   engine.run(serve(qp));
///
/// A turn takes at most 64 completions, resumes coroutines, and rings one doorbell for each queue
/// pair to which these have posted.
template <class Source>
class engine {
 public:
  using source_type = Source;
  using options = engine_options;

  explicit engine(const context& context, const options& how = {})
      : context_(context),
        source_(context, how.cqes),
        operations_(how.operations),
        sleeper_(source_.fd(), how.takes_device_events ? context.event_fd() : -1),
        options_(how),
        spin_(how.spin, how.most_spin) {}
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  ~engine() { assert(ends_.empty() && "close the queue pairs before their engine"); }

  /// Takes a turn, without waiting. Returns the number of completions and of coroutines that were
  /// resumed.
  unsigned poll() {
    assert(!source_.in_turn && "a coroutine that the engine resumes must not wait for the engine");
    source_.in_turn = true;
    unsigned count = streams_.serve();
    source_.ring();
    count += take_completions();
    count += operations_.resume() + streams_.serve();
    source_.ring();
    source_.in_turn = false;
    return count;
  }

  /// Takes a turn. If there is nothing to do, waits as options::wait says and takes another one.
  /// Returns like poll(); 0 if the time is over, or after wake().
  unsigned wait(verbs::wait_limit limit = std::nullopt) {
    const auto until = verbs::deadline_after(limit);
    if (const auto count = poll()) return count;
    if (options_.wait != wait_mode::park) {
      if (const auto count = spin(until)) return count;
      if (options_.wait == wait_mode::busy || is_over(until)) return 0;
    }
    return sleep(until);
  }

  /// Waits until the condition is true. Returns false if the time is over before.
  template <class Condition>
  bool run_until(Condition&& condition, verbs::wait_limit limit = std::nullopt) {
    const auto until = verbs::deadline_after(limit);
    while (!condition()) {
      if (is_over(until)) return false;
      wait(verbs::time_left(until));
    }
    return true;
  }

  /// Runs a task to its end, and returns what it returns.
  template <class T>
  T run(task<T> one) {
    one.start();
    run_until([&] { return one.is_done(); });
    return one.take();
  }

  /// Does an operation and waits for it: `engine.run(qp.send(slice))`.
  template <class Operation>
  result run(Operation&& one) requires requires {
    one.is_done();
    one.begin();
  }
  {
    if (one.begin()) run_until([&] { return one.is_done(); });
    return one.await_resume();
  }

  /// Makes the present wait(), or the next one, return. Any thread may call it.
  void wake() noexcept { sleeper_.wake(); }

  /// Asks for fd() to be readable when there is something to do, for programs with a loop of their
  /// own: arm(), poll() until it returns 0, wait for the descriptor, wake_up(), and again.
  void arm() { source_.arm(); }

  /// A descriptor for poll() and epoll. Do not read it.
  int fd() const noexcept { return sleeper_.fd(); }

  /// Takes what made fd() readable.
  void wake_up() { take_events(sleeper_.sleep(std::chrono::steady_clock::time_point())); }

  /// True once the device has failed: every operation ends with outcome::device_failed.
  bool failed() const noexcept { return failed_; }

  /// Returns the number of operations whose completion has not come.
  std::uint32_t under_way() const noexcept { return operations_.under_way(); }

  const engine_statistics& statistics() const noexcept { return statistics_; }
  const verbatim::context& context() const noexcept { return context_; }

  // The rest is for queue pairs and operations.

  detail::operation_table& operations() noexcept { return operations_; }
  Source& source() noexcept { return source_; }
  detail::stream_registry<detail::stream_core<Source>>& streams() noexcept { return streams_; }

  void add(detail::engine_end& end) { ends_.push_back(&end); }
  void remove(detail::engine_end& end) noexcept { std::erase(ends_, &end); }

  /// Returns the function that takes completions.
  auto sink() noexcept {
    return [this](const detail::completed& one) {
      ++statistics_.completions;
      if (!streams_.complete(one) && !operations_.complete(one)) ++statistics_.strangers;
    };
  }

 private:
  static constexpr unsigned most_per_turn = 64;

  static bool is_over(const verbs::deadline& until) noexcept {
    return until && std::chrono::steady_clock::now() >= *until;
  }

  unsigned take_completions() noexcept {
    ++statistics_.turns;
    return source_.poll(sink(), most_per_turn);
  }

  /// Polls for as long as the mode says.
  unsigned spin(const verbs::deadline& until) {
    using clock = std::chrono::steady_clock;
    constexpr unsigned between_looks = 64;  // at the clock and at the device
    const bool is_busy = options_.wait == wait_mode::busy;
    const auto end = clock::now() + spin_.now();
    do {
      for (unsigned i = 0; i < between_looks; ++i) {
        if (const auto count = poll()) {
          if (!is_busy) spin_.hit();
          return count;
        }
      }
      if (is_busy) take_events(sleeper_.sleep(clock::time_point()));
      if (is_over(until)) return 0;
    } while (is_busy || clock::now() < end);
    spin_.miss();
    return 0;
  }

  /// Arms, polls, and only then sleeps: a completion from before the arming raises no event.
  unsigned sleep(const verbs::deadline& until) {
    for (;;) {
      source_.arm();
      if (const auto count = poll()) return count;
      ++statistics_.sleeps;
      const auto found = sleeper_.sleep(until);
      take_events(found);
      if (const auto count = poll()) return count;
      if (found.woken || is_over(until)) return 0;
    }
  }

  void take_events(const detail::sleeper::found& found) {
    try {
      if (found.completions) source_.take_events();
      if (found.events) take_device_events();
    } catch (const error&) {
      if (!context_.failed()) throw;
    }
    if (context_.failed() && !failed_) fail();
  }

  void take_device_events() {
    while (const auto event = context_.wait_event(std::chrono::nanoseconds(0))) {
      if (event->type == async_event_type::qp_fatal ||
          event->type == async_event_type::qp_req_err ||
          event->type == async_event_type::qp_access_err) {
        give_up(event->number);
      }
      if (options_.on_event) options_.on_event(*event);
    }
  }

  /// Some devices flush a queue pair only when they are told to.
  void give_up(std::uint32_t qpn) {
    for (auto* end : ends_) {
      if (end->qpn() == qpn) end->give_up();
    }
  }

  void fail() {
    failed_ = true;
    for (auto* end : ends_) {
      end->fail();
      operations_.lose(*end, outcome::device_failed);
    }
  }

  verbatim::context context_;
  Source source_;
  detail::operation_table operations_;
  detail::stream_registry<detail::stream_core<Source>> streams_;
  detail::sleeper sleeper_;
  options options_;
  spin_budget spin_;
  std::vector<detail::engine_end*> ends_;
  engine_statistics statistics_;
  bool failed_ = false;
};

/// An engine for queue pairs of mlx5 devices, which are posted to directly.
template <class... Transports>
class direct_engine : public engine<detail::direct_source<Transports...>> {
 public:
  using engine<detail::direct_source<Transports...>>::engine;
};
template <>
class direct_engine<> : public engine<detail::direct_source<rc>> {
 public:
  using engine<detail::direct_source<rc>>::engine;
};

/// An engine for queue pairs of any device, which are posted to through verbs.
class verbs_engine : public engine<detail::verbs_source> {
 public:
  using engine<detail::verbs_source>::engine;
};

}  // namespace verbatim::stream
