// A completion queue: finds what has completed, and calls back with the entries.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/completion.hpp"
#include "verbatim/queue/cq_arming.hpp"
#include "verbatim/queue/cq_format.hpp"
#include "verbatim/queue/cqe_reader.hpp"
#include "verbatim/queue/endpoint_table.hpp"

namespace verbatim {

/// Completions of any number of QPs of the types `Endpoints`, told apart by QP number. An endpoint
/// has a send queue `sq`, a receive queue `rq`, which may be a reference to a shared one, or both;
/// behind a tag-matching SRQ also its `tags`, a reference.
///
///   cq.poll([](auto&& completion) { … completion.entry … });
///
/// The callback sees send_completion<Entry>, recv_completion<Entry> and tag_completion<Entry>; it may
/// post, attach and detach, but not poll the same queue. One thread at a time.
template <cq_format Format, class... Endpoints>
class basic_completion_queue {
  static_assert(sizeof...(Endpoints) != 0,
                "a completion queue names the types of its queue pairs, as in cq<rc_qp<int>>");

 public:
  static constexpr cq_format format = Format;

  /// Makes every CQE the device's: nothing may have been written yet.
  explicit basic_completion_queue(const completion_queue_memory& memory)
      : reader_(memory), arming_(memory) {}

  /// From now on completions of the QP with this number, or of the queue with this user index, go to
  /// `endpoint`, which stays where it is until it is detached. Allocates.
  template <class Endpoint>
  void attach(std::uint32_t number, Endpoint& endpoint) {
    static_assert((std::is_same_v<Endpoint, Endpoints> || ...),
                  "not a type of this queue: name it among the completion queue's, as in "
                  "cq<rc_qp<int>, ud_qp<int>>");
    endpoints_.insert({number, kind_of<Endpoint>(), &endpoint});
  }

  /// Completions of it that are still queued are dropped. What they took from shared queues is free
  /// again.
  void detach(std::uint32_t number) noexcept {
    discard(number);
    endpoints_.erase(number);
  }

  /// Calls back for those that are still queued: the device is done with the QP and adds none. They
  /// overtake those of other QPs.
  template <class OnCompletion>
  void detach(std::uint32_t number, OnCompletion&& on_completion) {
    if (const auto* const found = endpoints_.find(number)) {
      const auto to = *found;  // the callback may attach, which moves the table
      for_each_queued(number, [&](cqe_step step) {
        visit(to, [&](auto& endpoint) { completed(endpoint, step, on_completion); });
      });
    }
    disown(number);
    endpoints_.erase(number);
  }

  /// From now on what arrives through queue pairs that are not attached goes to `endpoint`, until it
  /// is detached: messages for an XRC SRQ name the XRC receive QP, which may be another process's.
  /// One at a time: of several SRQs they would not say which.
  template <class Endpoint>
  void attach_xrc_srq(Endpoint& endpoint) noexcept {
    static_assert((std::is_same_v<Endpoint, Endpoints> || ...),
                  "not a type of this queue: name it among the completion queue's, as in "
                  "cq<rc_qp<int>, ud_qp<int>>");
    assert(!has_xrc_srq());
    xrc_srq_ = {endpoint_table::nobody, kind_of<Endpoint>(), &endpoint};
  }

  /// Its completions that are still queued are dropped.
  void detach_xrc_srq() noexcept {
    reader_.disown([this](std::uint32_t number) { return endpoints_.find(number) == nullptr; });
    xrc_srq_ = {};
  }

  bool has_xrc_srq() const noexcept { return xrc_srq_.endpoint != nullptr; }

  /// Drops the completions of it that are queued. A QP that begins anew under the number would
  /// otherwise be given those of its past; the device is done with it and adds none.
  void discard(std::uint32_t number) noexcept {
    if (const auto* const to = endpoints_.find(number)) {
      for_each_queued(number, [&](cqe_step step) {
        visit(*to, [&](auto& endpoint) { give_back(endpoint, step); });
      });
    }
    disown(number);
  }

  /// Polls find nothing from now on, and the memory that was given to the queue may go.
  void close() noexcept {
    reader_.close();
    arming_.close();
  }

  /// Calls back for each completion there is, `budget` at most, and answers how many it took. One
  /// CQE can bring several entries back, or be none that somebody waits for, or the end of a ring.
  template <class OnCompletion>
  unsigned poll(OnCompletion&& on_completion, unsigned budget = 32) {
    auto at = reader_.here();
    const auto begin = at.ci;
    for (const auto end = begin + budget; at.ci != end;) {
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
        reader_.unfold(seen, at);
      }
      if (reader_.ready() != 0 && poll_ready(on_completion, end - at.ci)) {
        at = reader_.here();
        continue;
      }
      if (!poll_other(on_completion)) break;
      at = reader_.here();
      // What is left out may be many CQEs.
      if (at.ci - begin >= budget) break;
    }
    if (at.ci == begin) return 0;
    reader_.publish();
    return std::min(at.ci - begin, budget);
  }

