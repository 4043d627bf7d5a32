// A completion queue: finds completions, and calls back with their entries.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/base/counters.hpp"
#include "verbatim/queue/base/probes.hpp"
#include "verbatim/queue/completion/completion_handler.hpp"
#include "verbatim/queue/completion/cq_arming.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/cqe_reader.hpp"
#include "verbatim/queue/completion/endpoint_table.hpp"
#include "verbatim/queue/completion/on_completion.hpp"
#include "verbatim/queue/completion/polling_thread.hpp"

namespace verbatim {

namespace detail {

/// The completion_queue of a format.
template <cq_format Format, class... Endpoints>
class basic_completion_queue {
  static_assert(sizeof...(Endpoints) != 0,
                "a completion queue names the types of its queue pairs, as in cq<rc_qp<int>>");
  static_assert(Format.prefetch == 0 || Format.compression == cqe_compression::none,
                "prefetch is for CQEs that are not compressed: leave it out");

 public:
  using memory_type = completion_queue_memory;

  /// The format of the CQEs.
  static constexpr cq_format format = Format;

  /// Gives every CQE to the device. The device must not have written any CQE yet.
  explicit basic_completion_queue(const completion_queue_memory& memory)
      : reader_(memory), arming_(memory) {}

  /// Sends completions of the QP with this number, or of the queue with this user index, to
  /// `endpoint`. The endpoint must not move until it is detached. Allocates.
  template <class Endpoint>
  void attach(std::uint32_t number, Endpoint& endpoint) {
    static_assert((std::is_same_v<Endpoint, Endpoints> || ...),
                  "not a type of this queue: name it among the completion queue's, as in "
                  "cq<rc_qp<int>, ud_qp<int>>");
    // CQEs that are already queued under this number came through an earlier queue pair and belong
    // to the XRC SRQ.
    if (Format.owner == cqe_owner::qpn && has_xrc_srq()) disown(number, no_queue_pair);
    [[maybe_unused]] const polling_thread::use inside(thread_);
    endpoints_.insert({number, kind_of<Endpoint>(), &endpoint});
  }

  /// Detaches an endpoint and drops its completions that are still queued. The WQEs that they took
  /// from shared queues are free again.
  void detach(std::uint32_t number) noexcept {
    [[maybe_unused]] const polling_thread::use inside(thread_);
    discard(number);
    endpoints_.erase(number);
  }

  /// Detaches an endpoint and calls back for its completions that are still queued. The device must
  /// have finished with the QP, so that it adds no more. These completions overtake those of other
  /// QPs.
  template <class OnCompletion>
  void detach(std::uint32_t number, OnCompletion&& on_completion) {
    [[maybe_unused]] const polling_thread::use inside(thread_);
    if constexpr (takes_all<OnCompletion>()) {
      if (const auto* const found = endpoints_.find(number)) {
        const auto to = *found;  // a copy: the callback may attach, which moves the table
        for_each_queued(number, [&](cqe_step step) {
          visit(to, [&](auto& endpoint) { handler_.completed(endpoint, step, on_completion); });
        });
      }
    }
    disown(number);
    endpoints_.erase(number);
  }

  /// Sends completions of queue pairs that are not attached to `endpoint`, until it is detached.
  /// CQEs of an XRC SRQ contain the number of the XRC receive QP, which may belong to another
  /// process. Only one XRC SRQ can be attached at a time, because a CQE does not contain the number
  /// of the SRQ.
  template <class Endpoint>
  void attach_xrc_srq(Endpoint& endpoint) noexcept {
    static_assert((std::is_same_v<Endpoint, Endpoints> || ...),
                  "not a type of this queue: name it among the completion queue's, as in "
                  "cq<rc_qp<int>, ud_qp<int>>");
    [[maybe_unused]] const polling_thread::use inside(thread_);
    assert(!has_xrc_srq());
    xrc_srq_ = {endpoint_table::nobody, kind_of<Endpoint>(), &endpoint};
  }

  /// Detaches the XRC SRQ and drops its completions that are still queued.
  void detach_xrc_srq() noexcept {
    [[maybe_unused]] const polling_thread::use inside(thread_);
    reader_.disown([this](std::uint32_t number) { return endpoints_.find(number) == nullptr; });
    xrc_srq_ = {};
  }

