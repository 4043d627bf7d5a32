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

  /// Returns native() for a verb that makes an object whose completions come here. Throws if verbs
  /// do not know the CQ; `call` and `what` say what is being made.
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

  std::optional<devx_cq> devx_;    // if libmlx5 does not know the format
  std::optional<devx_ring> ring_;  // the ring that it was resized to
  std::optional<devx_ring> left_;  // the ring before, which may not have been polled to its end
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
/// thread at a time polls it. Its queue pairs are made, reset and closed by that thread, or while
/// it does not poll.
///
/// Make it long enough for all completions that can be in it at once. A completion that finds no
/// room is lost, and the queue with it: the device writes no more CQEs there and raises
/// async_event_type::cq_err, which context::wait_event() returns. From then on overrun() is true.
/// The CQEs that were written before can still be polled. Then close the queue, which closes its
/// queue pairs, and make all of them anew.
///
/// mlx5dv_create_cq makes the queue. A command of DevX makes it if mlx5dv_create_cq does not know
/// the format: for cqe_compression::enhanced, and for compression with
/// mini_cqe_format::l34h_stridx. Verbs do not know such a CQ. So only RC and UC queue pairs
/// complete there, which are made by DevX as well. Its events come through a completion_channel and
/// a context of this library, but not through ibv_get_cq_event() and ibv_get_async_event(). Its
/// overrun is not reported if the firmware keeps events from programs.
///
/// Without wait(), this order loses no event: poll until there is nothing; arm(); poll again,
/// because completions from before arm() may raise no event; and only if there was nothing, wait
/// for the channel.
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

  /// Makes the same queue with a channel, so that threads can wait for it.
  cq(const verbatim::context& context, std::uint32_t cqes, const completion_channel& channel)
      : base(verbs::make<body_type>("create_cq", {context.body(), channel.body()}, *context.body(),
                                    cqes, channel.body().get())) {}

  /// Calls back with each completion there is, at most `budget`, and returns how many CQEs it took.
  /// Finds nothing once the queue is closed. See completion_queue.
  template <class OnCompletion>
  unsigned poll(OnCompletion&& on_completion, unsigned budget = 32) {
    return this->body_->queue.poll(std::forward<OnCompletion>(on_completion), budget);
  }

  /// Requests one event on the channel once there is a completion that has not been polled. The
  /// comment of the class gives the steps between this call and waiting.
  void arm(arm_mode which = arm_mode::any) {
    this->body_->check_armable();
    this->body_->queue.arm(which);
  }

  /// Polls; if there is no completion, sleeps until an event comes and polls again. Returns what
  /// poll() returns; 0 only if the time is over. With arm_mode::solicited_only it keeps sleeping
  /// while other completions come. The callback must not close this queue.
  template <class OnCompletion>
  unsigned wait(OnCompletion&& on_completion, verbs::wait_limit limit = std::nullopt,
                arm_mode which = arm_mode::any, unsigned budget = 32) {
    return verbs::poll_or_sleep(
        *this->body_, [&] { return poll(on_completion, budget); }, [&] { arm(which); }, limit);
  }

  /// Calls back with the next `count` completions, and returns how many have come; fewer only if
  /// the time is over. With a channel it sleeps meanwhile, as wait() does; otherwise it polls.
  /// Throws once the queue is closed.
  template <class OnCompletion>
  unsigned collect(OnCompletion&& on_completion, unsigned count,
                   verbs::wait_limit limit = std::nullopt) {
    return verbs::collect(
        *this->body_, [&](unsigned most) { return poll(on_completion, most); }, [&] { arm(); },
        count, limit);
  }

  /// Holds events back until `count` completions are there, or `period` has passed since the first
  /// of them; 0 and 0 end this. The completions can be polled as before.
  void moderate(std::uint16_t count, std::chrono::microseconds period) {
    const auto open = this->body_->while_open("moderate");
    this->body_->moderate(count, period);
  }

  /// Makes room for at least `cqes` completions, more or fewer than before, in a new ring. Nothing
  /// is lost, and nobody has to wait: completions that have already come are polled first. Throws
  /// while the previous resize is unfinished, and if more completions are waiting than the new ring
  /// holds: poll, and try again. Called by the polling thread. The previous ring is freed by the
  /// next resize or by close(). native()->cqe keeps its value.
  void resize(std::uint32_t cqes) {
    const auto open = this->body_->while_open("resize");
    this->body_->resize(cqes);
  }

  /// True until a poll has found the end of the previous ring.
  bool resizing() const noexcept { return this->body_->queue.resizing(); }

  /// The number of completions that there is room for.
  std::uint32_t cqes() const noexcept { return this->body_->queue.cqes(); }

  /// The number of CQEs that belonged to no queue pair, such as those of a closed one.
  std::uint64_t dropped() const noexcept { return this->body_->queue.dropped(); }

  /// The last dropped CQE, and why it was dropped.
  auto last_dropped() const noexcept { return this->body_->queue.last_dropped(); }

  /// True once context::wait_event() has reported that a completion found the queue full.
  bool overrun() const noexcept { return this->body_->overrun(); }

  /// The CQ's number on the device.
  std::uint32_t cqn() const noexcept { return this->body_->cqn(); }

  /// The ibv_cq, for calls that this library does not make; null after close(), and for a format
  /// that only DevX makes. Never poll, arm or resize it through verbs.
  ibv_cq* native() const noexcept { return this->body_->native(); }

  /// The DevX object of a queue whose format only DevX makes, to subscribe to its events; null for
  /// others.
  mlx5dv_devx_obj* devx() const noexcept { return this->body_->devx(); }

 private:
  using base = handle<body_type>;
};

}  // namespace verbatim
