// Completion channels: a thread sleeps on one until a completion queue has something to poll.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim {

namespace verbs {

class channel_cq;

/// The object behind a completion_channel. Events are taken while no object of the context is made
/// or closed, so that no event can reach a completion queue that is being destroyed.
class completion_channel_body final : public body {
 public:
  explicit completion_channel_body(context_body& context);

  ibv_comp_channel* native() const noexcept { return native_.get(); }
  int fd() const noexcept { return both_->fd(); }

  /// Returns the file descriptors on which waiting threads sleep.
  std::shared_ptr<const watch> descriptors() const noexcept { return both_; }
  std::string describe() const override;

  /// Waits for the next event. Returns the number of its CQ; nothing if the time limit passes
  /// first.
  std::optional<std::uint32_t> wait(wait_limit limit);

  /// Waits for an event of one CQ; events of other CQs are kept. Returns false if the time limit
  /// passes first.
  bool wait_for(channel_cq& cq, wait_limit limit);

  /// Subscribes to the events of a CQ that was made by DevX.
  void subscribe(channel_cq& cq);

  /// Forgets a CQ that has been destroyed.
  void forget(const channel_cq& cq) noexcept;

  /// Destroys the CQ. Returns 0, or the error of the libibverbs function.
  int destroy(channel_cq& cq) noexcept;

 private:
  int destroy() noexcept override;

  /// Takes all pending events from the descriptors.
  void take_events();
  void take_event(channel_cq& cq);

  context_body& context_;
  native_ptr<ibv_comp_channel> native_;
  native_ptr<mlx5dv_devx_event_channel> devx_;  // made for the first CQ by DevX
  std::map<std::uint64_t, channel_cq*> subscribed_;
  std::uint64_t last_cookie_ = 0;
  std::shared_ptr<const watch> both_;
  std::vector<channel_cq*> ready_;  ///< CQs that have an event, in the order of the events
};

}  // namespace verbs

/// A channel on which completion queues report that they have completions to poll, once each time
/// they are armed. One thread at a time waits. That thread also polls and arms these queues, or
/// passes them to other threads with its own synchronization.
class completion_channel : public handle<verbs::completion_channel_body> {
 public:
  explicit completion_channel(const verbatim::context& context)
      : handle(verbs::make<verbs::completion_channel_body>("create_comp_channel", {context.body()},
                                                           *context.body())) {}

  /// Takes the next event. Returns the cqn() of its completion queue; nothing if no event arrives
  /// in time. `wait(std::chrono::nanoseconds(0))` does not sleep.
  std::optional<std::uint32_t> wait(verbs::wait_limit limit = std::nullopt) {
    return body_->wait(limit);
  }

  /// Returns a file descriptor for poll() and epoll, readable while there are events. When it is
  /// readable, call wait(0ns) until it returns nothing. It does not show events that cq.wait() has
  /// taken from it for other queues. Do not read it directly.
  int fd() const noexcept { return body_->fd(); }

  /// Returns the ibv_comp_channel, for calls that this library does not make; null after close().
  /// Never take its events with libibverbs. Events of completion queues made by DevX come through a
  /// separate mlx5dv_devx_event_channel.
  ibv_comp_channel* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
