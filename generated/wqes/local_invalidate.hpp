// Generated from specs/wqes/memory_keys/local_invalidate.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Makes a key invalid: that of a memory window, or of a memory key that UMRs may change.
///
///   local_invalidate(flags) → key() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_local_inv.
template <class Slot>
struct local_invalidate {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::umr,
                                                         .fences_next = true};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_key;
  using ready = wire::ready<wqe::local_invalidate, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_key>
  class begins {
   public:
    /// Makes a key invalid: that of a memory window, or of a memory key that UMRs may change. Next: key().
    [[gnu::always_inline]] First local_invalidate(typename Slot::flags flags = {}) && noexcept {
      static_assert(
          Transport::local_invalidate::octowords_before_data <= Slot::max_octowords,
          "local_invalidate does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows key().
  class [[nodiscard]] needs_key : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// `ctrl_seg.imm` is `rkey`. Next: signal() or finish().
    [[gnu::always_inline]] ready key(verbatim::rkey rkey) && noexcept {
      this->slot_.imm(rkey.value());
      this->slot_.write(umr_ctrl_seg{
          .list_inline = 1, .trans_off_en = 1, .check_qpn = 1, .mkey_mask = 536895488});
      this->slot_.write(mkey_ctx_seg{.free = 1, .qpn = 16777215});
      return ready{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
