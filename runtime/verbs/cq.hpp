// A completion queue of the device, and the polling of it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "verbatim/queue/completion_queue.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/native.hpp"

namespace verbatim {
namespace verbs {

/// What does not depend on the types of queue pairs that complete here.
class cq_body : public body {
 public:
  cq_body(context_body& context, std::uint32_t cqes);

  ibv_cq* native() const noexcept { return native_.get(); }
  std::uint32_t cqn() const noexcept { return cqn_; }
  std::string describe() const override;

  /// The QP has been destroyed.
  virtual void detach(std::uint32_t qpn) noexcept = 0;

  /// The QP has been reset.
  virtual void discard(std::uint32_t qpn) noexcept = 0;

  /// The XRC SRQ has been destroyed.
  virtual void detach_xrc_srq() noexcept = 0;

 protected:
  const completion_queue_memory& memory() const noexcept { return memory_; }

 private:
  int destroy() noexcept override;
  virtual void close_queue() noexcept = 0;

  std::string device_;
  native_ptr<ibv_cq> native_;
  completion_queue_memory memory_{};
  std::uint32_t cqn_ = 0;
};

template <class... Endpoints>
class typed_cq_body final : public cq_body {
 public:
  typed_cq_body(context_body& context, std::uint32_t cqes)
      : cq_body(context, cqes), queue(memory()) {}

  void detach(std::uint32_t qpn) noexcept override { queue.detach(qpn); }
  void discard(std::uint32_t qpn) noexcept override { queue.discard(qpn); }
  void detach_xrc_srq() noexcept override { queue.detach_xrc_srq(); }

  completion_queue<Endpoints...> queue;

 private:
  void close_queue() noexcept override { queue.close(); }
};

}  // namespace verbs

/// Where queue pairs of the types `Qps` complete: `verbatim::cq<verbatim::rc_qp<int>>`. Polled by
/// one thread at a time; its queue pairs are made, reset and closed by that thread, or while it does
/// not poll.
template <class... Qps>
class cq : public handle<verbs::typed_cq_body<typename Qps::endpoint...>> {
 public:
  /// Room for at least `cqes` completions; a queue that overflows is lost with all its QPs.
  cq(const verbatim::context& context, std::uint32_t cqes)
      : base(verbs::make<verbs::typed_cq_body<typename Qps::endpoint...>>(
            "create_cq", {context.body()}, *context.body(), cqes)) {}

  /// Calls back with each completion there is, `budget` at most, and answers how many CQEs it took.
  /// Finds nothing once the queue is closed. See completion_queue.
  template <class OnCompletion>
  unsigned poll(OnCompletion&& on_completion, unsigned budget = 32) {
    return this->body_->queue.poll(std::forward<OnCompletion>(on_completion), budget);
  }

  /// CQEs that belonged to no queue pair, as those of one that was closed.
  std::uint64_t dropped() const noexcept { return this->body_->queue.dropped(); }

  /// The CQ's number on the device.
  std::uint32_t cqn() const noexcept { return this->body_->cqn(); }

  /// For calls that this library does not make; null after close(). Never poll it by verbs.
  ibv_cq* native() const noexcept { return this->body_->native(); }

 private:
  using base = handle<verbs::typed_cq_body<typename Qps::endpoint...>>;
};

}  // namespace verbatim
