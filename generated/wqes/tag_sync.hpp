// Generated from specs/wqes/tag_sync.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Tells the device how many unexpected messages have been taken.
///
///   tag_sync(flags) → count() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
template <class Slot>
struct tag_sync {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::tag_matching};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_count;
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_count {
   public:
    explicit needs_count(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready count(std::uint8_t cqe_req, std::uint16_t sw_cnt) && noexcept {
      slot_.write(tm_seg{.cqe_req = cqe_req, .sw_cnt_valid = 1, .sw_cnt = sw_cnt});
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
