// Generated from specs/wqes/atomics/atomic_cs.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Swaps 64 bits of the peer's memory if they equal `compare`, and fetches what was there.
///
///   cas(flags) → rdma() → operands() → sge() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_CS.
template <class Slot>
struct atomic_cs {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::atomic_cs};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_rdma;
  class needs_operands;
  class needs_sge;
  using ready = wire::ready<wqe::atomic_cs, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_rdma>
  class begins {
   public:
    /// Swaps 64 bits of the peer's memory if they equal `compare`, and fetches what was there. Next: rdma().
    [[gnu::always_inline]] First cas(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::atomic_cs::octowords_before_data <= Slot::max_octowords,
                    "atomic_cs does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows rdma().
  class [[nodiscard]] needs_rdma : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The place in the peer's memory that an RDMA or atomic operation accesses. Next: operands().
    [[gnu::always_inline]] needs_operands rdma(std::uint64_t raddr,
                                               verbatim::rkey rkey) && noexcept {
      this->slot_.write(raddr_seg{.raddr = raddr, .rkey = rkey.value()});
      return needs_operands{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: operands().
    [[gnu::always_inline]] needs_operands rdma(const wire::remote_memory& remote) && noexcept {
      return std::move(*this).rdma(remote.addr(), remote.rkey());
    }
  };

  /// Allows operands().
  class [[nodiscard]] needs_operands : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The operands of a 64-bit compare-and-swap or fetch-and-add. Next: sge().
    [[gnu::always_inline]] needs_sge operands(std::uint64_t compare,
                                              std::uint64_t swap) && noexcept {
      this->slot_.write(atomic_seg{.swap_add = swap, .compare = compare});
      return needs_sge{std::move(this->slot_)};
    }
  };

  /// Allows sge().
  class [[nodiscard]] needs_sge : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. Next: signal() or finish().
    [[gnu::always_inline]] ready sge(std::uint64_t addr, verbatim::lkey lkey) && noexcept {
      this->slot_.write(data_seg{.byte_count = 8, .lkey = lkey.value(), .addr = addr});
      return ready{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: signal() or finish().
    [[gnu::always_inline]] ready sge(const wire::local_memory& local) && noexcept {
      assert(local.length() >= 8 && "the memory is too short for the result");
      return std::move(*this).sge(local.addr(), local.lkey());
    }
  };
};

}  // namespace verbatim::wqe
