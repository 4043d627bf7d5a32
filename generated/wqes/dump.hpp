// Generated from specs/wqes/packets/dump.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Passes data through the TLS engine of a TIS, so that it catches up.
///
///   dump(flags) → tis() → sge() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: Linux drivers/net/ethernet/mellanox/mlx5/core/en_accel/ktls_tx.c, mlx5e_ktls_build_dump.
template <class Slot>
struct dump {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::dump};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_tis;
  class needs_sge;
  using ready = wire::ready<wqe::dump, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_tis>
  class begins {
   public:
    /// Passes data through the TLS engine of a TIS, so that it catches up. Next: tis().
    [[gnu::always_inline]] First dump(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::dump::octowords_before_data <= Slot::max_octowords,
                    "dump does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows tis().
  class [[nodiscard]] needs_tis : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// `ctrl_seg.imm` is `tisn_shifted`. Next: sge().
    [[gnu::always_inline]] needs_sge tis(std::uint32_t tisn_shifted) && noexcept {
      this->slot_.imm(tisn_shifted);
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