  /// Asks for one event on the CQ's channel when there is something that has not been polled. Then
  /// poll until nothing is there, as what came before raises none, and only then wait.
  void arm(arm_mode which = arm_mode::any) noexcept { arming_.arm(reader_.ci(), which); }

  /// An event of this CQ was taken from its channel. Before it is armed again.
  void event_taken() noexcept { arming_.event_taken(); }

  /// Polling goes on in another ring behind the CQE with which the device ends this one: call this,
  /// then tell the device, and keep this ring until resizing() is false.
  void resize_to(const completion_queue_memory& memory) noexcept { reader_.resize_to(memory); }
  bool resizing() const noexcept { return reader_.resizing(); }

  /// The device has refused: polling stays in this ring.
  void stay() noexcept { reader_.stay(); }

  /// CQEs that were no completion of an attached QP.
  std::uint64_t dropped() const noexcept { return dropped_; }

  /// The last one of them.
  struct dropped_cqe {
    cqe_problem why = cqe_problem::none;
    alignas(64) std::array<std::byte, cqe64::size> bytes{};
  };
  const dropped_cqe& last_dropped() const noexcept { return last_dropped_; }

  /// Free-running consumer index.
  std::uint32_t ci() const noexcept { return reader_.ci(); }

  /// Completions that the device can write before some are polled.
  std::uint32_t cqes() const noexcept { return reader_.cqes(); }

 private:
  using target = endpoint_table::target;

  void disown(std::uint32_t number) noexcept {
    reader_.disown([number](std::uint32_t other) { return other == number; });
  }

  /// What a poll would find of it, and leaves it there.
  template <class OnStep>
  void for_each_queued(std::uint32_t number, OnStep on_step) {
    auto reader = reader_;
    for (auto step = reader.peek(); step.what != cqe_step::kind::empty; step = reader.peek()) {
      if (step.what == cqe_step::kind::malformed || step.what == cqe_step::kind::unfolded) continue;
      if (step.owner == number) on_step(step);
    }
  }

  /// A completion is dropped: what it would have brought back goes to the queues that outlive its QP.
  template <class Endpoint>
  static void give_back(Endpoint& endpoint, cqe_step step) noexcept {
    if constexpr (requires { endpoint.rq.give_back(step.cqe.wqe_counter()); }) {
      const bool received =
          step.opcode >= cqe_opcode::resp_wr_imm && step.opcode < cqe_opcode::resize_cq;
      if (!received && step.opcode != cqe_opcode::resp_err) return;
      if constexpr (requires { endpoint.tags; }) {
        if (endpoint.tags.takes(step.cqe)) return endpoint.tags.drop(step.cqe);
      }
      const auto wqe_index = step.cqe.wqe_counter();
      if (endpoint.rq.holds(wqe_index)) endpoint.rq.give_back(wqe_index);
    }
  }

  /// Inlined before the compiler looks what of a callback can stay in registers.
  template <class OnCompletion>
  [[gnu::always_inline]] void dispatch(good_cqe good, OnCompletion& on_completion) {
    if (const auto* const to = owner_of(good.cqe, good.owner)) [[likely]] {
      visit(
          *to, [&](auto& endpoint)
                   __attribute__((always_inline)) { completed(endpoint, good, on_completion); });
    }
  }

  /// What a compressed CQE still stands for, of which the owner has to be found only once. Answers
  /// false if it is not there.
  template <class OnCompletion>
  [[gnu::always_inline]] bool poll_ready(OnCompletion& on_completion, unsigned budget) {
    const auto owner = reader_.ready_owner();
    const target* const to = endpoints_.find(owner);
    if (to == nullptr) [[unlikely]] {
      return reader_.each_ready(1, [&](auto one) {
        const auto cqe = one.whole();
        if (const auto* const other = owner_of_unattached(cqe.view(), owner))
          visit(*other, [&](auto& endpoint) { completed(endpoint, one, on_completion); });
      });
    }
    bool arrived = true;
    visit(
        *to, [&](auto& endpoint) __attribute__((always_inline)) {
          arrived = reader_.each_ready(
              budget, [&](auto one) __attribute__((always_inline)) {
                completed(endpoint, one, on_completion);
              });
        });
    return arrived;
  }

