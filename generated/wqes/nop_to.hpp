// Generated from specs/wqes/control/nop_to.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Does nothing, but reaches a peer in its place among the other WQEs.
///
///   nop(flags) → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.c, uct_dc_mlx5_iface, the flush with an address vector.
template <class Slot>
struct nop_to {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::nop};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  using ready = wire::ready<wqe::nop_to, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = ready>
  class begins {
   public:
    /// Does nothing, but reaches a peer in its place among the other WQEs. Next: signal() or finish().
    [[gnu::always_inline]] First nop(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::nop_to::octowords_before_data <= Slot::max_octowords,
                    "nop_to does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };
};

}  // namespace verbatim::wqe
