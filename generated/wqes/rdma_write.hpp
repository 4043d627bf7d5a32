// Generated from specs/wqes/data/rdma_write.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Copies local memory into the peer's memory without involving its CPU.
///
///   write(flags) → rdma() → sge()… or inline_data()… or no_data() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: mlx5dv.h, MLX5_OPCODE_RDMA_WRITE.
template <class Slot>
struct rdma_write {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::rdma_write};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_rdma;
  class needs_sge_or_inline_data_or_no_data;
  class takes_sge_or_inline_data_or_signal_or_finish;
  using ready = wire::ready<wqe::rdma_write, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_rdma>
  class begins {
   public:
    /// Copies local memory into the peer's memory without involving its CPU. Next: rdma().
    [[gnu::always_inline]] First write(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::rdma_write::octowords_before_data <= Slot::max_octowords,
                    "rdma_write does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows rdma().
  class [[nodiscard]] needs_rdma : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The place in the peer's memory that an RDMA or atomic operation accesses. Next: sge(), inline_data()
    /// or no_data().
    [[gnu::always_inline]] needs_sge_or_inline_data_or_no_data rdma(
        std::uint64_t raddr, verbatim::rkey rkey) && noexcept {
      this->slot_.write(raddr_seg{.raddr = raddr, .rkey = rkey.value()});
      return needs_sge_or_inline_data_or_no_data{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: sge(), inline_data() or no_data().
    [[gnu::always_inline]] needs_sge_or_inline_data_or_no_data rdma(
        const wire::remote_memory& remote) && noexcept {
      return std::move(*this).rdma(remote.addr(), remote.rkey());
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
      : public wire::takes_signal_or_finish<wqe::rdma_write, Slot> {
   public:
    using wire::takes_signal_or_finish<wqe::rdma_write, Slot>::takes_signal_or_finish;

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
