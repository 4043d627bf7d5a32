// The engine: one completion queue, and one thread that takes its completions.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/sleeper.hpp"
#include "verbatim/stream/base/spin_budget.hpp"
#include "verbatim/stream/base/task.hpp"
#include "verbatim/stream/base/timers.hpp"
#include "verbatim/stream/bytes/message_io.hpp"
#include "verbatim/stream/bytes/registry.hpp"
#include "verbatim/stream/datagrams/core.hpp"
#include "verbatim/stream/engine/engine_ends.hpp"
#include "verbatim/stream/engine/engine_options.hpp"
#include "verbatim/stream/engine/sleeping.hpp"
#include "verbatim/stream/source/direct_source.hpp"
#include "verbatim/stream/source/verbs_source.hpp"
#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim::stream {

/// An engine takes the completions of its queue pairs and resumes the coroutines that wait for
/// them. Use it from one thread at a time; other threads may call only wake(). Close queue pairs
/// before their engine.
///
///   direct_engine<> turns(context);
///   queue_pair pair(turns, domain);
///   turns.run(serve(pair));
///
/// A turn takes at most 64 completions, resumes coroutines, and rings one doorbell for each queue
/// pair to which the coroutines have posted.
template <class Source>
class engine {
 public:
  using source_type = Source;
  using options = engine_options;

  /// True if streams of this engine can share their receives.
  static constexpr bool can_share = requires(Source & source) { source.shared; };

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

  /// Takes a turn without waiting. Returns the number of completions plus the number of resumed
  /// coroutines.
  unsigned poll() {
    assert(!is_polling_ && !is_calling_ &&
           "a coroutine that the engine resumes must not wait for the engine");
    is_polling_ = true;
    const bool is_in_batch = std::exchange(source_.in_turn, true);
    ++source_.turn;
    unsigned count = serve();
    source_.ring();
    ++statistics_.turns;
    count += source_.poll(sink(), most_per_turn);
    count += operations_.resume() + serve();
    source_.ring();
    source_.in_turn = is_in_batch;
    is_polling_ = false;
    return count;
  }

  /// Calls the function. The WQEs that it posts share one doorbell for each queue pair, as in a turn.
  /// Small writes to a stream are gathered, and so are short messages of a channel.
  template <class Calls>
  void batch(Calls&& calls) {
    struct ended {
      engine& on;
      bool is_in_turn;
      ~ended() {
        on.source_.in_turn = is_in_turn;
        if (is_in_turn) return;
        on.streams_.send_gathered();
        on.source_.ring();
      }
    } const after{*this, std::exchange(source_.in_turn, true)};
    std::forward<Calls>(calls)();
  }

  /// Takes a turn. If there is nothing to do, waits in the way of options::wait and takes another
  /// turn. Returns the same number as poll(), or 1 after a function of watch(); 0 after the time
  /// limit or after wake().
  unsigned wait(verbs::wait_limit limit = std::nullopt) {
    const auto until = verbs::deadline_after(limit);
    if (const auto count = poll()) {
      // Events must not wait until there are no completions.
      if (++since_look_ % between_looks_under_load == 0) look();
      return count;
    }
    if (options_.wait != wait_mode::park) {
      if (const auto count = spin(until)) return count;
      if (options_.wait == wait_mode::busy || is_over(until)) return 0;
    }
    return sleep(until);
  }

  /// Waits until the condition is true. Returns false if the time limit passes first.
  template <class Condition>
  bool run_until(Condition&& condition, verbs::wait_limit limit = std::nullopt) {
    const auto until = verbs::deadline_after(limit);
    while (!condition()) {
      if (is_over(until)) return false;
      wait(verbs::time_left(until));
    }
    return true;
  }

  /// Runs a task to its end. Returns the task's result.
  template <class T>
  T run(task<T> one) {
    one.start();
    run_until([&] { return one.is_done(); });
    return one.take();
  }

  /// Runs an operation and waits for its result: `engine.run(qp.send(slice))`.
  template <class Operation>
  result run(Operation&& one) requires requires {
    one.is_done();
    one.begin();
  }
  {
    if (one.begin()) run_until([&] { return one.is_done(); });
    return one.await_resume();
  }

  /// Waits for a time: `co_await engine.sleep_for(20ms)`.
  detail::sleeping<engine> sleep_for(std::chrono::nanoseconds time) noexcept {
    return detail::sleeping<engine>(*this, time);
  }

