// The base of all completion queues: waiting for their events, and moderating them. cq.hpp and
// verbs_cq.hpp add the polling.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/base/waiting_threads.hpp"
#include "verbatim/verbs/completion/channel_cq.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim::verbs {

/// The part of a completion queue that does not depend on polling.
class any_cq_body : public channel_cq {
 public:
  ~any_cq_body() override;

  std::string describe() const override;

  virtual void moderate(std::uint16_t count, std::chrono::microseconds period) const;

  /// Throws if arming cannot raise an event, because the queue is closed or has no channel.
  void check_armable() const;

  /// Waits for an event of this queue. Returns false if the time limit passes first.
  bool wait_for_event(wait_limit limit);

  bool has_channel() const noexcept { return channel_ != nullptr; }

  /// Pauses between two polls of a thread that does not sleep. Returns false if the time limit
  /// passes first. Throws if no completion can arrive any more.
  bool go_on(const deadline& until) const;

  /// Registers the calling thread, so that it may poll and sleep here while other threads close the
  /// queue. Throws if the queue is closed.
  class wait_guard {
   public:
    wait_guard(any_cq_body& cq, std::string_view call);

   private:
    waiting_threads::visit visit_;
  };

  bool overrun() const noexcept { return overrun_.load(std::memory_order_relaxed); }

 protected:
  /// `channel` may be null. Throws if the device supports no completion queue of `cqes` CQEs.
  any_cq_body(context_body& context, std::uint32_t cqes, completion_channel_body* channel);

  context_body& context() const noexcept { return context_; }
  completion_channel_body* channel() const noexcept { return channel_; }

  /// Throws if the device supports no completion queue of `cqes` CQEs.
  void check_size(std::uint32_t cqes, std::string_view call, const std::string& object) const;

  /// Throws if the device cannot moderate events, if `count` or `period` is too large for it, or if
  /// only one of them is 0. `longest` is the longest period that fits into the command.
  void check_moderation(std::uint16_t count, std::chrono::microseconds period,
                        std::chrono::microseconds longest) const;

  int destroy() noexcept override;

 private:
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

  context_body& context_;
  completion_channel_body* channel_;
  std::atomic<bool> overrun_ = false;
};

/// Polls; if there is no completion, sleeps until an event arrives and polls again. Returns 0 only
/// if the time limit passes first. The caller holds a wait_guard.
template <class Poll, class Arm>
unsigned guarded_poll_or_sleep(any_cq_body& cq, Poll&& poll, Arm&& arm, wait_limit limit) {
  const auto until = deadline_after(limit);
  for (;;) {
    if (const unsigned taken = poll()) return taken;
    arm();
    if (const unsigned taken = poll()) return taken;  // earlier completions raise no event
    // The last poll also finds unsolicited completions, which may have raised no event.
    if (!cq.wait_for_event(time_left(until))) return poll();
  }
}

/// Does the same as guarded_poll_or_sleep(), with its own wait_guard.
template <class Poll, class Arm>
unsigned poll_or_sleep(any_cq_body& cq, Poll&& poll, Arm&& arm, wait_limit limit) {
  const any_cq_body::wait_guard guard(cq, "wait");
  return guarded_poll_or_sleep(cq, poll, arm, limit);
}

/// Polls until `count` completions have arrived or the time limit passes. Returns the number that
/// have arrived. `poll` receives the number that is still missing. Sleeps between polls if the
/// queue has a channel.
template <class Poll, class Arm>
unsigned collect(any_cq_body& cq, Poll&& poll, Arm&& arm, unsigned count, wait_limit limit) {
  const any_cq_body::wait_guard guard(cq, "collect");
  const auto until = deadline_after(limit);
  unsigned seen = 0;
  while (seen < count) {
    const auto poll_the_rest = [&] { return poll(count - seen); };
    if (!cq.has_channel()) {
      seen += poll_the_rest();
      if (seen < count && !cq.go_on(until)) break;
    } else if (const auto taken = guarded_poll_or_sleep(cq, poll_the_rest, arm, time_left(until))) {
      seen += taken;
    } else {
      break;
    }
  }
  return seen;
}

}  // namespace verbatim::verbs
