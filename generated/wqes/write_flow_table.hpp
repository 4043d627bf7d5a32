// Generated from specs/wqes/packets/write_flow_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/flow_tbl_access_seg.hpp"
#include "verbatim/generated/segments/flow_tbl_argument_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Writes the arguments of a header modification into the device.
///
///   write_flow_table(flags) → object() → argument() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
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
  using ready = wire::ready<wqe::write_flow_table, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_object>
  class begins {
   public:
    /// Writes the arguments of a header modification into the device. Next: object().
    [[gnu::always_inline]] First write_flow_table(typename Slot::flags flags = {}) && noexcept {
      static_assert(
          Transport::write_flow_table::octowords_before_data <= Slot::max_octowords,
          "write_flow_table does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows object().
  class [[nodiscard]] needs_object : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// `ctrl_seg.imm` is `object_id`. Next: argument().
    [[gnu::always_inline]] needs_argument object(std::uint32_t object_id) && noexcept {
      this->slot_.imm(object_id);
      this->slot_.write(flow_tbl_access_seg{});
      return needs_argument{std::move(this->slot_)};
    }
  };

  /// Allows argument().
  class [[nodiscard]] needs_argument : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The arguments that a FLOW_TBL_ACCESS writes. Next: signal() or finish().
    [[gnu::always_inline]] ready argument(
        std::array<std::byte, 64> const& argument_list) && noexcept {
      this->slot_.write(flow_tbl_argument_seg{.argument_list = argument_list});
      return ready{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