  /// Makes the current wait() return, or else the next one. Any thread may call it.
  void wake() noexcept { sleeper_.wake(); }

  /// Calls the function in wait() and wake_up() while the descriptor is readable. The descriptor
  /// must stay open until unwatch().
  void watch(int fd, std::function<void()> ready) {
    watched_.emplace_back(fd, std::make_shared<std::function<void()>>(std::move(ready)));
    sleeper_.watch(fd);
  }
  void unwatch(int fd) noexcept {
    sleeper_.unwatch(fd);
    std::erase_if(watched_, [fd](const auto& one) { return one.first == fd; });
  }

  /// Takes a turn and the events that have happened, for programs with their own event loop. Returns
  /// true if there was nothing to do. Then fd() becomes readable when there is something to do. The
  /// program may sleep until then, also by edges, such as those of EPOLLET and of a multishot poll of
  /// io_uring. Call it again before each sleep.
  bool prepare_sleep() {
    if (poll() != 0) {
      if (++since_look_ % between_looks_under_load == 0) look();
      return false;
    }
    if (!failed_) source_.arm();
    if (poll() != 0) return false;
    auto found = sleeper_.sleep(std::chrono::steady_clock::time_point());
    take_events(found);
    if (failed_) found.completions = false;  // the descriptor stays readable
    return !found.anything();
  }

  /// Makes fd() become readable when there is something to do. Programs that sleep until it is
  /// readable (by levels, not edges) may call arm(), call poll() until it returns 0, sleep, and call
  /// wake_up(), instead of prepare_sleep().
  void arm() { source_.arm(); }

  /// Returns a descriptor for poll(), epoll and io_uring. Do not read from it.
  int fd() const noexcept { return sleeper_.fd(); }

  /// Consumes the events that made fd() readable.
  void wake_up() { look(); }

  /// Makes receives for all streams of this engine that have stream_options::receives set to
  /// `shared`. Call it once, before the first of them is made. Their protection domain is `pd`. The
  /// CQ must hold the completions of all slots, and of the WQEs that are sent.
  void share_receives(const pd& pd, const shared_options& how = {}) requires can_share {
    detail::check(how, source_.shared.has_value(), options_.cqes);
    using core = detail::stream_core<Source>;
    source_.shared.emplace(pd, how, source_.head_bytes(),
                           core::heads_for(core::sends_of_sharing(how.slot_bytes)));
  }

  /// Returns the number of shared slots that are promised to no stream.
  std::uint32_t free_receives() const noexcept requires can_share {
    return source_.shared ? source_.shared->free() : 0;
  }

  /// Returns true in the coroutines and functions that a turn resumes.
  bool is_polling() const noexcept { return is_polling_ || is_calling_; }

  /// Returns true if the device or the completion queue has failed. Then every operation ends with
  /// outcome::device_failed.
  bool failed() const noexcept { return failed_; }

  /// Returns the number of outstanding operations.
  std::uint32_t under_way() const noexcept { return operations_.under_way(); }

  const engine_statistics& statistics() const noexcept { return statistics_; }
  const verbatim::context& context() const noexcept { return context_; }

  // Only queue pairs and operations call the functions below.

  detail::operation_table& operations() noexcept { return operations_; }
  Source& source() noexcept { return source_; }
  detail::stream_registry<detail::stream_core<Source>>& streams() noexcept { return streams_; }
  detail::datagram_registry<Source>& datagrams() noexcept { return datagrams_; }
  bool has_busy() const noexcept { return streams_.has_busy() || datagrams_.has_busy(); }

  /// Returns the bytes of a shared slot; 0 if nothing is shared.
  std::uint32_t shared_slot_bytes() const noexcept {
    if constexpr (can_share) return source_.shared ? source_.shared->slot_bytes() : 0;
    return 0;
  }

  void add(detail::engine_end& end) { ends_.add(end); }
  void remove(detail::engine_end& end) noexcept { ends_.remove(end); }

  /// Continues `next` at the time, in wait() or wake_up(). It resets the place.
  detail::timers::place at(detail::timer_clock::time_point when, detail::continuation next) {
    const auto place = timers_.add(when, next);
    if (timers_.first() == when) sleeper_.ring_at(when);
    return place;
  }
  void cancel(detail::timers::place& place) noexcept { timers_.remove(place); }

  /// Returns the function that handles completions.
  auto sink() noexcept {
    return [this](const detail::completed& one) {
      ++statistics_.completions;
      if (!streams_.complete(one) && !operations_.complete(one) && !take_datagram(one)) {
        ++statistics_.strangers;
      }
    };
  }

