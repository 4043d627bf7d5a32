// Generated from specs/wqes/update_mkey.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/bsf_ext_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/crypto_bsf_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Gives a memory key its properties, and leaves the list of pieces of which it consists as it is.
///
///   update_mkey(flags) → key() → change() → to() → [sig_block()] → [crypto()] → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_mkey_configure without a layout.
template <class Slot>
struct update_mkey {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::umr,
                                                         .fences_next = true};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 60;

  class needs_key;
  class needs_change;
  class needs_to;
  class ready;
  class has_sig_block;
  class has_crypto;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_key {
   public:
    explicit needs_key(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_change key(std::uint32_t mkey) && noexcept {
      slot_.imm(mkey);
      return needs_change{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_change {
   public:
    explicit needs_change(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_to change(std::uint64_t mkey_mask) && noexcept {
      slot_.write(umr_ctrl_seg{.list_inline = 1, .mkey_mask = mkey_mask});
      return needs_to{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_to {
   public:
    explicit needs_to(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready to(const verbatim::mkey_ctx_seg& segment) && noexcept {
      slot_.write(segment);
      return ready{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] ready {
   public:
    explicit ready(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_sig_block sig_block(
        const verbatim::bsf_seg& segment, const verbatim::bsf_inl_seg& wire,
        const verbatim::bsf_inl_seg& memory) && noexcept {
      slot_.template append_whole<max_octowords>(segment, bsf_ext_seg{}, wire, memory);
      slot_.template patch<20, 15, 0>(4);
      return has_sig_block{std::move(slot_)};
    }

    [[gnu::always_inline]] has_crypto crypto(const verbatim::crypto_bsf_seg& segment) && noexcept {
      slot_.template append_whole<max_octowords>(segment);
      slot_.template patch<20, 15, 0>(4);
      return has_crypto{std::move(slot_)};
    }

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

  class [[nodiscard]] has_sig_block {
   public:
    explicit has_sig_block(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_crypto crypto(const verbatim::crypto_bsf_seg& segment) && noexcept {
      slot_.template append_whole<max_octowords>(segment);
      slot_.template patch<20, 15, 0>(4);
      return has_crypto{std::move(slot_)};
    }

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

  class [[nodiscard]] has_crypto {
   public:
    explicit has_crypto(Slot&& slot) noexcept : slot_(std::move(slot)) {}

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
