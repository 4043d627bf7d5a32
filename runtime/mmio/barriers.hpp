// Barriers between the program and the device, each named for what must not overtake what.
#pragma once

#include <atomic>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::mmio {

#if defined(__x86_64__)

// Ordinary stores stay in order on x86-64, and so do ordinary loads: only the compiler has to be
// held back. Only write-combining memory, which most doorbell registers are, needs an instruction.

/// Keeps the device from seeing the new producer index before the WQE that it covers.
inline void wqe_before_dbrec() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// Keeps the device from seeing the doorbell before the producer index.
inline void dbrec_before_doorbell() noexcept { asm volatile("sfence" ::: "memory"); }

/// Does the same for an uncached register, whose stores follow those before them.
inline void dbrec_before_uncached_doorbell() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Pushes the doorbell out now rather than when the processor's write-combining buffer fills, and
/// keeps the next doorbell from merging with it.
inline void flush_write_combining() noexcept { asm volatile("sfence" ::: "memory"); }

/// Keeps fields of a CQE from being read before the device has been seen to hand the CQE over.
inline void owner_before_cqe() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// Keeps the device from reusing a CQE that is still being read.
inline void cqe_before_consumer_index() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

#elif defined(__aarch64__)

/// Keeps the device from seeing the new producer index before the WQE that it covers.
inline void wqe_before_dbrec() noexcept { asm volatile("dmb oshst" ::: "memory"); }

/// Keeps the device from seeing the doorbell before the producer index: from normal memory to
/// write-combining device memory.
inline void dbrec_before_doorbell() noexcept { asm volatile("dsb st" ::: "memory"); }

/// Does the same from normal memory to uncached device memory. A barrier on what both can see is
/// enough.
inline void dbrec_before_uncached_doorbell() noexcept { asm volatile("dmb oshst" ::: "memory"); }

/// Pushes the doorbell out now, and keeps the next doorbell from merging with it.
inline void flush_write_combining() noexcept { asm volatile("dsb st" ::: "memory"); }

/// Keeps fields of a CQE from being read before the device has been seen to hand the CQE over.
inline void owner_before_cqe() noexcept { asm volatile("dmb oshld" ::: "memory"); }

/// Keeps the device from reusing a CQE that is still being read.
inline void cqe_before_consumer_index() noexcept { asm volatile("dmb osh" ::: "memory"); }

#else
#error \
    "verbatim knows the barriers of x86-64 and aarch64 only; add yours to runtime/mmio/barriers.hpp"
#endif

}  // namespace verbatim::mmio
