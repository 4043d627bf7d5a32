// Generated from specs/wqes/memory_keys/bind_mw.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.
///
///   bind_mw(flags) → window() → to() → klm() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_bind_mw and set_umr_control_seg.
template <class Slot>
struct bind_mw {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::umr,
                                                         .fences_next = true};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 60;

  class needs_window;
  class needs_to;
  class needs_klm;
  using ready = wire::ready<wqe::bind_mw, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_window>
  class begins {
   public:
    /// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region. Next:
    /// window().
    [[gnu::always_inline]] First bind_mw(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::bind_mw::octowords_before_data <= Slot::max_octowords,
                    "bind_mw does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows window().
  class [[nodiscard]] needs_window : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// `ctrl_seg.imm` is `rkey`. Next: to().
    [[gnu::always_inline]] needs_to window(verbatim::rkey rkey) && noexcept {
      this->slot_.imm(rkey.value());
      this->slot_.write(umr_ctrl_seg{.list_inline = 1,
                                     .check_free = 1,
                                     .trans_off_en = 1,
                                     .klm_octowords = 4,
                                     .mkey_mask = 540827713});
      return needs_to{std::move(this->slot_)};
    }
  };

  /// Allows to().
  class [[nodiscard]] needs_to : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The fields of a memory key that a UMR may change. The caller gives every field. Next: klm().
    [[gnu::always_inline]] needs_klm to(const verbatim::mkey_ctx_seg& segment) && noexcept {
      this->slot_.write(segment);
      return needs_klm{std::move(this->slot_)};
    }
  };

  /// Allows klm().
  class [[nodiscard]] needs_klm : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One entry of the translation list of a memory key. Next: signal() or finish().
    [[gnu::always_inline]] ready klm(std::uint32_t byte_count, verbatim::lkey lkey,
                                     std::uint64_t addr) && noexcept {
      this->slot_.write(klm_seg{.byte_count = byte_count, .mkey = lkey.value(), .address = addr});
      this->slot_.pad(4);
      return ready{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: signal() or finish().
    [[gnu::always_inline]] ready klm(const wire::local_memory& local) && noexcept {
      return std::move(*this).klm(local.length(), local.lkey(), local.addr());
    }
  };
};

}  // namespace verbatim::wqe
