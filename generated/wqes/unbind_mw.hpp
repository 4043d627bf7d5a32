// Generated from specs/wqes/memory_keys/unbind_mw.yaml by codegen.
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

/// Frees a memory window of type 2 and gives its next key, as a bind of length 0 does.
///
///   unbind_mw(flags) → window() → as() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_bind_mw and set_umr_control_seg.
template <class Slot>
struct unbind_mw {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::umr,
                                                         .fences_next = true};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_window;
  class needs_as;
  using ready = wire::ready<wqe::unbind_mw, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_window>
  class begins {
   public:
    /// Frees a memory window of type 2 and gives its next key, as a bind of length 0 does. Next: window().
    [[gnu::always_inline]] First unbind_mw(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::unbind_mw::octowords_before_data <= Slot::max_octowords,
                    "unbind_mw does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows window().
  class [[nodiscard]] needs_window : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// `ctrl_seg.imm` is `rkey`. Next: as().
    [[gnu::always_inline]] needs_as window(verbatim::rkey rkey) && noexcept {
      this->slot_.imm(rkey.value());
      this->slot_.write(umr_ctrl_seg{
          .list_inline = 1, .trans_off_en = 1, .check_qpn = 1, .mkey_mask = 536895488});
      return needs_as{std::move(this->slot_)};
    }
  };

  /// Allows as().
  class [[nodiscard]] needs_as : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The fields of a memory key that a UMR may change. Next: signal() or finish().
    [[gnu::always_inline]] ready as(std::uint8_t variant) && noexcept {
      this->slot_.write(mkey_ctx_seg{.free = 1, .qpn = 16777215, .mkey_7_0 = variant});
      return ready{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