  /// Returns true if an XRC SRQ is attached.
  bool has_xrc_srq() const noexcept { return xrc_srq_.endpoint != nullptr; }

  /// Drops the queued completions of a QP. Without this, a reset QP with the same number would
  /// receive old completions. The device must have finished with the QP, so that it adds no more.
  void discard(std::uint32_t number) noexcept {
    [[maybe_unused]] const polling_thread::use inside(thread_);
    if (const auto* const to = endpoints_.find(number)) {
      for_each_queued(number, [&](cqe_step step) {
        visit(*to, [&](auto& endpoint) { handler_.give_back(endpoint, step); });
      });
    }
    disown(number);
  }

  /// Closes the queue. Later polls find nothing, and the memory that was given to the queue may be
  /// freed.
  void close() noexcept {
    [[maybe_unused]] const polling_thread::use inside(thread_);
    reader_.close();
    arming_.close();
  }

  /// Calls back for each completion in the queue, at most `budget`, and returns the number taken.
  /// One CQE can bring back several entries. It brings back none if its endpoint is not attached or
  /// if it ends a ring.
  template <class OnCompletion>
  [[gnu::always_inline]] unsigned poll(OnCompletion&& on_completion, unsigned budget = 32) {
    [[maybe_unused]] const polling_thread::use inside(thread_);
    if constexpr (takes_all<OnCompletion>()) {
      const auto begin = reader_.ci();
      if constexpr (reader::unfolds) {
        poll_unfolding(on_completion, budget);
      } else {
        poll_plain(on_completion, budget);
      }
      const auto end = reader_.ci();
      if constexpr (counts)
        counters_.count_poll(begin, end, reader_.cqes() - 1, handler_.dropped());
      if (end == begin) return 0;
      VERBATIM_PROBE3(poll, arming_.cqn(), end - begin, end);
      reader_.publish();
      return std::min(end - begin, budget);
    } else {
      return 0;
    }
  }

  /// Requests one event on the CQ's channel when the next completion arrives. Afterwards poll until
  /// the queue is empty, because earlier completions raise no event. Only then wait.
  void arm(arm_mode which = arm_mode::any) noexcept { arming_.arm(reader_.ci(), which); }

  /// Records that an event of this CQ was taken from its channel. Call it before the CQ is armed
  /// again.
  void event_taken() noexcept { arming_.event_taken(); }

  /// Makes polling continue in another ring, after the CQE with which the device ends this one.
  /// Call this first, then resize the CQ on the device, and keep the old ring until resizing() is
  /// false.
  void resize_to(const completion_queue_memory& memory) noexcept {
    [[maybe_unused]] const polling_thread::use inside(thread_);
    reader_.resize_to(memory);
  }

  /// Returns true until polling has reached the CQE that ends the old ring.
  bool resizing() const noexcept { return reader_.resizing(); }

  /// Stays in this ring, because the device has refused the new one.
  void stay() noexcept { reader_.stay(); }

  /// Returns the number of CQEs that were not completions of an attached QP.
  std::uint64_t dropped() const noexcept { return handler_.dropped(); }

  /// Returns the last CQE that was dropped, and the reason.
  const dropped_cqe& last_dropped() const noexcept { return handler_.last_dropped(); }

  /// Returns the counters of a queue whose format has counting::counters::kept. Any thread may read
  /// them.
  const auto& counters() const noexcept {
    static_assert(counts,
                  "this queue counts nothing: give it the format cq_format{.counters = "
                  "counting::counters::kept}");
    return static_cast<const counting::completion_counters&>(counters_);
  }

  /// Returns the free-running consumer index.
  std::uint32_t ci() const noexcept { return reader_.ci(); }

  /// Returns the capacity in CQEs: the number that the device can write before some are polled.
  std::uint32_t cqes() const noexcept { return reader_.cqes(); }

 private:
  using reader = cqe_reader<Format>;
  using target = endpoint_table::target;

