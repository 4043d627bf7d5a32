// Generated from specs/wqes/configure_mkey_strided.yaml by codegen. Do not edit: `meson compile -C build generate`.
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
#include "verbatim/generated/segments/repeat_block_seg.hpp"
#include "verbatim/generated/segments/repeat_ent_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Gives a memory key its properties, and pieces of memory between which it takes turns.
///
///   configure_mkey_strided(flags) → key() → change() → to() → repeat() → strided()… → [sig_block()] → [crypto()] → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_mkey_layout_interleaved and umr_strided_seg_create.
template <class Slot>
struct configure_mkey_strided {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::umr,
                                                         .fences_next = true};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 60;

  class needs_key;
  class needs_change;
  class needs_to;
  class needs_repeat;
  class needs_strided;
  class has_strided;
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

    [[gnu::always_inline]] needs_repeat to(const verbatim::mkey_ctx_seg& segment) && noexcept {
      slot_.write(segment);
      return needs_repeat{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_repeat {
   public:
    explicit needs_repeat(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_strided repeat(std::uint32_t byte_count,
                                                std::uint32_t repeat_count) && noexcept {
      slot_.write(repeat_block_seg{.byte_count = byte_count, .repeat_count = repeat_count});
      return needs_strided{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_strided {
   public:
    explicit needs_strided(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_strided strided(std::uint16_t stride, std::uint16_t byte_count,
                                               std::uint32_t lkey, std::uint64_t addr) && noexcept {
      slot_.template append<max_octowords>(
          repeat_ent_seg{.stride = stride, .byte_count = byte_count, .memkey = lkey, .va = addr});
      return has_strided{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] has_strided {
   public:
    explicit has_strided(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_strided strided(std::uint16_t stride, std::uint16_t byte_count,
                                               std::uint32_t lkey, std::uint64_t addr) && noexcept {
      slot_.template append<max_octowords>(
          repeat_ent_seg{.stride = stride, .byte_count = byte_count, .memkey = lkey, .va = addr});
      return has_strided{std::move(slot_)};
    }

    [[gnu::always_inline]] has_sig_block sig_block(
        const verbatim::bsf_seg& segment, const verbatim::bsf_inl_seg& wire,
        const verbatim::bsf_inl_seg& memory) && noexcept {
      close(slot_);
      slot_.template append_whole<max_octowords>(segment, bsf_ext_seg{}, wire, memory);
      slot_.template patch<20, 15, 0>(4);
      return has_sig_block{std::move(slot_)};
    }

    [[gnu::always_inline]] has_crypto crypto(const verbatim::crypto_bsf_seg& segment) && noexcept {
      close(slot_);
      slot_.template append_whole<max_octowords>(segment);
      slot_.template patch<20, 15, 0>(4);
      return has_crypto{std::move(slot_)};
    }

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

 private:
  /// Writes the padding and the length of the list, which only the last step knows.
  static void close(Slot& slot) noexcept {
    slot.template patch<140, 15, 0>(slot.octowords() - 9);
    slot.pad(4);
    slot.template patch<20, 31, 16>(slot.octowords() - 8);
  }
};

}  // namespace verbatim::wqe
