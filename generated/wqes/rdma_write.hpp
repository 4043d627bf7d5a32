// Generated from specs/wqes/rdma_write.yaml by codegen. Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Copies local memory into the peer's memory without involving its CPU.
///
///   write(flags) → rdma() → sge()… or inline_data()… or no_data() → [signal()] → finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace. Steps are inlined always: with one
/// call, what the steps know would have to go through memory.
///
/// Source: mlx5dv.h, MLX5_OPCODE_RDMA_WRITE.
template <class Slot>
struct rdma_write {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::rdma_write};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 63;

  class needs_rdma;
  class needs_data;
  class has_data;
  class ready;
  class signaled;
  class unsignaled;

  class [[nodiscard]] needs_rdma {
   public:
    explicit needs_rdma(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] needs_data rdma(std::uint64_t raddr, std::uint32_t rkey) && noexcept {
      slot_.write(raddr_seg{.raddr = raddr, .rkey = rkey});
      return needs_data{std::move(slot_)};
    }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] needs_data {
   public:
    explicit needs_data(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_data sge(std::uint64_t addr, std::uint32_t byte_count,
                                        std::uint32_t lkey) && noexcept {
      slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey, .addr = addr});
      return has_data{std::move(slot_)};
    }

    [[gnu::always_inline]] has_data inline_data(std::span<const std::byte> bytes) && noexcept {
      slot_.template append_inline<max_octowords>(bytes);
      return has_data{std::move(slot_)};
    }

    [[gnu::always_inline]] ready no_data() && noexcept { return ready{std::move(slot_)}; }

   protected:
    Slot slot_;
  };

  class [[nodiscard]] has_data {
   public:
    explicit has_data(Slot&& slot) noexcept : slot_(std::move(slot)) {}

    [[gnu::always_inline]] has_data sge(std::uint64_t addr, std::uint32_t byte_count,
                                        std::uint32_t lkey) && noexcept {
      slot_.template append<max_octowords>(
          data_seg{.byte_count = byte_count, .lkey = lkey, .addr = addr});
      return has_data{std::move(slot_)};
    }

    [[gnu::always_inline]] has_data inline_data(std::span<const std::byte> bytes) && noexcept {
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

  class [[nodiscard]] ready {
   public:
    explicit ready(Slot&& slot) noexcept : slot_(std::move(slot)) {}

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
