// Generated from specs/wqes/tag_matching/tag_sync.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Reports to the device the number of unexpected messages that have been taken.
///
///   tag_sync(flags) → count() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
template <class Slot>
struct tag_sync {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::tag_matching};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_count;
  using ready = wire::ready<wqe::tag_sync, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_count>
  class begins {
   public:
    /// Reports to the device the number of unexpected messages that have been taken. Next: count().
    [[gnu::always_inline]] First tag_sync(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::tag_sync::octowords_before_data <= Slot::max_octowords,
                    "tag_sync does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows count().
  class [[nodiscard]] needs_count : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// An operation on the list of tags of a tag-matching SRQ. Next: signal() or finish().
    [[gnu::always_inline]] ready count(std::uint8_t cqe_req, std::uint16_t sw_cnt) && noexcept {
      this->slot_.write(tm_seg{.cqe_req = cqe_req, .sw_cnt_valid = 1, .sw_cnt = sw_cnt});
      return ready{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
