// Generated from specs/wqes/fetch_and64.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/masked_cs64_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Ands 64 bits of the peer's memory with `value`, and fetches what was there.
///
///   fetch_and64(flags) → rdma() → operands() → sge() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
template <class Slot>
struct fetch_and64 {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{
      .opcode = verbatim::opcode::atomic_masked_cs, .opmod = 9};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_rdma;
  class needs_operands;
  class needs_sge;
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_rdma {
   public:
    explicit needs_rdma(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_operands rdma(std::uint64_t raddr,
                                               std::uint32_t rkey) && noexcept {
      slot_.write(raddr_seg{.raddr = raddr, .rkey = rkey});
      return needs_operands{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_operands {
   public:
    explicit needs_operands(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_sge operands(std::uint64_t value) && noexcept {
      slot_.write(masked_cs64_seg{.swap = value, .swap_mask = static_cast<std::uint64_t>(~value)});
      return needs_sge{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_sge {
   public:
    explicit needs_sge(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready sge(std::uint64_t addr, std::uint32_t lkey) && noexcept {
      slot_.write(data_seg{.byte_count = 8, .lkey = lkey, .addr = addr});
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
