// A completion channel: where a thread sleeps until a completion queue has something.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/native.hpp"
#include "verbatim/verbs/waiting.hpp"

namespace verbatim {

namespace verbs {

class any_cq_body;

/// Events are taken while nothing of the context is made or closed, so that none is on its way to a
/// completion queue that goes.
class completion_channel_body final : public body {
 public:
  explicit completion_channel_body(context_body& context);

  ibv_comp_channel* native() const noexcept { return native_.get(); }
  int fd() const noexcept { return both_.fd(); }
  std::string describe() const override;

  /// The number of the CQ that the next event is of.
  std::optional<std::uint32_t> wait(wait_limit limit);

  /// The same of one CQ. Events of others wait for their turn.
  bool wait_for(any_cq_body& cq, wait_limit limit);

  /// From now on events of a CQ that was made by DevX come here.
  void subscribe(any_cq_body& cq);

  /// The CQ is gone.
  void forget(const any_cq_body& cq) noexcept;

  /// Destroys the CQ: 0, or what the verb returned.
  int destroy(any_cq_body& cq) noexcept;

 private:
  int destroy() noexcept override;

  /// Takes what is in the descriptors.
  void take_events();
  void take_event(any_cq_body& cq);

  context_body& context_;
  native_ptr<ibv_comp_channel> native_;
  native_ptr<mlx5dv_devx_event_channel> devx_;  // made when the first CQ by DevX comes
  std::map<std::uint64_t, any_cq_body*> subscribed_;
  std::uint64_t last_cookie_ = 0;
  watch both_;
  std::vector<any_cq_body*> ready_;  ///< in the order of their events
};

}  // namespace verbs

/// Where completion queues that were made with it report that they have something, once for each
/// time they are armed. One thread at a time waits; it also polls and arms these queues, or passes
/// them on with a synchronization of its own.
class completion_channel : public handle<verbs::completion_channel_body> {
 public:
  explicit completion_channel(const verbatim::context& context)
      : handle(verbs::make<verbs::completion_channel_body>("create_comp_channel", {context.body()},
                                                           *context.body())) {}

  /// Takes the next event, and answers the cqn() of the completion queue that it is of, or nothing
  /// if none came in time. `wait(std::chrono::nanoseconds(0))` does not sleep.
  std::optional<std::uint32_t> wait(wait_limit limit = std::nullopt) { return body_->wait(limit); }

  /// Readable while there are events, for poll() and epoll. Once it is readable, wait(0ns) until
  /// nothing comes; cq.wait() may have taken events that do not show here. Not to be read directly.
  int fd() const noexcept { return body_->fd(); }

  /// For calls that this library does not make; null after close(). Never take events by verbs. Those
  /// of completion queues that DevX makes come through a mlx5dv_devx_event_channel of its own.
  ibv_comp_channel* native() const noexcept { return body_->native(); }
};

}  // namespace verbatim
