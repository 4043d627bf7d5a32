// Generated from specs/wqes/memory_keys/configure_mkey.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/bsf_ext_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/crypto_bsf_seg.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/builder_state.hpp"
#include "verbatim/wire/memory.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::wqe {

/// Gives a memory key its properties, and a list of pieces of which it consists.
///
///   configure_mkey(flags) → key() → change() → to() → klm()… → [sig_block()] → [crypto()] → [signal()] →
///   finish()
///
/// Each step is its own type, so a missing or misplaced step does not compile. Nothing reaches the
/// device before finish(); a builder dropped half-way leaves no trace.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_mkey_configure and mlx5_send_wr_set_mkey_layout.
template <class Slot>
struct configure_mkey {
  static constexpr wire::wqe_kind<verbatim::opcode> kind{.opcode = verbatim::opcode::umr,
                                                         .fences_next = true};

  /// Limit of the whole WQE.
  static constexpr unsigned max_octowords = 60;

  class needs_key;
  class needs_change;
  class needs_to;
  class needs_klm;
  class takes_klm_or_sig_block_or_crypto_or_signal_or_finish;
  class takes_crypto_or_signal_or_finish;
  using ready = wire::ready<wqe::configure_mkey, Slot>;

  /// The verb, for the states of `Transport` in which it begins this WQE.
  template <class State, class Transport, class First = needs_key>
  class begins {
   public:
    /// Gives a memory key its properties, and a list of pieces of which it consists. Next: key().
    [[gnu::always_inline]] First configure_mkey(typename Slot::flags flags = {}) && noexcept {
      static_assert(Transport::configure_mkey::octowords_before_data <= Slot::max_octowords,
                    "configure_mkey does not fit into the WQEs of this queue: raise its MaxWqebbs");
      wire::slot_of<State>(*this).begin(flags);
      return First{std::move(wire::slot_of<State>(*this))};
    }
  };

  /// Allows key().
  class [[nodiscard]] needs_key : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// `ctrl_seg.imm` is `mkey`. Next: change().
    [[gnu::always_inline]] needs_change key(verbatim::lkey mkey) && noexcept {
      this->slot_.imm(mkey.value());
      return needs_change{std::move(this->slot_)};
    }
  };

  /// Allows change().
  class [[nodiscard]] needs_change : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The fields of a memory key that a UMR changes, and the length of its translation list. Next: to().
    [[gnu::always_inline]] needs_to change(std::uint64_t mkey_mask) && noexcept {
      this->slot_.write(umr_ctrl_seg{.list_inline = 1, .mkey_mask = mkey_mask});
      return needs_to{std::move(this->slot_)};
    }
  };

  /// Allows to().
  class [[nodiscard]] needs_to : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// The fields of a memory key that a UMR may change. The caller gives every field. Next: klm().
    [[gnu::always_inline]] needs_klm to(const verbatim::mkey_ctx_seg& segment) && noexcept {
      this->slot_.write(segment);
      return needs_klm{std::move(this->slot_)};
    }
  };

  /// Allows klm().
  class [[nodiscard]] needs_klm : public wire::builder_state<Slot> {
   public:
    using wire::builder_state<Slot>::builder_state;

    /// One entry of the translation list of a memory key. Next: klm(), sig_block(), crypto(), signal() or
    /// finish().
    [[gnu::always_inline]] takes_klm_or_sig_block_or_crypto_or_signal_or_finish klm(
        std::uint32_t byte_count, verbatim::lkey lkey, std::uint64_t addr) && noexcept {
      this->slot_.template append<max_octowords>(
          klm_seg{.byte_count = byte_count, .mkey = lkey.value(), .address = addr});
      return takes_klm_or_sig_block_or_crypto_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: klm(), sig_block(), crypto(), signal() or finish().
    [[gnu::always_inline]] takes_klm_or_sig_block_or_crypto_or_signal_or_finish klm(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).klm(local.length(), local.lkey(), local.addr());
    }
  };

  /// Allows klm(), sig_block(), crypto(), signal() or finish().
  class [[nodiscard]] takes_klm_or_sig_block_or_crypto_or_signal_or_finish
      : public wire::ready_to_close<wqe::configure_mkey, Slot> {
   public:
    using wire::ready_to_close<wqe::configure_mkey, Slot>::ready_to_close;

    /// One entry of the translation list of a memory key. Next: klm(), sig_block(), crypto(), signal() or
    /// finish().
    [[gnu::always_inline]] takes_klm_or_sig_block_or_crypto_or_signal_or_finish klm(
        std::uint32_t byte_count, verbatim::lkey lkey, std::uint64_t addr) && noexcept {
      this->slot_.template append<max_octowords>(
          klm_seg{.byte_count = byte_count, .mkey = lkey.value(), .address = addr});
      return takes_klm_or_sig_block_or_crypto_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The same for a piece of memory. Next: klm(), sig_block(), crypto(), signal() or finish().
    [[gnu::always_inline]] takes_klm_or_sig_block_or_crypto_or_signal_or_finish klm(
        const wire::local_memory& local) && noexcept {
      return std::move(*this).klm(local.length(), local.lkey(), local.addr());
    }

    /// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a memory
    /// key have on the wire and in memory. The caller gives every field. Next: crypto(), signal() or
    /// finish().
    [[gnu::always_inline]] takes_crypto_or_signal_or_finish sig_block(
        const verbatim::bsf_seg& segment, const verbatim::bsf_inl_seg& wire,
        const verbatim::bsf_inl_seg& memory) && noexcept {
      close(this->slot_);
      this->slot_.template append_whole<max_octowords>(segment, bsf_ext_seg{}, wire, memory);
      this->slot_.template patch<20, 15, 0>(4);
      return takes_crypto_or_signal_or_finish{std::move(this->slot_)};
    }

    /// The encryption of a memory key's data. The caller gives every field. Next: signal() or finish().
    [[gnu::always_inline]] ready crypto(const verbatim::crypto_bsf_seg& segment) && noexcept {
      close(this->slot_);
      this->slot_.template append_whole<max_octowords>(segment);
      this->slot_.template patch<20, 15, 0>(4);
      return ready{std::move(this->slot_)};
    }
  };

  /// Allows crypto(), signal() or finish().
  class [[nodiscard]] takes_crypto_or_signal_or_finish
      : public wire::takes_signal_or_finish<wqe::configure_mkey, Slot> {
   public:
    using wire::takes_signal_or_finish<wqe::configure_mkey, Slot>::takes_signal_or_finish;

    /// The encryption of a memory key's data. The caller gives every field. Next: signal() or finish().
    [[gnu::always_inline]] ready crypto(const verbatim::crypto_bsf_seg& segment) && noexcept {
      this->slot_.template append_whole<max_octowords>(segment);
      this->slot_.template patch<20, 15, 0>(4);
      return ready{std::move(this->slot_)};
    }
  };

  /// Writes the padding and the length of the list, which only the last step knows.
  static void close(Slot& slot) noexcept {
    slot.pad(4);
    slot.template patch<20, 31, 16>(slot.octowords() - 8);
  }
};

}  // namespace verbatim::wqe
