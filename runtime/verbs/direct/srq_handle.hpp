// The functions of all shared receive queues for posting.
#pragma once

#include <cstdint>

#include "verbatim/queue/completion/flushing.hpp"
#include "verbatim/verbs/base/body.hpp"

struct ibv_srq;

namespace verbatim::verbs {

/// A handle of an SRQ of any type. Its body has a member `queue`.
template <class Body>
class srq_handle : public handle<Body> {
 public:
  using handle<Body>::handle;

  /// Begins a receive WQE.
  auto srq_wqe() noexcept { return queue().srq_wqe(); }

  /// Publishes every receive WQE finished so far to the device.
  void ring_doorbell() noexcept { queue().ring_doorbell(); }

  /// Passes the queue to the next thread that posts, like qp::hand_over().
  void hand_over() noexcept { queue().hand_over(); }

  /// Returns the number of free receive WQEs.
  std::uint32_t available() const noexcept { return queue().available(); }

  /// Makes the device raise async_event_type::srq_limit_reached, once, when fewer than `receives`
  /// are left; 0 disarms it. context::wait_event() returns the event.
  void arm_limit(std::uint32_t receives) {
    const auto open = this->body_->while_open("arm_limit");
    this->body_->arm_limit(receives);
  }

  /// Calls back once for every outstanding receive, as flushed, after a failure of the device.
  /// Returns the number of receives. Afterwards nothing can be posted. See qp::flush().
  template <class OnCompletion>
  unsigned flush(OnCompletion&& on_completion) {
    this->body_->require_failed("flush");
    return detail::flush_receives(queue(), 0, on_completion);
  }

  /// Returns the SRQ's number on the device.
  std::uint32_t srqn() const noexcept { return this->body_->srqn(); }

  /// Returns the ibv_srq, for calls that this library does not make; null after close(). Never post
  /// to it with libibverbs.
  ibv_srq* native() const noexcept { return this->body_->native(); }

  /// Returns the queue.
  auto& queue() const noexcept { return this->body_->queue; }
};

}  // namespace verbatim::verbs
