// Barriers between the program and the device, each named for what must not overtake what.
#pragma once

#include <atomic>

namespace verbatim::mmio {

#if defined(__x86_64__)

// Ordinary stores stay in order on x86-64, and so do ordinary loads: it is the compiler that has to
// be held. Only write-combining memory, which most doorbell registers are, needs an instruction.

/// The device must not see the new producer index before the WQE that it covers.
inline void wqe_before_dbrec() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// Nor the doorbell before the producer index.
inline void dbrec_before_doorbell() noexcept { asm volatile("sfence" ::: "memory"); }

/// The same where the register is uncached, whose stores follow those before them.
inline void dbrec_before_uncached_doorbell() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// Pushes the doorbell out now rather than when the processor's write-combining buffer fills, and
/// keeps the next doorbell from merging with it.
inline void flush_write_combining() noexcept { asm volatile("sfence" ::: "memory"); }

/// No field of a CQE may be read before the device has been seen to hand the CQE over.
inline void owner_before_cqe() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// The device must not reuse a CQE that is still being read.
inline void cqe_before_consumer_index() noexcept {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

#elif defined(__aarch64__)

/// The device must not see the new producer index before the WQE that it covers.
inline void wqe_before_dbrec() noexcept { asm volatile("dmb oshst" ::: "memory"); }

/// Nor the doorbell before the producer index: from normal memory to write-combining device memory.
inline void dbrec_before_doorbell() noexcept { asm volatile("dsb st" ::: "memory"); }

/// The same from normal memory to uncached device memory, which is ordered by what both can see.
inline void dbrec_before_uncached_doorbell() noexcept { asm volatile("dmb oshst" ::: "memory"); }

/// Pushes the doorbell out now, and keeps the next doorbell from merging with it.
inline void flush_write_combining() noexcept { asm volatile("dsb st" ::: "memory"); }

/// No field of a CQE may be read before the device has been seen to hand the CQE over.
inline void owner_before_cqe() noexcept { asm volatile("dmb oshld" ::: "memory"); }

/// The device must not reuse a CQE that is still being read.
inline void cqe_before_consumer_index() noexcept { asm volatile("dmb osh" ::: "memory"); }

#else
#error \
    "verbatim knows the barriers of x86-64 and aarch64 only; add yours to runtime/mmio/barriers.hpp"
#endif

}  // namespace verbatim::mmio
