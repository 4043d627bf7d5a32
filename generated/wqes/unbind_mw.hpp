// Generated from specs/wqes/unbind_mw.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Frees a memory window of type 2 and gives its next key, as a bind of length 0 does.
///
///   unbind_mw(flags) → window() → as() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
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
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_window {
   public:
    explicit needs_window(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_as window(std::uint32_t rkey) && noexcept {
      slot_.imm(rkey);
      slot_.write(umr_ctrl_seg{
          .list_inline = 1, .trans_off_en = 1, .check_qpn = 1, .mkey_mask = 536895488});
      return needs_as{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_as {
   public:
    explicit needs_as(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready as(std::uint8_t variant) && noexcept {
      slot_.write(mkey_ctx_seg{.free = 1, .qpn = 16777215, .mkey_7_0 = variant});
      return ready{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] ready {
   public:
    explicit ready(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    /// Asks for a CQE; `entry` comes back with it.
    [[gnu::always_inline]] signaled signal(typename Slot::signaled_entry entry) && noexcept {
      return signaled{std::move(slot_), std::move(entry)};
    }

    /// Keeps `entry` in a dense queue; it comes back with the CQE of a later WQE.
    [[gnu::always_inline]] unsignaled entry(typename Slot::entry entry) && noexcept {
      return unsignaled{std::move(slot_), std::move(entry)};
    }

    /// Hands the WQE over, without a CQE unless it fails.
    [[gnu::always_inline]] auto finish() && noexcept { return std::move(slot_).finish(kind); }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] signaled {
   public:
    signaled(Slot&& slot, typename Slot::signaled_entry&& entry) noexcept
        : slot_(std::move(slot)), entry_(std::move(entry)) {}

    /// Hands the WQE over.
    [[gnu::always_inline]] auto finish() && noexcept {
      return std::move(slot_).finish(kind, std::move(entry_));
    }

   private:
    Slot slot_;
    typename Slot::signaled_entry entry_;
  };

  class [[nodiscard]] unsignaled {
   public:
    unsignaled(Slot&& slot, typename Slot::entry&& entry) noexcept
        : slot_(std::move(slot)), entry_(std::move(entry)) {}

    /// Hands the WQE over, without a CQE unless it fails.
    [[gnu::always_inline]] auto finish() && noexcept {
      return std::move(slot_).finish_unsignaled(kind, std::move(entry_));
    }

   private:
    Slot slot_;
    typename Slot::entry entry_;
  };
};

}  // namespace verbatim::wqe
