// Generated from specs/wqes/atomics/fetch_and32.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/masked_cs32_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Ands 32 bits of the peer's memory with `value`, and fetches what was there.
///
///   fetch_and32(flags) → rdma() → operands() → sge() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl,
/// uct_rc_mlx5_iface_common_atomic_data.
template <class Slot>
struct fetch_and32 {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{
      .opcode = verbatim::opcode::atomic_masked_cs, .opmod = 8};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_rdma;
  class needs_operands;
  class needs_sge;
  using ready = wire::ready<wqe::fetch_and32, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_rdma>
  class begins {
   public:
    /// Ands 32 bits of the peer's memory with `value`, and fetches what was there. Next: rdma().
    [[gnu::always_inline]] First fetch_and32(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::fetch_and32::octowords_before_data <= Slot::max_octowords,
                    "fetch_and32 does not fit into the WQEs of this queue: raise its MaxWqebbs");
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

    /// The operands of a masked compare-and-swap of 4 bytes. Next: sge().
    [[gnu::always_inline]] needs_sge operands(std::uint32_t value) && noexcept {
      this->slot_.write(
          masked_cs32_seg{.swap = value, .swap_mask = static_cast<std::uint32_t>(~value)});
      return needs_sge{std::move(this->slot_)};
    }
  };

  /// Allows sge().
  class [[nodiscard]] needs_sge : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. Next: signal() or finish().
    [[gnu::always_inline]] ready sge(std::uint64_t addr, verbatim::lkey lkey) && noexcept {
      this->slot_.write(data_seg{.byte_count = 4, .lkey = lkey.value(), .addr = addr});
      return ready{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: signal() or finish().
    [[gnu::always_inline]] ready sge(const wire::local_memory& local) && noexcept {
      assert(local.length() >= 4 && "the memory is too short for the result");
      return std::move(*this).sge(local.addr(), local.lkey());
    }
  };
};

}  // namespace verbatim::wqe