  /// What is not a good completion with its payload in memory. Answers false if there is nothing.
  /// Inlined, though rare: a callback whose address goes elsewhere keeps its counters in memory.
  template <class OnCompletion>
  [[gnu::always_inline]] bool poll_other(OnCompletion& on_completion) {
    const auto step = reader_.next_other();
    if (step.what == cqe_step::kind::empty) return false;
    if (step.what == cqe_step::kind::unfolded) return true;
    if (step.what == cqe_step::kind::malformed) {
      drop(step.cqe, step.problem);
    } else if (const auto* const to = owner_of(step.cqe, step.owner)) {
      visit(*to, [&](auto& endpoint) { completed(endpoint, step, on_completion); });
    }
    return true;
  }

  /// Whose CQE it is; null if nobody's, which is noted.
  [[gnu::always_inline]] const target* owner_of(cqe64 cqe, std::uint32_t number) noexcept {
    if (const auto* const to = endpoints_.find(number)) [[likely]]
      return to;
    return owner_of_unattached(cqe, number);
  }
  [[gnu::noinline, gnu::cold]] const target* owner_of_unattached(cqe64 cqe,
                                                                 std::uint32_t number) noexcept {
    if (has_xrc_srq() && number != 0) return &xrc_srq_;
    drop(cqe, number == 0 ? cqe_problem::detached : cqe_problem::unknown_owner);
    return nullptr;
  }

  /// `good` is a good_cqe or an unfolded_cqe.
  template <class Endpoint, class Good, class OnCompletion>
  [[gnu::always_inline]] void completed(Endpoint& endpoint, Good good,
                                        OnCompletion& on_completion) {
    if (good.of_send) [[likely]] {
      return sent(endpoint, good, on_completion);
    }
    received(endpoint, good, false, on_completion);
  }

  template <class Endpoint, class OnCompletion>
  [[gnu::always_inline]] void completed(Endpoint& endpoint, cqe_step step,
                                        OnCompletion& on_completion) {
    switch (step.opcode) {
      case cqe_opcode::req:
        if (step.what == cqe_step::kind::inlined && !scatter_sent(endpoint, step.cqe)) return;
        return sent(endpoint, good_of(step), on_completion);
      case cqe_opcode::req_err:
        return send_failed(endpoint, step.cqe, on_completion);
      case cqe_opcode::resp_err:
        return received(endpoint, good_of(step), true, on_completion);
      case cqe_opcode::no_packet:
        return list_changed(endpoint, step.cqe, on_completion);
      default:
        if (step.what == cqe_step::kind::inlined && !scatter_received(endpoint, step.cqe)) return;
        return received(endpoint, good_of(step), false, on_completion);
    }
  }

  static good_cqe good_of(const cqe_step& step) noexcept {
    return {.cqe = step.cqe, .wqe_counter = step.cqe.wqe_counter()};
  }

  /// Of a tag-matching SRQ.
  template <class Endpoint, class OnCompletion>
  void list_changed(Endpoint& endpoint, cqe64 cqe, OnCompletion& on_completion) {
    if constexpr (requires { endpoint.tags; }) {
      if (endpoint.tags.takes(cqe)) return match(endpoint, cqe, false, on_completion);
    }
    drop(cqe, cqe_problem::no_such_queue);
  }

  template <class Endpoint, class Good, class OnCompletion>
  [[gnu::always_inline]] void sent(Endpoint& endpoint, Good good, OnCompletion& on_completion) {
    if constexpr (requires { endpoint.sq; }) {
      if (endpoint.sq.complete(good.wqe_counter, hand_back(good, on_completion))) [[likely]]
        return;
      drop(good, cqe_problem::not_posted);
    } else {
      drop(good, cqe_problem::no_such_queue);
    }
  }

  template <class Endpoint, class OnCompletion>
  [[gnu::always_inline]] void send_failed(Endpoint& endpoint, cqe64 cqe,
                                          OnCompletion& on_completion) {
    if constexpr (requires { endpoint.sq; }) {
      if (endpoint.sq.fail(cqe.wqe_counter(), hand_back(good_cqe{cqe}, on_completion))) return;
      drop(cqe, cqe_problem::not_posted);
    } else if constexpr (requires { endpoint.tags; }) {
      // A command queue pair sends nothing else.
      if (!endpoint.tags.fail(cqe, on_completion)) drop(cqe, cqe_problem::not_posted);
    } else {
      drop(cqe, cqe_problem::no_such_queue);
    }
  }

