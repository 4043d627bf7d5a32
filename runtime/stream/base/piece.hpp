// The memory that an operation uses.
#pragma once

#include <cstdint>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/slot_pool.hpp"

namespace verbatim::stream {

/// The memory that an operation reads or fills: a memory_slice or a slot of a slot_pool. A
/// memory_slice must stay registered and unused until the CQE arrives; a slot is kept by the
/// operation until then.
///
///   co_await qp.send(mr.slice(0, 64));
///   auto got = co_await qp.recv(pool.take());  // got.buffer is the slot, unless it was cancelled
class piece {
 public:
  /// Makes a piece of no bytes.
  piece() noexcept = default;
  piece(const memory_slice& slice) noexcept : slice_(slice) {}

  /// Leases the whole slot to the operation. An object without a slot, which a pool gives if all of
  /// its slots are taken, makes a piece that every operation refuses.
  piece(slot_pool::slot&& slot) noexcept
      : slice_(slot ? slot.slice() : memory_slice()),
        lease_(std::move(slot)),
        is_missing_(!lease_) {}

  /// Leases the slot to the operation, which uses its first `length` bytes, or all bytes if the
  /// slot has fewer.
  piece(slot_pool::slot&& slot, std::uint32_t length) noexcept : piece(std::move(slot)) {
    if (length < slice_.length()) slice_ = {slice_.addr(), length, slice_.lkey()};
  }

  const memory_slice& slice() const noexcept { return slice_; }
  slot_pool::slot& lease() noexcept { return lease_; }

  /// Returns true if the pool had no slot.
  bool is_missing() const noexcept { return is_missing_; }

 private:
  memory_slice slice_;
  slot_pool::slot lease_;
  bool is_missing_ = false;
};

/// The options of a SEND or WRITE.
struct send_options {
  bool has_imm = false;    ///< true if `imm` is sent; it arrives in the peer's completion
  std::uint32_t imm = 0;   ///< immediate data, in host order
  bool solicited = false;  ///< raises an event at the peer if it waits for solicited events
  bool fenced = false;     ///< waits for earlier READs and atomics, like IBV_SEND_FENCE
};

/// Returns options with immediate data.
constexpr send_options with_imm(std::uint32_t imm) noexcept {
  return {.has_imm = true, .imm = imm};
}

}  // namespace verbatim::stream
