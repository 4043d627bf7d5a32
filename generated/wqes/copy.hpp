// Generated from specs/wqes/data/copy.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/mmo_meta_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Copies memory within the machine by the device's DMA engine.
///
///   copy(flags) → result() → from() → to() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
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
  using ready = wire::ready<wqe::copy, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_result>
  class begins {
   public:
    /// Copies memory within the machine by the device's DMA engine. Next: result().
    [[gnu::always_inline]] First copy(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::copy::octowords_before_data <= Slot::max_octowords,
                    "copy does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows result().
  class [[nodiscard]] needs_result : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// Opens the work of a memory-to-memory engine and names the buffer for its result. Next: from().
    [[gnu::always_inline]] needs_from result(verbatim::lkey lkey, std::uint64_t addr) && noexcept {
      this->slot_.write(mmo_meta_seg{.opaque_lkey = lkey.value(), .opaque_va = addr});
      return needs_from{std::move(this->slot_)};
    }
  };

  /// Allows from().
  class [[nodiscard]] needs_from : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. Next: to().
    [[gnu::always_inline]] needs_to from(std::uint64_t addr, std::uint32_t byte_count,
                                         verbatim::lkey lkey) && noexcept {
      this->slot_.write(data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return needs_to{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: to().
    [[gnu::always_inline]] needs_to from(const wire::local_memory& local) && noexcept {
      return std::move(*this).from(local.addr(), local.length(), local.lkey());
    }
  };

  /// Allows to().
  class [[nodiscard]] needs_to : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. Next: signal() or finish().
    [[gnu::always_inline]] ready to(std::uint64_t addr, std::uint32_t byte_count,
                                    verbatim::lkey lkey) && noexcept {
      this->slot_.write(data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return ready{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: signal() or finish().
    [[gnu::always_inline]] ready to(const wire::local_memory& local) && noexcept {
      return std::move(*this).to(local.addr(), local.length(), local.lkey());
    }
  };
};

}  // namespace verbatim::wqe
