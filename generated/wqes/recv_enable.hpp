// Generated from specs/wqes/control/recv_enable.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/wait_cq_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Lets a managed receive queue run as far as an index.
///
///   recv_enable(flags) → queue() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master.
template <class Slot>
struct recv_enable {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::recv_en};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_queue;
  using ready = wire::ready<wqe::recv_enable, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_queue>
  class begins {
   public:
    /// Lets a managed receive queue run as far as an index. Next: queue().
    [[gnu::always_inline]] First recv_enable(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::recv_enable::octowords_before_data <= Slot::max_octowords,
                    "recv_enable does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows queue().
  class [[nodiscard]] needs_queue : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The CQ to wait for, or the queue to let run, and how far. Next: signal() or finish().
    [[gnu::always_inline]] ready queue(std::uint32_t max_index, std::uint32_t qpn) && noexcept {
      this->slot_.write(wait_cq_seg{.max_index = max_index, .qpn_cqn = qpn});
      return ready{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
