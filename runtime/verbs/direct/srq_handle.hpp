// The functions that all shared receive queues offer for posting to them.
#pragma once

#include <cstdint>

#include "verbatim/queue/completion/flushing.hpp"
#include "verbatim/verbs/base/body.hpp"

struct ibv_srq;

namespace verbatim::verbs {

/// A handle of an SRQ of any type. Its body has the `queue`.
template <class Body>
class srq_handle : public handle<Body> {
 public:
  using handle<Body>::handle;

  /// Begins a receive WQE.
  auto srq_wqe() noexcept { return queue().srq_wqe(); }

  /// Tells the device about every receive WQE finished so far.
  void ring_doorbell() noexcept { queue().ring_doorbell(); }

  /// Gives the queue to the next thread that posts, like qp::hand_over().
  void hand_over() noexcept { queue().hand_over(); }

  /// Returns the number of free receive WQEs.
  std::uint32_t available() const noexcept { return queue().available(); }

  /// Has the device raise async_event_type::srq_limit_reached, once, when fewer than `receives` are
  /// left; 0 ends this. context::wait_event() returns the event.
  void arm_limit(std::uint32_t receives) {
    const auto open = this->body_->while_open("arm_limit");
    this->body_->arm_limit(receives);
  }

  /// Calls back, on a device that has failed, with every receive that has not come back, once, as
  /// flushed. Returns how many there were. See qp::flush(). Nothing can be posted from then on.
  template <class OnCompletion>
  unsigned flush(OnCompletion&& on_completion) {
    this->body_->require_failed("flush");
    return detail::flush_receives(queue(), 0, on_completion);
  }

  /// Returns the SRQ's number on the device.
  std::uint32_t srqn() const noexcept { return this->body_->srqn(); }

  /// Returns the verbs object, for calls that this library does not make; null after close(). Never
  /// post to it by verbs.
  ibv_srq* native() const noexcept { return this->body_->native(); }

  /// Returns the queue.
  auto& queue() const noexcept { return this->body_->queue; }
};

}  // namespace verbatim::verbs
