// Generated from specs/wqes/tag_append.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Puts a tag and its buffer at the end of the list.
///
///   tag_append(flags) → tag() → sge() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
template <class Slot>
struct tag_append {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::tag_matching};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_tag;
  class needs_sge;
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_tag {
   public:
    explicit needs_tag(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_sge tag(std::uint16_t next_free, std::uint64_t tag,
                                         std::uint64_t mask, std::uint8_t cqe_req,
                                         std::uint8_t sw_cnt_valid,
                                         std::uint16_t sw_cnt) && noexcept {
      slot_.write(tm_seg{.opcode = verbatim::tm_op::append,
                         .cqe_req = cqe_req,
                         .sw_cnt_valid = sw_cnt_valid,
                         .index = next_free,
                         .sw_cnt = sw_cnt,
                         .append_tag = tag,
                         .append_mask = mask});
      return needs_sge{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_sge {
   public:
    explicit needs_sge(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] ready sge(std::uint64_t addr, std::uint32_t byte_count,
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
