// The doorbell register: a write to it wakes the device, and the write can carry the WQEs
// themselves.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/mmio/barriers.hpp"

namespace verbatim::mmio {

/// The threads that ring a register.
enum class ringers : std::uint8_t {
  one_thread,       ///< one thread at a time: no lock is taken
  several_threads,  ///< each doorbell takes a lock: no doorbell may interrupt a copy
};

/// The way in which a register is mapped into the program.
enum class register_memory : std::uint8_t {
  write_combining,  ///< a store may wait in the processor for others: it needs fences
  uncached,         ///< each store goes out by itself and in order; the register takes no WQEs
};

/// A send doorbell (BlueFlame) register of a UAR page. Doorbells alternate between its two halves,
/// so that one need not wait until the previous one has left the processor. The register, not a
/// queue, keeps track of the next half: queues that share a register share this object. They must
/// all use the same `ringers`.
class doorbell_register {
 public:
  /// `half_size` is mlx5dv_qp.bf.size in bytes. 0 means a register without halves, which takes no
  /// WQEs. The register is aligned to twice `half_size`.
  doorbell_register(std::byte* reg, std::uint32_t half_size,
                    register_memory memory = register_memory::write_combining) noexcept
      : half_size_(half_size), next_(reinterpret_cast<std::uintptr_t>(reg)), memory_(memory) {
    assert((next_ & half_size_) == 0 && "the register begins at its second half");
    assert((memory == register_memory::write_combining || half_size == 0) &&
           "an uncached register takes no WQEs");
  }

  /// Returns the way in which the register is mapped.
  register_memory memory() const noexcept { return memory_; }

  /// Returns the most bytes of WQEs that the register takes at once; 0 if it takes none.
  std::uint32_t blueflame_size() const noexcept { return static_cast<std::uint32_t>(half_size_); }

  /// Rings the doorbell: writes the first 8 bytes of the last WQE's ctrl_seg, in the byte order of
  /// memory, and pushes them out. Store everything that the device will read before you call it. If
  /// `Memory` is uncached, memory() must be uncached too. In the opposite case, the fences only
  /// cost time.
  template <ringers Ringers = ringers::one_thread,
            register_memory Memory = register_memory::write_combining>
  void ring(std::uint64_t ctrl) noexcept {
    if constexpr (Memory == register_memory::uncached) {
      // A single store cannot interrupt a copy or be interrupted: no lock is needed.
      dbrec_before_uncached_doorbell();
      __atomic_store_n(reinterpret_cast<std::uint64_t*>(next_), ctrl, __ATOMIC_RELAXED);
    } else {
      const turn<Ringers> mine(*this);
      write(ctrl);
    }
  }

  /// Copies `count` whole WQEBBs into the register; `wqebb_at(i)` returns the address of each in
  /// the ring. The first 8 bytes of the first WQE announce it to the device. A doorbell announces
  /// the others: `ctrl` is as for ring(), or null if there is only one WQE.
  template <ringers Ringers = ringers::one_thread, class WqebbAt>
  void copy(std::uint32_t count, WqebbAt&& wqebb_at, const std::uint64_t* ctrl) noexcept {
    const turn<Ringers> mine(*this);
    auto* to = reinterpret_cast<volatile std::uint64_t*>(next_);
    dbrec_before_doorbell();
    for (std::uint32_t i = 0; i < count; ++i) {
      // Words are stored in ascending order, so that 64 bytes leave the processor in one piece.
      const std::byte* const from = wqebb_at(i);
      for (std::size_t at = 0; at < 64; at += sizeof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, from + at, sizeof word);
        *to++ = word;
      }
    }
    flush_write_combining();
    next_ ^= half_size_;
    if (ctrl != nullptr) write(*ctrl);
  }

 private:
  /// A lock that is held as long as the object lives. With ringers::one_thread it does nothing.
  template <ringers Ringers>
  class turn {
   public:
    explicit turn(doorbell_register& of) noexcept : of_(of) {
      if constexpr (Ringers == ringers::one_thread) return;
      while (of_.taken_.exchange(true, std::memory_order_acquire)) {
        while (of_.taken_.load(std::memory_order_relaxed)) continue;
      }
    }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn() {
      if constexpr (Ringers == ringers::several_threads) {
        of_.taken_.store(false, std::memory_order_release);
      }
    }

   private:
    doorbell_register& of_;
  };

  void write(std::uint64_t ctrl) noexcept {
    const auto half = next_;
    dbrec_before_doorbell();
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(half), ctrl, __ATOMIC_RELAXED);
    flush_write_combining();
    next_ = half ^ half_size_;
  }

  std::uintptr_t half_size_;
  std::uintptr_t next_;
  register_memory memory_;
  std::atomic<bool> taken_ = false;
};

}  // namespace verbatim::mmio
