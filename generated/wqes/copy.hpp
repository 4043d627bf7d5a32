// Generated from specs/wqes/copy.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/mmo_meta_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Copies memory within the machine by the device's DMA engine.
///
///   copy(flags) → result() → from() → to() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_wr_memcpy.
template <class Slot>
struct copy {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::mmo,
                                                         .opmod = 1};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_result;
  class needs_from;
  class needs_to;
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_result {
   public:
    explicit needs_result(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_from result(std::uint32_t lkey, std::uint64_t addr) && noexcept {
      slot_.write(mmo_meta_seg{.opaque_lkey = lkey, .opaque_va = addr});
      return needs_from{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_from {
   public:
    explicit needs_from(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_to from(std::uint64_t addr, std::uint32_t byte_count,
                                         std::uint32_t lkey) && noexcept {
      slot_.write(data_seg{.byte_count = byte_count, .lkey = lkey, .addr = addr});
      return needs_to{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_to {
   public:
    explicit needs_to(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready to(std::uint64_t addr, std::uint32_t byte_count,
                                    std::uint32_t lkey) && noexcept {
      slot_.write(data_seg{.byte_count = byte_count, .lkey = lkey, .addr = addr});
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
