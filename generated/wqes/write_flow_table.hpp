// Generated from specs/wqes/write_flow_table.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/flow_tbl_access_seg.hpp"
#include "verbatim/generated/segments/flow_tbl_argument_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Writes the arguments of a header modification into the device.
///
///   write_flow_table(flags) → object() → argument() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: rdma-core providers/mlx5/dr_send.c, dr_rdma_segments, MLX5_OPCODE_FLOW_TBL_ACCESS.
template <class Slot>
struct write_flow_table {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{
      .opcode = verbatim::opcode::flow_tbl_access, .opmod = 1};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_object;
  class needs_argument;
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_object {
   public:
    explicit needs_object(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_argument object(std::uint32_t object_id) && noexcept {
      slot_.imm(object_id);
      slot_.write(flow_tbl_access_seg{});
      return needs_argument{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_argument {
   public:
    explicit needs_argument(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready argument(
        std::array<std::byte, 64> const& argument_list) && noexcept {
      slot_.write(flow_tbl_argument_seg{.argument_list = argument_list});
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
