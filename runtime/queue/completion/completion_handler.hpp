// Passes a completion to the queues of its endpoint.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/cqe_step.hpp"

namespace verbatim::detail {

/// The last CQE that was dropped, and the reason.
struct dropped_cqe {
  /// The reason; `none` if no CQE was dropped yet.
  cqe_problem why = cqe_problem::none;

  /// A copy of the CQE. It is the last half of a CQE of 128 bytes.
  alignas(64) std::array<std::byte, cqe64::size> bytes{};
};

/// Takes the entries of a completion from the queues of its endpoint, and calls back with them.
/// Drops CQEs that are not completions of the endpoint.
class completion_handler {
 public:
  /// Handles a good completion. `good` is a good_cqe or an unfolded_cqe.
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

  /// Drops a completion. Its WQE goes back to a shared queue, which outlives the QP.
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

  /// Returns the number of CQEs that were dropped.
  std::uint64_t dropped() const noexcept { return dropped_; }

  /// Returns the last CQE that was dropped.
  const dropped_cqe& last_dropped() const noexcept { return last_dropped_; }

 private:
  static good_cqe good_of(const cqe_step& step) noexcept {
    return {.cqe = step.cqe, .wqe_counter = step.cqe.wqe_counter()};
  }

  /// Handles a CQE without a packet. A tag-matching SRQ gets one when its list of tags has changed.
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
      // A command queue pair posts only commands.
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
      const auto wqe_index = static_cast<std::uint16_t>(good.wqe_counter);
      if (!endpoint.rq.holds(wqe_index)) [[unlikely]]
        return drop(good, cqe_problem::not_posted);
      using queue = std::remove_reference_t<decltype(endpoint.rq)>;
      const auto cqe = good.whole();
      on_completion(recv_completion<typename queue::entry>{cqe.view(), failed,
                                                           endpoint.rq.retire(wqe_index)});
    } else {
      drop(good, cqe_problem::no_such_queue);
    }
  }

  template <class Endpoint, class OnCompletion>
  void match(Endpoint& endpoint, cqe64 cqe, bool failed, OnCompletion& on_completion) {
    if (!endpoint.tags.complete(cqe, failed, on_completion)) drop(cqe, cqe_problem::not_posted);
  }

  /// Returns the function that send queues call with each entry that a CQE brings back.
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
      if (!endpoint.sq.holds(cqe.wqe_counter())) return true;  // the caller reports the missing WQE
      return found_room(cqe, endpoint.sq.scatter(cqe.wqe_counter(), payload));
    } else {
      return true;  // the caller reports it
    }
  }

  template <class Endpoint>
  bool scatter_received(Endpoint& endpoint, cqe64 cqe) {
    if constexpr (requires { endpoint.rq; }) {
      const auto payload = payload_of(cqe);
      if (!fits(cqe, payload)) return false;
      if (!endpoint.rq.holds(cqe.wqe_counter())) return true;  // the caller reports the missing WQE
      return found_room(cqe, endpoint.rq.scatter(cqe.wqe_counter(), payload.first(cqe.byte_cnt())));
    } else {
      return true;  // the caller reports it
    }
  }

  /// Returns the longest payload that the CQE can hold.
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

  std::uint64_t dropped_ = 0;
  dropped_cqe last_dropped_;
};

}  // namespace verbatim::detail
