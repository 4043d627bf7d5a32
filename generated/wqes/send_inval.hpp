// Generated from specs/wqes/data/send_inval.yaml by codegen.
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

/// Sends a message and invalidates a key of the peer.
///
///   send(flags) → invalidate() → sge()… or inline_data()… or no_data() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: mlx5dv.h, MLX5_OPCODE_SEND_INVAL.
template <class Slot>
struct send_inval {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::send_inval};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_sge_or_inline_data_or_no_data;
  class takes_sge_or_inline_data_or_signal_or_finish;
  using ready = wire::ready<wqe::send_inval, Slot>;

  /// The qualifier of send(), for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport>
  class begins {
   public:
    /// Sends a message and invalidates a key of the peer. Next: sge(), inline_data() or no_data().
    [[gnu::always_inline]] needs_sge_or_inline_data_or_no_data invalidate(
        verbatim::rkey rkey) && noexcept {
      static_assert(Transport::send_inval::octowords_before_data <= Slot::max_octowords,
                    "send_inval does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).imm(rkey.value());
      return needs_sge_or_inline_data_or_no_data{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows sge(), inline_data() or no_data().
  class [[nodiscard]] needs_sge_or_inline_data_or_no_data : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left out.
    /// Next: sge(), inline_data(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_inline_data_or_signal_or_finish sge(
        std::uint64_t addr, std::uint32_t byte_count, verbatim::lkey lkey) && noexcept {
      this->slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return takes_sge_or_inline_data_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: sge(), inline_data(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_inline_data_or_signal_or_finish sge(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).sge(local.addr(), local.length(), local.lkey());
    }

    /// Bytes that are copied into the WQE. An empty payload is left out. Next: sge(), inline_data(), signal()
    /// or finish().
    [[gnu::always_inline]] takes_sge_or_inline_data_or_signal_or_finish inline_data(
        std::span<const std::byte> bytes) && noexcept {
      this->slot_.template append_inline<max_octowords>(bytes);
      return takes_sge_or_inline_data_or_signal_or_finish{std::move(this->slot_)};
    }

    /// No data. Next: signal() or finish().
    [[gnu::always_inline]] ready no_data() && noexcept { return ready{std::move(this->slot_)}; }
  };

  /// Allows sge(), inline_data(), signal() or finish().
  class [[nodiscard]] takes_sge_or_inline_data_or_signal_or_finish
      : public wire::takes_signal_or_finish<wqe::send_inval, Slot> {
   public:
    using wire::takes_signal_or_finish<wqe::send_inval, Slot>::takes_signal_or_finish;

    /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left out.
    /// Next: sge(), inline_data(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_inline_data_or_signal_or_finish sge(
        std::uint64_t addr, std::uint32_t byte_count, verbatim::lkey lkey) && noexcept {
      this->slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey.value(), .addr = addr});
      return takes_sge_or_inline_data_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: sge(), inline_data(), signal() or finish().
    [[gnu::always_inline]] takes_sge_or_inline_data_or_signal_or_finish sge(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).sge(local.addr(), local.length(), local.lkey());
    }

    /// Bytes that are copied into the WQE. An empty payload is left out. Next: sge(), inline_data(), signal()
    /// or finish().
    [[gnu::always_inline]] takes_sge_or_inline_data_or_signal_or_finish inline_data(
        std::span<const std::byte> bytes) && noexcept {
      this->slot_.template append_inline<max_octowords>(bytes);
      return takes_sge_or_inline_data_or_signal_or_finish{std::move(this->slot_)};
    }
  };
};

}  // namespace verbatim::wqe
