// Completion queues of the device: polling them, and waiting for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/completion/any_cq.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/devx_cq.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim {
namespace verbs {

/// The part of a completion queue that does not depend on the types of its queue pairs.
class cq_body : public any_cq_body {
 public:
  /// `channel` may be null.
  cq_body(context_body& context, std::uint32_t cqes, const cq_format& format,
          completion_channel_body* channel);

  mlx5dv_devx_obj* devx() const noexcept override { return devx_ ? devx_->native() : nullptr; }

  /// Returns native(), for a libibverbs function that makes an object whose completions come here.
  /// Throws if libibverbs does not know the CQ. `call` and `what` are used in the error.
  ibv_cq* for_verbs(std::string_view call, std::string_view what) const;

  std::uint32_t cqn() const noexcept { return cqn_; }
  std::uint32_t number() const noexcept override { return cqn_; }
  std::uint32_t cqe_size() const noexcept { return memory_.cqe_size; }

  /// Detaches a QP that has been destroyed.
  virtual void detach(std::uint32_t qpn) noexcept = 0;

  /// Drops the queued completions of a QP that has been reset.
  virtual void discard(std::uint32_t qpn) noexcept = 0;

  /// Detaches the XRC SRQ, which has been destroyed.
  virtual void detach_xrc_srq() noexcept = 0;

  void moderate(std::uint16_t count, std::chrono::microseconds period) const override;

  /// Moves the queue to a new ring with room for at least `cqes` completions.
  void resize(std::uint32_t cqes);

 protected:
  const detail::completion_queue_memory& memory() const noexcept { return memory_; }

 private:
  int destroy() noexcept override;
  int destroy_object() noexcept override;
  virtual void close_queue() noexcept = 0;
  virtual void resize_to(const detail::completion_queue_memory& memory) noexcept = 0;
  virtual void stay() noexcept = 0;
  virtual bool resizing() const noexcept = 0;

  std::optional<devx_cq> devx_;    // set if libmlx5 does not know the format
  std::optional<devx_ring> ring_;  // the ring after a resize
  std::optional<devx_ring> left_;  // the previous ring, which may not have been polled to its end
  detail::completion_queue_memory memory_{};
  std::uint32_t cqn_ = 0;
};

template <cq_format Format, class... Endpoints>
class typed_cq_body final : public cq_body {
 public:
  typed_cq_body(context_body& context, std::uint32_t cqes,
                completion_channel_body* channel = nullptr)
      : cq_body(context, cqes, Format, channel), queue(memory()) {}

  void detach(std::uint32_t qpn) noexcept override { queue.detach(qpn); }
  void discard(std::uint32_t qpn) noexcept override { queue.discard(qpn); }
  void detach_xrc_srq() noexcept override { queue.detach_xrc_srq(); }

  detail::basic_completion_queue<Format, Endpoints...> queue;

 private:
  void close_queue() noexcept override { queue.close(); }
  void event_taken() noexcept override { queue.event_taken(); }
  void resize_to(const detail::completion_queue_memory& memory) noexcept override {
    queue.resize_to(memory);
  }
  void stay() noexcept override { queue.stay(); }
  bool resizing() const noexcept override { return queue.resizing(); }
};

template <cq_format Format, class... Qps>
struct cq_body_for {
  using type = typed_cq_body<Format, typename Qps::endpoint...>;
};

}  // namespace verbs

