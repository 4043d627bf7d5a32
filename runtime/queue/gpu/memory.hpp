// Accesses to the memory that the threads of a GPU, a CPU and a NIC share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/words.hpp"

#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#include "verbatim/mmio/barriers.hpp"
#endif

namespace verbatim::gpu {

/// 16 bytes of a WQE, which a thread keeps in registers. A store of them is one access.
struct alignas(16) octoword_value {
  std::uint64_t first = 0;   ///< bytes 0..7, in the byte order of memory
  std::uint64_t second = 0;  ///< bytes 8..15, in the byte order of memory
};

/// The memory of a GPU or a CPU, for the algorithms of this folder. A test may put another class in
/// its place. Each function is one access or one barrier.
struct memory {
  /// Loads a word. Afterwards, the thread can read all that another thread wrote before it stored
  /// that word.
  template <class Word>
  static Word load(const Word* at) noexcept {
    const auto value = __atomic_load_n(at, after);
    acquire();
    return value;
  }

  /// Stores a word. A thread that loads it can read all that this thread wrote before.
  template <class Word>
  static void store(Word* at, Word value) noexcept {
    release();
    __atomic_store_n(at, value, before);
  }

  /// Loads a word that no other thread writes at this time.
  template <class Word>
  static Word load_relaxed(const Word* at) noexcept {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
  }

  /// Stores a word without an order: no other thread reads anything else because of it.
  template <class Word>
  static void store_relaxed(Word* at, Word value) noexcept {
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
  }

  /// Adds to a word and returns the former value, with the order of load() and store().
  static std::uint32_t add(std::uint32_t* at, std::uint32_t value) noexcept {
    release();
    const auto former = __atomic_fetch_add(at, value, both);
    acquire();
    return former;
  }

  /// Replaces a word if it is `expected`, and returns true. Otherwise it becomes `expected`.
  static bool replace(std::uint32_t* at, std::uint32_t& expected, std::uint32_t value) noexcept {
    release();
    const bool replaced = __atomic_compare_exchange_n(at, &expected, value, false, both, after);
    acquire();
    return replaced;
  }

  /// Stores 16 bytes into the ring.
  static void store(std::byte* at, octoword_value value) noexcept {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    // A vector, because compilers store a struct in two pieces.
    using words = std::uint64_t __attribute__((vector_size(16), may_alias));
    *reinterpret_cast<words*>(at) = words{value.first, value.second};
#else
    std::memcpy(at, &value, sizeof value);
#endif
  }

  /// Stores a word that the NIC reads or that is a register of the NIC.
  template <class Word>
  static void store_for_nic(Word* at, Word value) noexcept {
#if defined(__CUDA_ARCH__)
    *const_cast<volatile Word*>(at) = value;  // an atomic store of clang 14 would be the same
#else
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
#endif
  }

#if defined(__CUDA_ARCH__)

  /// Keeps the NIC from seeing the new producer index before the WQE that it covers.
  static void wqe_before_dbrec() noexcept { __nvvm_membar_sys(); }

  /// Keeps the NIC from seeing the doorbell before the producer index.
  static void dbrec_before_doorbell() noexcept { __nvvm_membar_sys(); }

  /// Pushes the doorbell out now.
  static void flush_doorbell() noexcept { __nvvm_membar_sys(); }

 private:
  // clang 14 has no atomic accesses with an order for PTX, so barriers give the order.
  static constexpr int before = __ATOMIC_RELAXED;
  static constexpr int after = __ATOMIC_RELAXED;
  static constexpr int both = __ATOMIC_RELAXED;
  static void release() noexcept { __nvvm_membar_gl(); }
  static void acquire() noexcept { __nvvm_membar_gl(); }

#else

#if defined(__HIP_DEVICE_COMPILE__)

  /// Keeps the NIC from seeing the new producer index before the WQE that it covers.
  static void wqe_before_dbrec() noexcept { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

  /// Keeps the NIC from seeing the doorbell before the producer index.
  static void dbrec_before_doorbell() noexcept { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

  /// Pushes the doorbell out now.
  static void flush_doorbell() noexcept { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

#else

  /// Keeps the NIC from seeing the new producer index before the WQE that it covers.
  static void wqe_before_dbrec() noexcept { mmio::wqe_before_dbrec(); }

  /// Keeps the NIC from seeing the doorbell before the producer index.
  static void dbrec_before_doorbell() noexcept { mmio::dbrec_before_doorbell(); }

  /// Pushes the doorbell out now.
  static void flush_doorbell() noexcept { mmio::flush_write_combining(); }

#endif

 private:
  static constexpr int before = __ATOMIC_RELEASE;
  static constexpr int after = __ATOMIC_ACQUIRE;
  static constexpr int both = __ATOMIC_ACQ_REL;
  static void release() noexcept {}
  static void acquire() noexcept {}

#endif
};

}  // namespace verbatim::gpu
