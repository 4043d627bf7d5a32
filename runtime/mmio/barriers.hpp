// Barriers between the program and the device, each named after the two accesses that it keeps in
// order.
#pragma once

#include <atomic>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::mmio {

#if defined(__x86_64__)

// x86-64 keeps ordinary stores in order, and ordinary loads too: a barrier there only has to stop
// the compiler from reordering. Only write-combining memory, in which most doorbell registers are
// mapped, needs an instruction.

/// Keeps the device from seeing the new producer index before the WQE that it covers.
inline void wqe_before_dbrec() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// Keeps the device from seeing the doorbell before the producer index.
inline void dbrec_before_doorbell() noexcept { asm volatile("sfence" ::: "memory"); }

/// Does the same for an uncached register: stores to it follow the earlier stores by themselves.
inline void dbrec_before_uncached_doorbell() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Pushes the doorbell out now, not when the processor's write-combining buffer fills. Keeps the
/// next doorbell from merging with it.
inline void flush_write_combining() noexcept { asm volatile("sfence" ::: "memory"); }

/// Keeps the program from reading fields of a CQE before it has seen that the device has written
/// the CQE.
inline void owner_before_cqe() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// Keeps the device from reusing a CQE that the program is still reading.
inline void cqe_before_consumer_index() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

#elif defined(__aarch64__)

/// Keeps the device from seeing the new producer index before the WQE that it covers.
inline void wqe_before_dbrec() noexcept { asm volatile("dmb oshst" ::: "memory"); }

/// Keeps the device from seeing the doorbell before the producer index. Orders stores to normal
/// memory before stores to write-combining device memory.
inline void dbrec_before_doorbell() noexcept { asm volatile("dsb st" ::: "memory"); }

/// Does the same for uncached device memory. A barrier for the outer shareable domain is enough.
inline void dbrec_before_uncached_doorbell() noexcept { asm volatile("dmb oshst" ::: "memory"); }

/// Pushes the doorbell out now, and keeps the next doorbell from merging with it.
inline void flush_write_combining() noexcept { asm volatile("dsb st" ::: "memory"); }

/// Keeps the program from reading fields of a CQE before it has seen that the device has written
/// the CQE.
inline void owner_before_cqe() noexcept { asm volatile("dmb oshld" ::: "memory"); }

/// Keeps the device from reusing a CQE that the program is still reading.
inline void cqe_before_consumer_index() noexcept { asm volatile("dmb osh" ::: "memory"); }

#else
#error \
    "verbatim knows the barriers of x86-64 and aarch64 only; add yours to runtime/mmio/barriers.hpp"
#endif

}  // namespace verbatim::mmio
