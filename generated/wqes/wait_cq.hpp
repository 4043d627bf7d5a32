// Generated from specs/wqes/wait_cq.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/wait_cq_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Waits until a CQ has as many completions.
///
///   wait_cq(flags) → until() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master.
template <class Slot>
struct wait_cq {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::wait};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_until;
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_until {
   public:
    explicit needs_until(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready until(std::uint32_t max_index, std::uint32_t cqn) && noexcept {
      slot_.write(wait_cq_seg{.max_index = max_index, .qpn_cqn = cqn});
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
