// Generated from specs/wqes/memory_keys/set_psv.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Sets the value from which a signature goes on.
///
///   set_psv(flags) → psv() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_umr_set_psv.
template <class Slot>
struct set_psv {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::set_psv,
                                                         .fences_next = true};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_psv;
  using ready = wire::ready<wqe::set_psv, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_psv>
  class begins {
   public:
    /// Sets the value from which a signature goes on. Next: psv().
    [[gnu::always_inline]] First set_psv(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::set_psv::octowords_before_data <= Slot::max_octowords,
                    "set_psv does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows psv().
  class [[nodiscard]] needs_psv : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// Sets a protection signature value (PSV), the state that a signature has reached so far. Next: signal()
    /// or finish().
    [[gnu::always_inline]] ready psv(std::uint32_t psv_index,
                                     std::uint64_t transient_signature) && noexcept {
      this->slot_.write(
          set_psv_seg{.psv_index = psv_index, .transient_signature = transient_signature});
      return ready{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
