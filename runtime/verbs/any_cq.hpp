// A completion queue of any kind: its events, and waiting for them. How it is polled, cq.hpp and
// verbs_cq.hpp say.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/completion_channel.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/waiting.hpp"

namespace verbatim::verbs {

/// What does not depend on who polls, and how.
class any_cq_body : public body {
 public:
  ~any_cq_body() override;

  ibv_cq* native() const noexcept { return native_.get(); }
  virtual mlx5dv_devx_obj* devx() const noexcept { return nullptr; }

  /// What completion_channel::wait() answers of its events.
  virtual std::uint32_t number() const noexcept = 0;
  std::string describe() const override;

  virtual void moderate(std::uint16_t count, std::chrono::microseconds period) const;

  /// Throws if no event could come of it.
  void check_armable() const;

  /// An event was taken from the channel.
  void take_event() noexcept;

  /// Tells libibverbs about the events that were taken since the last time.
  void acknowledge() noexcept;

  bool wait_for_event(wait_limit limit);

  bool has_channel() const noexcept { return channel_ != nullptr; }

  /// Between polls of who does not sleep: false if the time is over. Throws if nothing can come any more.
  bool go_on(const deadline& until) const;

  bool overrun() const noexcept { return overrun_.load(std::memory_order_relaxed); }

 protected:
  /// `channel` may be null. Throws if the device has no completion queues of so many CQEs.
  any_cq_body(context_body& context, std::uint32_t cqes, completion_channel_body* channel);

  /// Takes over the object that has been made, with this body for its cq_context.
  void adopt(native_ptr<ibv_cq> native) noexcept { native_ = std::move(native); }

  context_body& context() const noexcept { return context_; }
  completion_channel_body* channel() const noexcept { return channel_; }

  /// Throws if the device has no completion queues of so many CQEs.
  void check_size(std::uint32_t cqes, std::string_view call, const std::string& object) const;

  /// Throws if the device holds events back for less; `longest` is what the command has room for.
  void check_moderation(std::uint16_t count, std::chrono::microseconds period,
                        std::chrono::microseconds longest) const;

  int destroy() noexcept override;
  virtual int destroy_object() noexcept { return verbs::destroy(native_); }

 private:
  friend completion_channel_body;

  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;
  virtual void event_taken() noexcept {}

  context_body& context_;
  completion_channel_body* channel_;
  native_ptr<ibv_cq> native_;  // null of a CQ made by DevX
  std::uint32_t unacknowledged_ = 0;
  std::atomic<bool> overrun_ = false;
};

/// Polls, and if nothing is there, sleeps until an event comes and polls again. 0 only if the time is
/// over.
template <class Poll, class Arm>
unsigned poll_or_sleep(any_cq_body& cq, Poll&& poll, Arm&& arm, wait_limit limit) {
  const auto until = deadline_after(limit);
  for (;;) {
    if (const unsigned taken = poll()) return taken;
    arm();
    if (const unsigned taken = poll()) return taken;  // what came before arming raises no event
    // What came unsolicited meanwhile is polled as well.
    if (!cq.wait_for_event(time_left(until))) return poll();
  }
}

/// Polls, with what is missing yet as the argument, until `count` completions have come or the time is over.
/// Answers how many have. Sleeps meanwhile if the queue has a channel.
template <class Poll, class Arm>
unsigned collect(any_cq_body& cq, Poll&& poll, Arm&& arm, unsigned count, wait_limit limit) {
  const auto until = deadline_after(limit);
  unsigned seen = 0;
  while (seen < count) {
    const auto poll_the_rest = [&] { return poll(count - seen); };
    if (!cq.has_channel()) {
      seen += poll_the_rest();
      if (seen < count && !cq.go_on(until)) break;
    } else if (const auto taken = poll_or_sleep(cq, poll_the_rest, arm, time_left(until))) {
      seen += taken;
    } else {
      break;
    }
  }
  return seen;
}

}  // namespace verbatim::verbs
