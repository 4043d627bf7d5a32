// Generated from specs/wqes/tag_matching/tag_append.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Puts a tag and its buffer at the end of the list.
///
///   tag_append(flags) → tag() → sge() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
template <class Slot>
struct tag_append {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::tag_matching};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_tag;
  class needs_sge;
  using ready = wire::ready<wqe::tag_append, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_tag>
  class begins {
   public:
    /// Puts a tag and its buffer at the end of the list. Next: tag().
    [[gnu::always_inline]] First tag_append(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::tag_append::octowords_before_data <= Slot::max_octowords,
                    "tag_append does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows tag().
  class [[nodiscard]] needs_tag : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// An operation on the list of tags of a tag-matching SRQ. Next: sge().
    [[gnu::always_inline]] needs_sge tag(std::uint16_t next_free, std::uint64_t tag,
                                         std::uint64_t mask, std::uint8_t cqe_req,
                                         std::uint8_t sw_cnt_valid,
                                         std::uint16_t sw_cnt) && noexcept {
      this->slot_.write(tm_seg{.opcode = verbatim::tm_op::append,
                               .cqe_req = cqe_req,
                               .sw_cnt_valid = sw_cnt_valid,
                               .index = next_free,
                               .sw_cnt = sw_cnt,
                               .append_tag = tag,
                               .append_mask = mask});
      return needs_sge{std::move(this->slot_)};
    }
  };

  /// Allows sge().
  class [[nodiscard]] needs_sge : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. Next: signal() or finish().
    [[gnu::always_inline]] ready sge(std::uint64_t addr, std::uint32_t byte_count,
                                     verbatim::lkey lkey) && noexcept {
      this->slot_.write(data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return ready{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: signal() or finish().
    [[gnu::always_inline]] ready sge(const wire::local_memory& local) && noexcept {
      return std::move(*this).sge(local.addr(), local.length(), local.lkey());
    }
  };
};

}  // namespace verbatim::wqe