  static constexpr bool counts = Format.counters == counting::counters::kept;
  using counters_type = std::conditional_t<counts, counted_completions, nothing_counted>;

  /// Returns true. If the callback does not take a completion, compilation fails with the reason.
  template <class OnCompletion>
  static constexpr bool takes_all() noexcept {
    return (takes_completions_of<OnCompletion, Endpoints>() && ...);
  }

  /// The QP number of multicast, which no queue pair has.
  static constexpr std::uint32_t no_queue_pair = 0xffffff;

  void disown(std::uint32_t number, std::uint32_t heir = 0) noexcept {
    reader_.disown([number](std::uint32_t other) { return other == number; }, heir);
  }

  /// Polls CQEs that each represent one completion.
  template <class OnCompletion>
  [[gnu::always_inline]] void poll_plain(OnCompletion& on_completion, unsigned budget) {
    const auto end = reader_.ci() + budget;
    while (reader_.ci() != end) {
      for (auto run = reader_.begin_run(end - reader_.ci()); reader_.has(run); ++run) {
        const auto seen = reader_.look(run);
        if (seen.of_send()) [[likely]] {
          dispatch(reader_.take(seen, run, true), on_completion);
          continue;
        }
        if (seen.good()) {
          dispatch(reader_.take(seen, run, false), on_completion);
          continue;
        }
        if (!poll_other(on_completion)) return;
        break;  // the next CQE may be in another ring
      }
    }
  }

  /// Polls CQEs of which some represent several completions.
  template <class OnCompletion>
  [[gnu::always_inline]] void poll_unfolding(OnCompletion& on_completion, unsigned budget) {
    auto at = reader_.here();
    const auto begin = at.ci;
    for (const auto end = begin + budget; at.ci != end;) {
      typename reader::session ready;
      if (reader_.ready() == 0) {
        const auto seen = reader_.look(at);
        if (seen.of_send()) [[likely]] {
          dispatch(reader_.take(seen, at, true), on_completion);
          continue;
        }
        if (seen.good()) {
          dispatch(reader_.take(seen, at, false), on_completion);
          continue;
        }
        ready = reader_.unfold(seen, at, end - at.ci);
      } else {
        ready = reader_.resume(end - at.ci);
      }
      if (ready.count != 0) {
        poll_ready(ready, on_completion);
      } else if (!poll_other(on_completion) || reader_.ci() - begin >= budget) {
        return;  // there is no CQE, or a step has skipped many
      }
      at = reader_.here();
    }
  }

  /// Calls on_step for each queued step of an endpoint, and leaves the steps in the queue.
  template <class OnStep>
  void for_each_queued(std::uint32_t number, OnStep on_step) {
    auto copy = reader_;
    for (auto step = copy.peek(); step.what != cqe_step::kind::empty; step = copy.peek()) {
      if (step.what == cqe_step::kind::malformed || step.what == cqe_step::kind::unfolded) continue;
      if (step.owner == number) on_step(step);
    }
  }

  /// Calls back for a good completion. It is inlined before the compiler decides which variables of
  /// a callback can stay in registers.
  template <class OnCompletion>
  [[gnu::always_inline]] void dispatch(good_cqe good, OnCompletion& on_completion) {
    if (const auto* const to = owner_of(good.cqe, good.owner)) [[likely]] {
      visit(
          *to, [&](auto& endpoint) __attribute__((always_inline)) {
            handler_.completed(endpoint, good, on_completion);
          });
    }
  }

  /// Calls back for completions of a compressed CQE. They have one owner, so one lookup is enough.
  template <class Session, class OnCompletion>
  [[gnu::always_inline]] void poll_ready(Session ready, OnCompletion& on_completion) {
    const target* const to = endpoints_.find(ready.owner);
    if (to == nullptr) [[unlikely]] {
      ready.count = 1;
      return reader_.each_ready(ready, [&](auto one) {
        const auto cqe = one.whole();
        if (const auto* const other = owner_of_unattached(cqe.view(), ready.owner))
          visit(*other, [&](auto& endpoint) { handler_.completed(endpoint, one, on_completion); });
      });
    }
    visit(
        *to, [&](auto& endpoint) __attribute__((always_inline)) {
          reader_.each_ready(
              ready, [&](auto one) __attribute__((always_inline)) {
                handler_.completed(endpoint, one, on_completion);
              });
        });
  }

