// Generated from specs/wqes/multi_packet.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Sends several Ethernet frames, each of one piece.
///
///   multi_packet(flags) → eth() → packet()… or inline_packet()… → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_burst_empw_inline.
template <class Slot>
struct multi_packet {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::enhanced_mpsw};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 60;

  class needs_eth;
  class needs_data;
  class has_data;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_eth {
   public:
    explicit needs_eth(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_data eth(std::uint8_t l3_csum, std::uint8_t l4_csum,
                                          std::uint32_t flow_table_metadata) && noexcept {
      slot_.write(eth_seg{
          .l4_csum = l4_csum, .l3_csum = l3_csum, .flow_table_metadata = flow_table_metadata});
      return needs_data{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_data {
   public:
    explicit needs_data(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_data packet(std::uint64_t addr, std::uint32_t byte_count,
                                           std::uint32_t lkey) && noexcept {
      slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey, .addr = addr});
      return has_data{std::move(slot_)};
    }

    [[gnu::always_inline]] has_data inline_packet(std::span<const std::byte> bytes) && noexcept {
      slot_.template append_inline<max_octowords>(bytes);
      return has_data{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] has_data {
   public:
    explicit has_data(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_data packet(std::uint64_t addr, std::uint32_t byte_count,
                                           std::uint32_t lkey) && noexcept {
      slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey, .addr = addr});
      return has_data{std::move(slot_)};
    }

    [[gnu::always_inline]] has_data inline_packet(std::span<const std::byte> bytes) && noexcept {
      slot_.template append_inline<max_octowords>(bytes);
      return has_data{std::move(slot_)};
    }

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
