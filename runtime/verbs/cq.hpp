// A completion queue of the device, the polling of it, and waiting for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "verbatim/queue/completion_queue.hpp"
#include "verbatim/verbs/any_cq.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/completion_channel.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/devx_cq.hpp"

namespace verbatim {
namespace verbs {

/// What does not depend on the types of queue pairs that complete here.
class cq_body : public any_cq_body {
 public:
  /// `channel` may be null.
  cq_body(context_body& context, std::uint32_t cqes, const cq_format& format,
          completion_channel_body* channel);

  mlx5dv_devx_obj* devx() const noexcept override { return devx_ ? devx_->native() : nullptr; }

  /// native() for a verb that makes an object which completes here. Throws if verbs do not know the
  /// CQ: `call` and `what` are what is being made.
  ibv_cq* for_verbs(std::string_view call, std::string_view what) const;

  std::uint32_t cqn() const noexcept { return cqn_; }
  std::uint32_t number() const noexcept override { return cqn_; }
  std::uint32_t cqe_size() const noexcept { return memory_.cqe_size; }

  /// The QP has been destroyed.
  virtual void detach(std::uint32_t qpn) noexcept = 0;

  /// The QP has been reset.
  virtual void discard(std::uint32_t qpn) noexcept = 0;

  /// The XRC SRQ has been destroyed.
  virtual void detach_xrc_srq() noexcept = 0;

  void moderate(std::uint16_t count, std::chrono::microseconds period) const override;

  /// Has the device go on in a ring for at least `cqes`.
  void resize(std::uint32_t cqes);

 protected:
  const completion_queue_memory& memory() const noexcept { return memory_; }

 private:
  int destroy() noexcept override;
  int destroy_object() noexcept override;
  virtual void close_queue() noexcept = 0;
  virtual void resize_to(const completion_queue_memory& memory) noexcept = 0;
  virtual void stay() noexcept = 0;
  virtual bool resizing() const noexcept = 0;

  std::optional<devx_cq> devx_;    // where libmlx5 does not know the format
  std::optional<devx_ring> ring_;  // that it was resized to
  std::optional<devx_ring> left_;  // the one before, which may not have been polled to its end
  completion_queue_memory memory_{};
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

  basic_completion_queue<Format, Endpoints...> queue;

 private:
  void close_queue() noexcept override { queue.close(); }
  void event_taken() noexcept override { queue.event_taken(); }
  void resize_to(const completion_queue_memory& memory) noexcept override {
    queue.resize_to(memory);
  }
  void stay() noexcept override { queue.stay(); }
  bool resizing() const noexcept override { return queue.resizing(); }
};

}  // namespace verbs

/// Where queue pairs of the types `Qps` complete: `verbatim::cq<verbatim::rc_qp<int>>`. Polled by
/// one thread at a time; its queue pairs are made, reset and closed by that thread, or while it does
/// not poll.
///
/// Make it as long as all that can complete in it at once. A completion that finds no room is lost,
/// and the queue with it: the device writes no more CQEs there and raises async_event_type::cq_err,
/// which context::wait_event() tells; from then on overrun() is true. What it had written can still
/// be polled; then close it, which closes its queue pairs, and make all of it anew.
///
/// mlx5dv_create_cq makes it, or where that does not know the format, a command of DevX: for
/// cqe_compression::enhanced, and for compression with mini_cqe_format::l34h_stridx. Verbs do not know
/// such a CQ. So only RC and UC queue pairs complete there, which are made by DevX as well; and its
/// events come through a completion_channel and a context of ours, but not through ibv_get_cq_event()
/// and ibv_get_async_event(). Firmware that keeps events from programs reports no overrun of it.
///
/// Without wait(), the order that loses no event is: poll until nothing is there; arm(); poll again,
/// as what came before arm() may raise none; and only if nothing was there, wait for the channel.
template <cq_format Format, class... Qps>
class basic_cq : public handle<verbs::typed_cq_body<Format, typename Qps::endpoint...>> {
  static_assert(Format.owner == cqe_owner::qpn,
                "queue pairs of libmlx5 are known by their QP number: libmlx5 does not tell which "
                "user index it gives them");
  static_assert(Format.counts == recv_counter::wqes,
                "no receive queue of these classes counts strides");
  using body_type = verbs::typed_cq_body<Format, typename Qps::endpoint...>;

