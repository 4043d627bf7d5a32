// The ring of a completion queue, and the place where reading continues.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_record.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/cqe_ownership.hpp"
#include "verbatim/queue/completion/cqe_step.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::detail {

/// The part of a reader that does not depend on how CQEs are compressed.
template <cq_format Format, class Ownership>
class cqe_ring {
  static_assert(Format.cqe_size == cqe64::size || Format.cqe_size == 2 * cqe64::size,
                "a CQE has 64 or 128 bytes");
  static_assert(Format.minis != mini_cqe_format::ftag_stridx || Format.owner != cqe_owner::qpn,
                "mini_cqe_format::ftag_stridx puts a flow tag in the place of the QP number: take "
                "cqe_owner::user_index");

 public:
  /// The place where reading continues. The polling function keeps it in registers.
  struct place {
    std::uint32_t ci;
    std::uint8_t lap;  ///< owner bit or validity byte of the CQEs of this lap
  };
  place here() const noexcept { return {ci_, lap_of(ci_)}; }

  /// Makes reading continue in another ring, after the CQE with which the device ends this one.
  /// Call it before you tell the device about the new ring. The old ring is in use as long as
  /// resizing() is true.
  void resize_to(const completion_queue_memory& memory) noexcept {
    clear(memory);
    next_ring_ = memory.ring;
    next_mask_ = memory.cqes - 1;
    resizing_ = true;
  }
  bool resizing() const noexcept { return resizing_; }

  /// Stays in this ring, because the device has refused the new one.
  void stay() noexcept { resizing_ = false; }

  /// Returns the number of the CQE's owner: QP number or user index.
  static std::uint32_t owner_of(cqe64 cqe) noexcept {
    return Format.owner == cqe_owner::qpn ? cqe.qpn() : cqe.srqn_uidx();
  }

  std::uint32_t ci() const noexcept { return ci_; }  ///< free-running
  std::uint32_t cqes() const noexcept { return static_cast<std::uint32_t>(mask_ + 1); }

 protected:
  /// Makes a reader, and gives every CQE of the ring to the device.
  explicit cqe_ring(const completion_queue_memory& memory) noexcept : dbrec_(memory.dbrec) {
    clear(memory);
    take_ring(memory.ring, memory.cqes - 1);
  }

  /// Returns the CQE at `p`. It is read before the barrier, because after the barrier the compiler
  /// would have to read it again.
  [[gnu::always_inline]] seen_cqe seen(place p) const noexcept {
    std::byte* const cqe = at(p.ci);
    return {cqe, Ownership::op_own_of(cqe, p.lap)};
  }

  /// Does the same, and begins the next lap if `p` is at the ring's start.
  [[gnu::always_inline]] seen_cqe look_at(place& p) const noexcept {
    if (slot_of(p.ci) == 0) [[unlikely]]
      p.lap = lap_of(p.ci);
    return seen(p);
  }

  /// Returns the completion that was seen. Call owner_before_cqe() first.
  [[gnu::always_inline]] static good_cqe good_of(seen_cqe seen, bool of_send) noexcept {
    const cqe64 cqe(seen.at);
    // wqe_counter is the end of this word. 16 bits would need another instruction to be widened.
    return {cqe, owner_of(cqe), wire::load32(seen.at + 0x3a), seen.op_own, of_send};
  }
  static cqe_step step_of(good_cqe good) noexcept {
    return {cqe_step::kind::good, cqe_problem::none, good.opcode(), good.owner, good.cqe};
  }

  /// The kind of a CQE that is not compressed, or its problem. For the CQE that ends a ring, the
  /// kind is `unfolded`.
  struct verdict {
    cqe_step::kind what = cqe_step::kind::malformed;
    cqe_problem problem = cqe_problem::none;
  };
  verdict judge(std::uint8_t op_own) const noexcept {
    switch (opcode_of(op_own)) {
      case cqe_opcode::req_err:
      case cqe_opcode::resp_err:
        return {cqe_step::kind::error};
      case cqe_opcode::sig_err:
        return {.problem = cqe_problem::signature_error};
      case cqe_opcode::resize_cq:
        if (!resizing_) return {.problem = cqe_problem::unknown_opcode};
        return {cqe_step::kind::unfolded};
      case cqe_opcode::req:
      case cqe_opcode::resp_wr_imm:
      case cqe_opcode::resp_send:
      case cqe_opcode::resp_send_imm:
      case cqe_opcode::resp_send_inv:
      case cqe_opcode::no_packet:
        break;
      default:
        return {.problem = cqe_problem::unknown_opcode};
    }
    if (format_of(op_own) == cqe_format::plain) return {cqe_step::kind::good};
    if (format_of(op_own) == cqe_format::inline_64 && Format.cqe_size == cqe64::size) {
      return {.problem = cqe_problem::inline_data_too_long};
    }
    return {cqe_step::kind::inlined};
  }

