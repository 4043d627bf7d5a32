// A completion queue that is polled through libibverbs, on any device.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>

#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/completion/any_cq.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/context/context.hpp"

namespace verbatim {
namespace verbs {

/// The fields and options of an extended CQ.
struct extended_format {
  std::uint64_t wc_flags;  ///< bits of ibv_create_cq_wc_flags
  std::uint32_t flags;     ///< bits of ibv_create_cq_attr_flags
};

class verbs_cq_body final : public any_cq_body {
 public:
  /// Makes a queue; `channel` may be null.
  verbs_cq_body(context_body& context, std::uint32_t cqes, completion_channel_body* channel);

  /// Makes an extended queue.
  verbs_cq_body(context_body& context, std::uint32_t cqes, completion_channel_body* channel,
                const extended_format& format);

  /// Takes over a queue that was made elsewhere. If this throws, the caller keeps it.
  verbs_cq_body(context_body& context, ibv_cq* native, ownership how);

  /// Takes over an extended queue, which must have the fields in `wc_flags`.
  verbs_cq_body(context_body& context, ibv_cq_ex* native, ownership how, std::uint64_t wc_flags);

  /// Returns the extended queue; null if it is not extended.
  ibv_cq_ex* extended() const noexcept { return extended_; }

  /// Takes the completions in the queue, as many as fit into `into`, and returns their number. Do
  /// not call it during a poll of an extended CQ.
  unsigned poll(std::span<work_completion> into) noexcept {
    static_assert(std::is_standard_layout_v<work_completion> &&
                  sizeof(work_completion) == sizeof(ibv_wc));
    if (!is_open()) return 0;
    const auto room = static_cast<int>(std::min<std::size_t>(into.size(), INT_MAX));
    const int taken = ibv_poll_cq(native(), room, reinterpret_cast<ibv_wc*>(into.data()));
    if (taken >= 0) [[likely]]
      return static_cast<unsigned>(taken);
    poll_ended(EIO);
    return 0;
  }

  /// Begins a poll of an extended CQ. Returns false if there is no completion, or if a poll is
  /// running.
  bool start_poll() noexcept;

  /// Moves to the next completion. Returns false if there is none.
  bool next_poll() noexcept;
  void end_poll() noexcept;

  /// Returns libibverbs' own number of the CQ, plus an offset that makes it larger than all numbers
  /// on the device. libibverbs does not report the number on the device.
  std::uint32_t number() const noexcept override { return number_; }
  std::string describe() const override;

  /// Requests an event.
  void arm(arm_mode which);
  void resize(std::uint32_t cqes);

  /// Records the errno with which a poll has ended.
  void poll_ended(int error_number) noexcept {
    if (error_number != ENOENT) failed_polls_.fetch_add(1, std::memory_order_relaxed);
  }
  std::uint64_t failed_polls() const noexcept {
    return failed_polls_.load(std::memory_order_relaxed);
  }

 private:
  std::uint32_t number_ = 0;
  ibv_cq_ex* extended_ = nullptr;
  bool is_polling_ = false;
  std::atomic<std::uint64_t> failed_polls_ = 0;
};

}  // namespace verbs

namespace detail {

/// A completion queue of queue pairs that post through libibverbs, on any device.
///
/// Make it large enough for all completions that can be in it at once. The notes of cq on overruns,
/// arming and waiting apply here too.
class any_verbs_cq : public handle<verbs::verbs_cq_body> {
 public:
  /// Requests one event on the channel when the next completion arrives.
  void arm(arm_mode which = arm_mode::any) { body_->arm(which); }

  /// Delays events, like cq::moderate().
  void moderate(std::uint16_t count, std::chrono::microseconds period) {
    const auto open = body_->while_open("moderate");
    body_->moderate(count, period);
  }

  /// Changes the capacity to at least `cqes` completions. Completions that have already arrived are
  /// kept.
  void resize(std::uint32_t cqes) {
    const auto open = body_->while_open("resize");
    body_->resize(cqes);
  }

  /// Returns the capacity in completions; 0 after close().
  std::uint32_t cqes() const noexcept {
    return is_open() ? static_cast<std::uint32_t>(native()->cqe) : 0;
  }

  /// Returns true once context::wait_event() has reported that a completion found the queue full.
  bool overrun() const noexcept { return body_->overrun(); }

  /// Returns the number of polls that the provider ended with an error, for example because of an
  /// unreadable CQE.
  std::uint64_t failed_polls() const noexcept { return body_->failed_polls(); }

