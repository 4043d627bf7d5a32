// Generated from specs/wqes/packets/multi_packet.yaml by codegen.
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

/// Sends several Ethernet frames, each of one piece.
///
///   multi_packet(flags) → eth() → packet()… or inline_packet()… → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_burst_empw_inline.
template <class Slot>
struct multi_packet {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::enhanced_mpsw};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 60;

  class needs_eth;
  class needs_packet_or_inline_packet;
  class takes_packet_or_inline_packet_or_signal_or_finish;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_eth>
  class begins {
   public:
    /// Sends several Ethernet frames, each of one piece. Next: eth().
    [[gnu::always_inline]] First multi_packet(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::multi_packet::octowords_before_data <= Slot::max_octowords,
                    "multi_packet does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows eth().
  class [[nodiscard]] needs_eth : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on. Next: packet() or inline_packet().
    [[gnu::always_inline]] needs_packet_or_inline_packet eth(
        std::uint8_t l3_csum, std::uint8_t l4_csum, std::uint32_t flow_table_metadata) && noexcept {
      this->slot_.write(eth_seg{
          .l4_csum = l4_csum, .l3_csum = l3_csum, .flow_table_metadata = flow_table_metadata});
      return needs_packet_or_inline_packet{std::move(this->slot_)};
    }
  };

  /// Allows packet() or inline_packet().
  class [[nodiscard]] needs_packet_or_inline_packet : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left out.
    /// Next: packet(), inline_packet(), signal() or finish().
    [[gnu::always_inline]] takes_packet_or_inline_packet_or_signal_or_finish packet(
        std::uint64_t addr, std::uint32_t byte_count, verbatim::lkey lkey) && noexcept {
      this->slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return takes_packet_or_inline_packet_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: packet(), inline_packet(), signal() or finish().
    [[gnu::always_inline]] takes_packet_or_inline_packet_or_signal_or_finish packet(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).packet(local.addr(), local.length(), local.lkey());
    }

    /// Bytes that are copied into the WQE. An empty payload is left out. Next: packet(), inline_packet(),
    /// signal() or finish().
    [[gnu::always_inline]] takes_packet_or_inline_packet_or_signal_or_finish inline_packet(
        std::span<const std::byte> bytes) && noexcept {
      this->slot_.template append_inline<max_octowords>(bytes);
      return takes_packet_or_inline_packet_or_signal_or_finish{std::move(this->slot_)};
    }
  };

  /// Allows packet(), inline_packet(), signal() or finish().
  class [[nodiscard]] takes_packet_or_inline_packet_or_signal_or_finish
      : public wire::takes_signal_or_finish<wqe::multi_packet, Slot> {
   public:
    using wire::takes_signal_or_finish<wqe::multi_packet, Slot>::takes_signal_or_finish;

    /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left out.
    /// Next: packet(), inline_packet(), signal() or finish().
    [[gnu::always_inline]] takes_packet_or_inline_packet_or_signal_or_finish packet(
        std::uint64_t addr, std::uint32_t byte_count, verbatim::lkey lkey) && noexcept {
      this->slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return takes_packet_or_inline_packet_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: packet(), inline_packet(), signal() or finish().
    [[gnu::always_inline]] takes_packet_or_inline_packet_or_signal_or_finish packet(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).packet(local.addr(), local.length(), local.lkey());
    }

    /// Bytes that are copied into the WQE. An empty payload is left out. Next: packet(), inline_packet(),
    /// signal() or finish().
    [[gnu::always_inline]] takes_packet_or_inline_packet_or_signal_or_finish inline_packet(
        std::span<const std::byte> bytes) && noexcept {
      this->slot_.template append_inline<max_octowords>(bytes);
      return takes_packet_or_inline_packet_or_signal_or_finish{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
