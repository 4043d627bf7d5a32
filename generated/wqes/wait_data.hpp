// Generated from specs/wqes/control/wait_data.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/wait_data_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Waits until 8 bytes of memory have a value.
///
///   wait_data(flags) → until() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_wseg_init; drivers/common/mlx5/mlx5_prm.h, struct
/// mlx5_wqe_wseg.
template <class Slot>
struct wait_data {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::wait,
                                                         .opmod = 1};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_until;
  using ready = wire::ready<wqe::wait_data, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_until>
  class begins {
   public:
    /// Waits until 8 bytes of memory have a value. Next: until().
    [[gnu::always_inline]] First wait_data(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::wait_data::octowords_before_data <= Slot::max_octowords,
                    "wait_data does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows until().
  class [[nodiscard]] needs_until : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The value in memory, or the time, to wait for. Next: signal() or finish().
    [[gnu::always_inline]] ready until(verbatim::wait_operation operation, std::uint64_t value,
                                       std::uint64_t mask, verbatim::lkey lkey,
                                       std::uint64_t addr_63_3) && noexcept {
      this->slot_.write(wait_data_seg{.operation = operation,
                                      .lkey = lkey.value(),
                                      .va_63_3 = addr_63_3,
                                      .value = value,
                                      .mask = mask});
      return ready{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