  /// Returns the number that completion_channel::wait() returns for events of this queue. It is not
  /// the CQ's number on the device, which libibverbs does not report, and is never the number of a
  /// cq.
  std::uint32_t number() const noexcept { return body_->number(); }

  /// Returns the ibv_cq, for calls that this library does not make; null after close().
  ibv_cq* native() const noexcept { return body_->native(); }

 protected:
  using handle::handle;
};

}  // namespace detail

namespace verbs {

/// A range of completions in the order of arrival. It can be traversed once.
template <class Cq>
class completion_range {
 public:
  class iterator {
   public:
    using value_type = work_completion;
    using difference_type = std::ptrdiff_t;

    explicit iterator(completion_range& range) noexcept : range_(&range) {}
    const work_completion& operator*() const noexcept { return range_->current_; }
    const work_completion* operator->() const noexcept { return &range_->current_; }
    iterator& operator++() {
      range_->step();
      return *this;
    }
    void operator++(int) { range_->step(); }
    bool operator==(std::default_sentinel_t) const noexcept { return !range_->there_; }

   private:
    completion_range* range_;
  };

  completion_range(Cq& cq, unsigned most, wait_limit limit)
      : cq_(cq), left_(most), until_(deadline_after(limit)) {}

  iterator begin() {
    step();
    return iterator(*this);
  }
  std::default_sentinel_t end() const noexcept { return {}; }

 private:
  void step() {
    there_ = left_ != 0 && cq_.collect(std::span(&current_, 1), time_left(until_)) != 0;
    if (there_) --left_;
  }

  Cq& cq_;
  unsigned left_;
  deadline until_;
  work_completion current_;
  bool there_ = false;
};

}  // namespace verbs

/// The classic completion queue. Any number of threads poll it, each into its own array.
///
///   std::array<work_completion, 32> done;
///   for (const auto& one : std::span(done).first(cq.poll(done))) std::cout << one << '\n';
class verbs_cq : public detail::any_verbs_cq {
 public:
  /// Makes a queue with room for at least `cqes` completions.
  verbs_cq(const verbatim::context& context, std::uint32_t cqes)
      : detail::any_verbs_cq(verbs::make<verbs::verbs_cq_body>("create_cq", {context.body()},
                                                               *context.body(), cqes, nullptr)) {}

  /// Makes a queue with a channel, so that threads can wait for it.
  verbs_cq(const verbatim::context& context, std::uint32_t cqes, const completion_channel& channel)
      : detail::any_verbs_cq(
            verbs::make<verbs::verbs_cq_body>("create_cq", {context.body(), channel.body()},
                                              *context.body(), cqes, channel.body().get())) {}

  /// Takes over a queue that was made elsewhere, by ibv_create_cq() of this context. The
  /// destination of its events does not change. If this throws, the caller keeps it.
  static verbs_cq adopt(const verbatim::context& context, ibv_cq* native, ownership how) {
    return verbs_cq(
        verbs::make<verbs::verbs_cq_body>("adopt", {context.body()}, *context.body(), native, how));
  }

  /// Takes the completions in the queue, as many as fit into `into`, and returns their number.
  /// Finds nothing after the queue is closed.
  unsigned poll(std::span<work_completion> into) noexcept { return body_->poll(into); }

  /// Polls; if there is no completion, sleeps until an event arrives and polls again. Returns the
  /// same number as poll(); 0 only if the time limit passes first.
  unsigned wait(std::span<work_completion> into, verbs::wait_limit limit = std::nullopt,
                arm_mode which = arm_mode::any) {
    return verbs::poll_or_sleep(
        *body_, [&] { return poll(into); }, [&] { arm(which); }, limit);
  }

  /// Fills the array. Returns the number of completions, which is smaller only if the time limit
  /// passes first. With a channel, it sleeps meanwhile; otherwise it polls. Throws if the queue is
  /// closed.
  unsigned collect(std::span<work_completion> into, verbs::wait_limit limit = std::nullopt) {
    return verbs::collect(
        *body_, [&](unsigned most) { return poll(into.last(most)); }, [&] { arm(); },
        static_cast<unsigned>(into.size()), limit);
  }

  /// Returns the next `count` completions one by one as they arrive, until the time limit passes.
  /// It takes each from the queue only when it is needed, so that `break` loses nothing.
  ///
  ///   for (const auto& done : cq.completions(100, 10s)) std::cout << done << '\n';
  verbs::completion_range<verbs_cq> completions(unsigned count,
                                                verbs::wait_limit limit = std::nullopt) {
    return {*this, count, limit};
  }

 private:
  using detail::any_verbs_cq::any_verbs_cq;
};

}  // namespace verbatim