  /// Handles a CQE that is not a good completion with its payload in memory. Returns false if there
  /// is no CQE. It is inlined although it is rare: if the address of a callback escaped, the
  /// callback's counters would stay in memory.
  template <class OnCompletion>
  [[gnu::always_inline]] bool poll_other(OnCompletion& on_completion) {
    const auto step = reader_.next_other();
    if (step.what == cqe_step::kind::empty) return false;
    if (step.what == cqe_step::kind::unfolded) return true;
    if constexpr (counts) {
      if (step.what == cqe_step::kind::error) counters_.count_error();
    }
#ifdef VERBATIM_USDT
    if (step.what == cqe_step::kind::error) {
      const err_cqe failed(step.cqe.bytes());
      VERBATIM_PROBE4(error, step.owner, failed.wqe_counter(),
                      static_cast<std::uint8_t>(failed.syndrome()), failed.vendor_err_synd());
    }
#endif
    if (step.what == cqe_step::kind::malformed) {
      handler_.drop(step.cqe, step.problem);
    } else if (const auto* const to = owner_of(step.cqe, step.owner)) {
      visit(*to, [&](auto& endpoint) { handler_.completed(endpoint, step, on_completion); });
    }
    return true;
  }

  /// Returns the target of a CQE. Returns null and counts the CQE as dropped if there is none.
  [[gnu::always_inline]] const target* owner_of(cqe64 cqe, std::uint32_t number) noexcept {
    if (const auto* const to = endpoints_.find(number)) [[likely]]
      return to;
    return owner_of_unattached(cqe, number);
  }
  [[gnu::noinline, gnu::cold]] const target* owner_of_unattached(cqe64 cqe,
                                                                 std::uint32_t number) noexcept {
    if (has_xrc_srq() && number != 0) return &xrc_srq_;
    handler_.drop(cqe, number == 0 ? cqe_problem::detached : cqe_problem::unknown_owner);
    return nullptr;
  }

  template <class Endpoint>
  static constexpr std::uint32_t kind_of() noexcept {
    std::uint32_t kind = 0;
    (void)((std::is_same_v<Endpoint, Endpoints> || (++kind, false)) || ...);
    return kind;
  }

  template <std::size_t I = 0, class Visitor>
  [[gnu::always_inline]] static void visit(const target& t, Visitor&& visitor) {
    if constexpr (I + 1 < sizeof...(Endpoints)) {
      if (t.kind != I) return visit<I + 1>(t, std::forward<Visitor>(visitor));
    }
    const target* to = &t;
    // Without this, compilers move what all types share before the test, and that takes longer.
    if constexpr (sizeof...(Endpoints) != 1) asm("" : "+r"(to));
    visitor(*static_cast<std::tuple_element_t<I, std::tuple<Endpoints...>>*>(to->endpoint));
  }

  reader reader_;
  endpoint_table endpoints_;
  target xrc_srq_;
  cq_arming arming_;
  completion_handler handler_;
  [[no_unique_address]] counters_type counters_;
  [[no_unique_address]] polling_thread thread_;
};

}  // namespace detail

/// A completion queue for any number of QPs of the given types, distinguished by QP number. An
/// endpoint has a send queue `sq`, a receive queue `rq`, or both. `rq` may be a reference to a
/// shared queue. With a tag-matching SRQ, the endpoint also has a reference `tags`.
///
///   cq.poll([](auto&& completion) { … completion.entry … });
///
/// The callback receives send_completion<Entry>, recv_completion<Entry> and tag_completion<Entry>.
/// It may post, attach and detach, but not poll the same queue. Use the queue from one thread at a
/// time.
template <class... EndpointsBehindFormat>
class completion_queue : public detail::cq_arguments<EndpointsBehindFormat...>::template of<
                             detail::basic_completion_queue> {
  using base = typename detail::cq_arguments<EndpointsBehindFormat...>::template of<
      detail::basic_completion_queue>;

 public:
  using base::base;
};

}  // namespace verbatim