 private:
  static constexpr unsigned most_per_turn = 64;
  static constexpr unsigned between_looks_under_load = 256;  // turns

  static bool is_over(const verbs::deadline& until) noexcept {
    return until && std::chrono::steady_clock::now() >= *until;
  }

  /// Serves the streams and sockets that have work to do. Returns the number of resumed coroutines.
  unsigned serve() {
    unsigned count = streams_.serve();
    if constexpr (Source::carries_datagrams) count += datagrams_.serve();
    return count;
  }

  bool take_datagram(const detail::completed& one) noexcept {
    if constexpr (Source::carries_datagrams) return datagrams_.complete(one);
    return false;
  }

  /// Polls as long as the wait mode allows.
  unsigned spin(const verbs::deadline& until) {
    using clock = std::chrono::steady_clock;
    constexpr unsigned between_looks = 64;  // polls between looks at the clock and the device
    const bool is_busy = options_.wait == wait_mode::busy;
    const auto end = clock::now() + spin_.now();
    do {
      for (unsigned i = 0; i < between_looks; ++i) {
        if (const auto count = poll()) {
          if (!is_busy) spin_.hit();
          return count;
        }
      }
      if (is_busy && look()) return 1;
      if (is_over(until)) return 0;
    } while (is_busy || clock::now() < end);
    spin_.miss();
    return 0;
  }

  /// Arms, polls, and only then sleeps, because a completion from before the arming raises no
  /// event.
  unsigned sleep(const verbs::deadline& until) {
    for (;;) {
      source_.arm();
      if (const auto count = poll()) return count;
      ++statistics_.sleeps;
      const auto found = sleeper_.sleep(until);
      const bool called = take_events(found);
      if (const auto count = poll()) return count;
      if (called) return 1;
      if (found.woken || is_over(until)) return 0;
    }
  }

  /// Takes the events that have happened. Returns true if a function of watch() was called.
  bool look() { return take_events(sleeper_.sleep(std::chrono::steady_clock::time_point())); }

  bool take_events(const detail::sleeper::found& found) {
    try {
      if (found.completions) source_.take_events();
      if (found.events) take_device_events();
    } catch (const error&) {
      if (!context_.failed()) throw;
    }
    if (context_.failed() && !failed_) {
      failed_ = true;
      ends_.fail(operations_);
    }
    if (!found.watched && !found.rung) return false;
    // The functions may watch and unwatch.
    struct ended {
      bool& is_calling;
      ~ended() { is_calling = false; }
    } const after{is_calling_};
    is_calling_ = true;
    if (found.rung) ring();
    if (found.watched) {
      for (const auto& [fd, ready] : std::vector(watched_)) (*ready)();
    }
    return true;
  }

  /// Continues the timers whose time has come.
  void ring() {
    const auto now = detail::timer_clock::now();
    while (const auto next = timers_.take(now)) next.resume();
    sleeper_.ring_at(timers_.first());
  }

  void take_device_events() {
    while (const auto event = context_.wait_event(std::chrono::nanoseconds(0))) {
      if (event->type == async_event_type::qp_fatal ||
          event->type == async_event_type::qp_req_err ||
          event->type == async_event_type::qp_access_err) {
        ends_.give_up(event->number);
      }
      if (event->type == async_event_type::cq_err && event->number == source_.cqn()) {
        failed_ = true;
        ends_.lose_queue(operations_);
      }
      if (options_.on_event) options_.on_event(*event);
    }
  }

  verbatim::context context_;
  Source source_;
  detail::operation_table operations_;
  detail::stream_registry<detail::stream_core<Source>> streams_;
  detail::datagram_registry<Source> datagrams_;
  detail::sleeper sleeper_;
  detail::timers timers_;
  options options_;
  spin_budget spin_;
  detail::engine_ends ends_;
  std::vector<std::pair<int, std::shared_ptr<std::function<void()>>>> watched_;
  unsigned since_look_ = 0;
  bool is_polling_ = false;
  bool is_calling_ = false;  ///< functions of watch()
  engine_statistics statistics_;
  bool failed_ = false;
};

/// An engine for queue pairs of mlx5 devices. It posts directly, without libibverbs.
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

/// An engine for queue pairs of any device. It posts through libibverbs.
class verbs_engine : public engine<detail::verbs_source> {
 public:
  using engine<detail::verbs_source>::engine;
};

}  // namespace verbatim::stream
