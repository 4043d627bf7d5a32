// The register whose write wakes the device.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "verbatim/mmio/barriers.hpp"

namespace verbatim::mmio {

/// A send doorbell (BlueFlame) register of a UAR page. It has two halves that take turns, so that a
/// doorbell need not wait until the one before it has left the processor. Whose turn it is belongs
/// to the register, not to a queue: queues that share a register share this object.
///
/// Several threads may ring the same register: a doorbell is one 8-byte store, and two doorbells
/// that meet in the same half are two stores of different processors.
class doorbell_register {
 public:
  /// `half_size` is mlx5dv_qp.bf.size in bytes; 0 means a register without halves. A register is
  /// aligned to both its halves together.
  doorbell_register(std::byte* reg, std::uint32_t half_size) noexcept
      : half_size_(half_size), next_(reinterpret_cast<std::uintptr_t>(reg)) {
    assert((next_ & half_size_) == 0 && "the register begins at its second half");
  }

  /// Writes the first 8 bytes of the last WQE's ctrl_seg, as they stand in memory, and pushes them
  /// out. Everything that the device shall find has to be stored before.
  void ring(std::uint64_t ctrl) noexcept {
    const auto half = next_.load(std::memory_order_relaxed);
    dbrec_before_doorbell();
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(half), ctrl, __ATOMIC_RELAXED);
    flush_write_combining();
    next_.store(half ^ half_size_, std::memory_order_relaxed);
  }

 private:
  std::uintptr_t half_size_;
  std::atomic<std::uintptr_t> next_;
};

}  // namespace verbatim::mmio
