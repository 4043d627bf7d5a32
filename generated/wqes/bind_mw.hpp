// Generated from specs/wqes/bind_mw.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.
///
///   bind_mw(flags) → window() → to() → klm() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
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
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_window {
   public:
    explicit needs_window(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_to window(std::uint32_t rkey) && noexcept {
      slot_.imm(rkey);
      slot_.write(umr_ctrl_seg{.list_inline = 1,
                               .check_free = 1,
                               .trans_off_en = 1,
                               .klm_octowords = 4,
                               .mkey_mask = 540827713});
      return needs_to{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_to {
   public:
    explicit needs_to(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_klm to(const verbatim::mkey_ctx_seg& segment) && noexcept {
      slot_.write(segment);
      return needs_klm{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_klm {
   public:
    explicit needs_klm(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready klm(std::uint32_t byte_count, std::uint32_t lkey,
                                     std::uint64_t addr) && noexcept {
      slot_.write(klm_seg{.byte_count = byte_count, .mkey = lkey, .address = addr});
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
      close(slot_);
      return signaled{std::move(slot_), std::move(entry)};
    }

    /// Keeps `entry` in a dense queue; it comes back with the CQE of a later WQE.
    [[gnu::always_inline]] unsignaled entry(typename Slot::entry entry) && noexcept {
      close(slot_);
      return unsignaled{std::move(slot_), std::move(entry)};
    }

    /// Hands the WQE over, without a CQE unless it fails.
    [[gnu::always_inline]] auto finish() && noexcept {
      close(slot_);
      return std::move(slot_).finish(kind);
    }

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

 private:
  /// Writes the padding, which only the last step knows.
  static void close(Slot& slot) noexcept { slot.pad(4); }
};

}  // namespace verbatim::wqe
