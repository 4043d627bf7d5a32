// Generated from specs/wqes/packets/tso.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Sends one large TCP payload as many packets, whose headers the device makes from the one given.
///
///   tso(flags) → eth() → sge()… → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, set_tso_eth_seg.
template <class Slot>
struct tso {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::tso};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_eth;
  class needs_sge;
  class takes_sge_or_signal_or_finish;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_eth>
  class begins {
   public:
    /// Sends one large TCP payload as many packets, whose headers the device makes from the one given. Next:
    /// eth().
    [[gnu::always_inline]] First tso(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::tso::octowords_before_data <= Slot::max_octowords,
                    "tso does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows eth().
  class [[nodiscard]] needs_eth : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on. Next: sge().
    [[gnu::always_inline]] needs_sge eth(std::uint16_t mss, std::uint8_t l3_csum,
                                         std::uint8_t l4_csum,
                                         std::span<const std::byte> header) && noexcept {
      this->slot_.template write_header<14>(
          eth_seg{.l4_csum = l4_csum,
                  .l3_csum = l3_csum,
                  .mss = mss,
                  .inline_hdr_sz = static_cast<std::uint16_t>(header.size())},
          header);
      return needs_sge{std::move(this->slot_)};
    }
  };

  /// Allows sge().
  class [[nodiscard]] needs_sge : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left out.
    /// Next: sge(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_signal_or_finish sge(std::uint64_t addr,
                                                             std::uint32_t byte_count,
                                                             verbatim::lkey lkey) && noexcept {
      this->slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return takes_sge_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: sge(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_signal_or_finish sge(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).sge(local.addr(), local.length(), local.lkey());
    }
  };

  /// Allows sge(), signal() or finish().
  class [[nodiscard]] takes_sge_or_signal_or_finish
      : public wire::takes_signal_or_finish<wqe::tso, Slot> {
   public:
    using wire::takes_signal_or_finish<wqe::tso, Slot>::takes_signal_or_finish;

    /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left out.
    /// Next: sge(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_signal_or_finish sge(std::uint64_t addr,
                                                             std::uint32_t byte_count,
                                                             verbatim::lkey lkey) && noexcept {
      this->slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return takes_sge_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: sge(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_signal_or_finish sge(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).sge(local.addr(), local.length(), local.lkey());
    }
  };
};

}  // namespace verbatim::wqe