 public:
  static constexpr cq_format format = Format;

  /// Room for at least `cqes` completions.
  basic_cq(const verbatim::context& context, std::uint32_t cqes)
      : base(verbs::make<body_type>("create_cq", {context.body()}, *context.body(), cqes)) {}

  /// The same, and it can be waited for.
  basic_cq(const verbatim::context& context, std::uint32_t cqes, const completion_channel& channel)
      : base(verbs::make<body_type>("create_cq", {context.body(), channel.body()}, *context.body(),
                                    cqes, channel.body().get())) {}

  /// Calls back with each completion there is, `budget` at most, and answers how many CQEs it took.
  /// Finds nothing once the queue is closed. See completion_queue.
  template <class OnCompletion>
  unsigned poll(OnCompletion&& on_completion, unsigned budget = 32) {
    return this->body_->queue.poll(std::forward<OnCompletion>(on_completion), budget);
  }

  /// Asks for one event on the channel when there is something that has not been polled. See above
  /// for what to do between this and waiting.
  void arm(arm_mode which = arm_mode::any) {
    this->body_->check_armable();
    this->body_->queue.arm(which);
  }

  /// Polls, and if nothing is there, sleeps until an event comes and polls again. Answers like
  /// poll(); 0 only if the time is over. With arm_mode::solicited_only it sleeps on while others
  /// come. The callback must not close this queue.
  template <class OnCompletion>
  unsigned wait(OnCompletion&& on_completion, wait_limit limit = std::nullopt,
                arm_mode which = arm_mode::any, unsigned budget = 32) {
    return verbs::poll_or_sleep(
        *this->body_, [&] { return poll(on_completion, budget); }, [&] { arm(which); }, limit);
  }

  /// Calls back with the next `count` completions, and answers how many have come, fewer only if the time is over.
  /// With a channel it sleeps meanwhile, as wait() does, else it polls. Throws once the queue is closed.
  template <class OnCompletion>
  unsigned collect(OnCompletion&& on_completion, unsigned count, wait_limit limit = std::nullopt) {
    return verbs::collect(
        *this->body_, [&](unsigned most) { return poll(on_completion, most); }, [&] { arm(); },
        count, limit);
  }

  /// Holds events back until `count` completions are there, or `period` is over since the first of
  /// them; 0 and 0 ends it. What is held back can be polled as before.
  void moderate(std::uint16_t count, std::chrono::microseconds period) {
    const auto open = this->body_->while_open("moderate");
    this->body_->moderate(count, period);
  }

  /// Makes room for at least `cqes` completions, more or fewer than before, in a new ring. Nothing
  /// is lost, and nobody has to wait: what has come already is polled first. Throws while a resize
  /// before this one is not through, and if more is waiting than the new ring holds: poll, and ask
  /// again. Called by who polls. The ring before is freed by the next resize or by close(), and
  /// native()->cqe remains what it was.
  void resize(std::uint32_t cqes) {
    const auto open = this->body_->while_open("resize");
    this->body_->resize(cqes);
  }

  /// True until a poll has found the end of the ring before.
  bool resizing() const noexcept { return this->body_->queue.resizing(); }

  /// Completions that there is room for.
  std::uint32_t cqes() const noexcept { return this->body_->queue.cqes(); }

  /// CQEs that belonged to no queue pair, as those of one that was closed.
  std::uint64_t dropped() const noexcept { return this->body_->queue.dropped(); }

  /// The last one of them, and why.
  auto last_dropped() const noexcept { return this->body_->queue.last_dropped(); }

  /// True once context::wait_event() has told that it was full when one more completion came.
  bool overrun() const noexcept { return this->body_->overrun(); }

  /// The CQ's number on the device.
  std::uint32_t cqn() const noexcept { return this->body_->cqn(); }

  /// For calls that this library does not make; null after close(), and of a format that only DevX
  /// makes. Never poll it, arm it or resize it by verbs.
  ibv_cq* native() const noexcept { return this->body_->native(); }

  /// The same of a format that only DevX makes, and null of others: to subscribe to its events.
  mlx5dv_devx_obj* devx() const noexcept { return this->body_->devx(); }

 private:
  using base = handle<body_type>;
};

/// With CQEs of 64 bytes that are not compressed.
template <class... Qps>
using cq = basic_cq<cq_format{}, Qps...>;

}  // namespace verbatim