  template <class Endpoint, class Good, class OnCompletion>
  [[gnu::always_inline]] void received(Endpoint& endpoint, Good good, bool failed,
                                       OnCompletion& on_completion) {
    if constexpr (requires { endpoint.tags; }) {
      const auto cqe = good.whole();
      if (endpoint.tags.takes(cqe.view()))
        return match(endpoint, cqe.view(), failed, on_completion);
    }
    if constexpr (requires { endpoint.rq; }) {
      if (!endpoint.rq.holds(good.wqe_counter)) [[unlikely]]
        return drop(good, cqe_problem::not_posted);
      using queue = std::remove_reference_t<decltype(endpoint.rq)>;
      const auto cqe = good.whole();
      on_completion(recv_completion<typename queue::entry>{cqe.view(), failed,
                                                           endpoint.rq.retire(good.wqe_counter)});
    } else {
      drop(good, cqe_problem::no_such_queue);
    }
  }

  template <class Endpoint, class OnCompletion>
  void match(Endpoint& endpoint, cqe64 cqe, bool failed, OnCompletion& on_completion) {
    if (!endpoint.tags.complete(cqe, failed, on_completion)) drop(cqe, cqe_problem::not_posted);
  }

  /// What send queues call with each entry that a CQE brings back.
  template <class Good, class OnCompletion>
  static auto hand_back(Good good, OnCompletion& on_completion) noexcept {
    return [ good, &on_completion ]<class Entry>(Entry && entry, bool failed, bool signaled)
        __attribute__((always_inline)) {
      const auto cqe = good.whole();
      on_completion(send_completion<Entry>{cqe.view(), failed, std::move(entry), signaled});
    };
  }

  template <class Endpoint>
  bool scatter_sent(Endpoint& endpoint, cqe64 cqe) {
    if constexpr (requires { endpoint.sq; }) {
      auto payload = payload_of(cqe);
      if (cqe.s_wqe_opcode() == opcode::rdma_read) {
        if (!fits(cqe, payload)) return false;
        payload = payload.first(cqe.byte_cnt());
      }
      if (!endpoint.sq.holds(cqe.wqe_counter())) return true;  // as will be said
      return found_room(cqe, endpoint.sq.scatter(cqe.wqe_counter(), payload));
    } else {
      return true;  // as will be said
    }
  }

  template <class Endpoint>
  bool scatter_received(Endpoint& endpoint, cqe64 cqe) {
    if constexpr (requires { endpoint.rq; }) {
      const auto payload = payload_of(cqe);
      if (!fits(cqe, payload)) return false;
      if (!endpoint.rq.holds(cqe.wqe_counter())) return true;  // as will be said
      return found_room(cqe, endpoint.rq.scatter(cqe.wqe_counter(), payload.first(cqe.byte_cnt())));
    } else {
      return true;  // as will be said
    }
  }

  /// As much as there can be.
  static std::span<const std::byte> payload_of(cqe64 cqe) noexcept {
    if (cqe.format() == cqe_format::inline_32) return {cqe.bytes(), 32};
    return {cqe.bytes() - 64, 64};
  }
  bool fits(cqe64 cqe, std::span<const std::byte> payload) noexcept {
    if (cqe.byte_cnt() <= payload.size()) return true;
    drop(cqe, cqe_problem::inline_data_too_long);
    return false;
  }
  bool found_room(cqe64 cqe, bool found) noexcept {
    if (!found) drop(cqe, cqe_problem::inline_data_without_buffer);
    return found;
  }

  template <class Good>
  [[gnu::noinline, gnu::cold]] void drop(Good good, cqe_problem why) noexcept {
    const auto cqe = good.whole();
    drop(cqe.view(), why);
  }
  [[gnu::noinline, gnu::cold]] void drop(cqe64 cqe, cqe_problem why) noexcept {
    ++dropped_;
    last_dropped_.why = why;
    std::memcpy(last_dropped_.bytes.data(), cqe.bytes(), cqe64::size);
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
    visitor(*static_cast<std::tuple_element_t<I, std::tuple<Endpoints...>>*>(t.endpoint));
  }

  cqe_reader<Format> reader_;
  endpoint_table endpoints_;
  target xrc_srq_;
  cq_arming arming_;
  std::uint64_t dropped_ = 0;
  dropped_cqe last_dropped_;
};

/// Of queue pairs of different types, with CQEs of 64 bytes that are not compressed.
template <class... Endpoints>
using completion_queue = basic_completion_queue<cq_format{}, Endpoints...>;

/// Of queue pairs of one type: the callback is inlined into the loop.
template <class Endpoint, cq_format Format = cq_format{}>
using mono_completion_queue = basic_completion_queue<Format, Endpoint>;

}  // namespace verbatim