/// A completion queue for queue pairs of the given types: `verbatim::cq<verbatim::rc_qp<int>>`. One
/// thread at a time polls it. Make, reset and close its queue pairs on that thread, or while it
/// does not poll.
///
/// Make it large enough for all completions that can be in it at once. A completion that finds no
/// room is lost, and the queue fails: the device writes no more CQEs there and raises
/// async_event_type::cq_err, which context::wait_event() returns. Afterwards overrun() is true.
/// CQEs that were written before can still be polled. Then close the queue, which closes its queue
/// pairs, and make all of them again.
///
/// mlx5dv_create_cq makes the queue. If mlx5dv_create_cq does not know the format, a DevX command
/// makes it: for cqe_compression::enhanced, and for compression with mini_cqe_format::l34h_stridx.
/// libibverbs does not know such a CQ. So only RC and UC queue pairs can complete there, and DevX
/// makes these too. Its events come through a completion_channel and a context of this library, but
/// not through ibv_get_cq_event() and ibv_get_async_event(). Its overrun is not reported if the
/// firmware does not give events to programs.
///
/// To wait without wait(), use this order, which loses no event: poll until there is no completion;
/// call arm(); poll again, because completions from before arm() may raise no event; wait for the
/// channel only if that poll found none.
template <class... QpsBehindFormat>
class cq : public handle<typename detail::cq_arguments<QpsBehindFormat...>::template of<
               verbs::cq_body_for>::type> {
  using arguments = detail::cq_arguments<QpsBehindFormat...>;
  using body_type = typename arguments::template of<verbs::cq_body_for>::type;
  static_assert(arguments::format.owner == cqe_owner::qpn,
                "queue pairs of libmlx5 are known by their QP number: libmlx5 does not tell which "
                "user index it gives them");
  static_assert(arguments::format.counts == recv_counter::wqes,
                "no receive queue of these classes counts strides");

 public:
  /// The format of the CQEs.
  static constexpr cq_format format = arguments::format;

  /// Makes a queue with room for at least `cqes` completions.
  cq(const verbatim::context& context, std::uint32_t cqes)
      : base(verbs::make<body_type>("create_cq", {context.body()}, *context.body(), cqes)) {}

  /// Makes a queue with a channel, so that threads can wait for it.
  cq(const verbatim::context& context, std::uint32_t cqes, const completion_channel& channel)
      : base(verbs::make<body_type>("create_cq", {context.body(), channel.body()}, *context.body(),
                                    cqes, channel.body().get())) {}

  /// Calls back with each completion in the queue, at most `budget`, and returns the number taken.
  /// Finds nothing after the queue is closed. See completion_queue.
  template <class OnCompletion>
  [[gnu::always_inline]] unsigned poll(OnCompletion&& on_completion, unsigned budget = 32) {
    return this->body_->queue.poll(std::forward<OnCompletion>(on_completion), budget);
  }

  /// Requests one event on the channel when the next completion arrives. The comment of the class
  /// gives the steps between this call and waiting.
  void arm(arm_mode which = arm_mode::any) {
    this->body_->check_armable();
    this->body_->queue.arm(which);
  }

  /// Polls; if there is no completion, sleeps until an event arrives and polls again. Returns the
  /// same number as poll(); 0 only if the time limit passes first. With arm_mode::solicited_only,
  /// it continues to sleep while other completions arrive. The callback must not close this queue.
  template <class OnCompletion>
  unsigned wait(OnCompletion&& on_completion, verbs::wait_limit limit = std::nullopt,
                arm_mode which = arm_mode::any, unsigned budget = 32) {
    return verbs::poll_or_sleep(
        *this->body_, [&] { return poll(on_completion, budget); }, [&] { arm(which); }, limit);
  }

  /// Calls back with the next `count` completions. Returns their number, which is smaller only if
  /// the time limit passes first. With a channel, it sleeps meanwhile like wait(); otherwise it
  /// polls. Throws if the queue is closed.
  template <class OnCompletion>
  unsigned collect(OnCompletion&& on_completion, unsigned count,
                   verbs::wait_limit limit = std::nullopt) {
    return verbs::collect(
        *this->body_, [&](unsigned most) { return poll(on_completion, most); }, [&] { arm(); },
        count, limit);
  }

  /// Delays events until there are `count` completions, or until `period` has passed since the
  /// first of them. 0 and 0 end the delay. It does not delay polling.
  void moderate(std::uint16_t count, std::chrono::microseconds period) {
    const auto open = this->body_->while_open("moderate");
    this->body_->moderate(count, period);
  }

  /// Moves the queue to a new ring with room for at least `cqes` completions, more or fewer than
  /// before. No completion is lost, and no thread has to wait: completions that have already
  /// arrived are polled first. Throws while the previous resize is unfinished, and if more
  /// completions are waiting than the new ring can hold: poll, and try again. Call it on the
  /// polling thread. The next resize or close() frees the previous ring. native()->cqe keeps its
  /// value.
  void resize(std::uint32_t cqes) {
    const auto open = this->body_->while_open("resize");
    this->body_->resize(cqes);
  }

  /// Returns true until a poll has found the end of the previous ring.
  bool resizing() const noexcept { return this->body_->queue.resizing(); }

  /// Returns the capacity in completions.
  std::uint32_t cqes() const noexcept { return this->body_->queue.cqes(); }

  /// Returns the number of CQEs that belonged to no queue pair, for example to a closed one.
  std::uint64_t dropped() const noexcept { return this->body_->queue.dropped(); }

  /// Returns the last dropped CQE, and the reason.
  auto last_dropped() const noexcept { return this->body_->queue.last_dropped(); }

  /// Returns the counters of a queue of with_format<cq_format{.counters = counting::counters::kept}>.
  /// Any thread may read them while a handle of the queue exists.
  const auto& counters() const noexcept { return this->body_->queue.counters(); }

  /// Returns true once context::wait_event() has reported that a completion found the queue full.
  bool overrun() const noexcept { return this->body_->overrun(); }

  /// Returns the CQ's number on the device.
  std::uint32_t cqn() const noexcept { return this->body_->cqn(); }

  /// Returns the ibv_cq, for calls that this library does not make; null after close(), and for a
  /// format that only DevX supports. Never poll, arm or resize it with libibverbs.
  ibv_cq* native() const noexcept { return this->body_->native(); }

  /// Returns the DevX object of a queue whose format only DevX supports, for subscribing to its
  /// events; null for other queues.
  mlx5dv_devx_obj* devx() const noexcept { return this->body_->devx(); }

 private:
  using base = handle<body_type>;
};

}  // namespace verbatim