  /// Calls each(cqe, op_own) for the CQEs that the device has written, from `index` on. `each`
  /// returns the number of slots that the CQE takes. Continues in the next ring if the device has
  /// left this one.
  template <class Each>
  void each_unread(std::uint32_t index, Each each) const noexcept {
    auto unread = *this;
    auto begin = ci_;
    while (index - begin <= unread.mask_) {
      const auto op_own = unread.op_own_of(index);
      if (Ownership::nothing_there(op_own)) return;
      mmio::owner_before_cqe();
      if (unread.ends_ring(op_own)) {
        unread.leave_ring();
        begin = ++index;
        continue;
      }
      index += each(unread.at(index), op_own);
    }
  }

  /// Reassigns a CQE of an `unwanted` owner to `heir`.
  template <class Unwanted>
  static void disown_cqe(std::byte* cqe, Unwanted& unwanted, std::uint32_t heir) noexcept {
    if (!unwanted(owner_of(cqe64(cqe)))) return;
    std::byte* const at = cqe + (Format.owner == cqe_owner::qpn ? 0x38 : 0x20);
    wire::store32(at, (wire::load32(at) & 0xff000000) | heir);
  }

  /// Gives everything that was read back to the device.
  [[gnu::always_inline]] void publish_ci() noexcept {
    mmio::cqe_before_consumer_index();
    dbrec_.publish(ci_ & 0xffffff);
  }

  void leave_ring() noexcept {
    take_ring(next_ring_, next_mask_);
    resizing_ = false;
  }

  /// Closes the ring: the reader finds nothing afterwards, and the memory may be freed.
  void close_ring() noexcept {
    ring_ = closed.data();
    mask_ = 0;
    resizing_ = false;
    dbrec_ = mmio::doorbell_record(closed.data());
  }

  /// Returns the address of the cqe64 with this free-running index. In a CQE of 128 bytes, it is
  /// the second half.
  std::byte* at(std::uint32_t index) const noexcept {
    return ring_ + slot_of(index) * Format.cqe_size;
  }
  std::size_t slot_of(std::uint32_t index) const noexcept { return index & mask_; }

  std::uint32_t lap_number(std::uint32_t index) const noexcept { return index >> shift_; }
  std::uint8_t lap_of(std::uint32_t index) const noexcept {
    return Ownership::lap_of(lap_number(index));
  }
  std::uint8_t op_own_of(std::uint32_t index) const noexcept {
    return Ownership::op_own_of(at(index), lap_of(index));
  }

  /// The number of bytes in front of a CQE's cqe64.
  static constexpr auto in_front = Format.cqe_size - cqe64::size;

 private:
  /// The ring of a closed reader: one CQE that is never written.
  alignas(8) static inline std::array<std::byte, cqe64::size> closed = [] {
    std::array<std::byte, cqe64::size> cqe{};
    cqe[op_own_at] = std::byte{0xf0};
    return cqe;
  }();

  /// Returns true for the CQE that ends the ring, after which reading continues in the next ring.
  bool ends_ring(std::uint8_t op_own) const noexcept {
    return resizing_ && format_of(op_own) != cqe_format::compressed &&
           opcode_of(op_own) == cqe_opcode::resize_cq;
  }

  void take_ring(std::byte* ring, std::uint32_t mask) noexcept {
    ring_ = ring + in_front;
    mask_ = mask;
    shift_ = static_cast<std::uint8_t>(std::countr_zero(mask + 1));
  }

  void clear(const completion_queue_memory& memory) const noexcept {
    assert(std::has_single_bit(memory.cqes) && memory.cqe_size == Format.cqe_size);
    std::memset(memory.ring, 0xff, std::size_t{memory.cqes} * Format.cqe_size);
    const auto lap_before = (ci_ >> std::countr_zero(memory.cqes)) - 1;
    for (std::uint32_t i = 1; i <= memory.cqes; ++i) {
      std::byte* const end = memory.ring + std::size_t{i} * Format.cqe_size;
      end[-1] = nobodys;
      end[-2] = static_cast<std::byte>(lap_before & 0xff);
    }
  }

  std::byte* ring_ = nullptr;
  std::size_t mask_ = 0;  // as wide as an offset, so that no slot has to be extended

 protected:
  std::uint32_t ci_ = 0;

 private:
  std::uint8_t shift_ = 0;
  bool resizing_ = false;
  std::uint32_t next_mask_ = 0;
  std::byte* next_ring_ = nullptr;
  mmio::doorbell_record dbrec_;
};

}  // namespace verbatim::detail
