// The doorbell register: a write to it wakes the device, and it can take the WQEs themselves.
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
  several_threads,  ///< each doorbell takes a lock: none may fall into the middle of a copy
};

/// The way in which a register is mapped into the program.
enum class register_memory : std::uint8_t {
  write_combining,  ///< a store may wait in the processor for others: it needs fences around it
  uncached,  ///< each store goes out by itself, behind those before it; no WQEs go through it
};

/// A send doorbell (BlueFlame) register of a UAR page. It has two halves that take turns, so that a
/// doorbell need not wait until the one before it has left the processor. The turn belongs to the
/// register, not to a queue: queues that share a register share this object, and all say the same
/// about who rings it.
class doorbell_register {
 public:
  /// `half_size` is mlx5dv_qp.bf.size in bytes. 0 means a register without halves, which takes no
  /// WQEs either. A register is aligned to both its halves together.
  doorbell_register(std::byte* reg, std::uint32_t half_size,
                    register_memory memory = register_memory::write_combining) noexcept
      : half_size_(half_size), next_(reinterpret_cast<std::uintptr_t>(reg)), memory_(memory) {
    assert((next_ & half_size_) == 0 && "the register begins at its second half");
    assert((memory == register_memory::write_combining || half_size == 0) &&
           "an uncached register takes no WQEs");
  }

  /// Returns the kind of memory that the register is mapped as.
  register_memory memory() const noexcept { return memory_; }

  /// Returns the number of bytes of WQEs that the register takes at once; 0 for none.
  std::uint32_t blueflame_size() const noexcept { return static_cast<std::uint32_t>(half_size_); }

  /// Rings the doorbell: writes the first 8 bytes of the last WQE's ctrl_seg, as they stand in
  /// memory, and pushes them out. Store everything that the device is to find before that. With
  /// register_memory::uncached, memory() must be uncached too; the other way round, the fences only
  /// cost time.
  template <ringers Ringers = ringers::one_thread,
            register_memory Memory = register_memory::write_combining>
  void ring(std::uint64_t ctrl) noexcept {
    if constexpr (Memory == register_memory::uncached) {
      // One store, which no other can fall into: no lock.
      dbrec_before_uncached_doorbell();
      __atomic_store_n(reinterpret_cast<std::uint64_t*>(next_), ctrl, __ATOMIC_RELAXED);
    } else {
      const turn<Ringers> mine(*this);
      write(ctrl);
    }
  }

  /// Copies `count` whole WQEBBs into the register; `wqebb_at(i)` finds them in the ring. The first
  /// 8 bytes of the first WQE tell the device that it is there. A doorbell tells it of the others:
  /// `ctrl` as for ring(), or null if there is only one WQE.
  template <ringers Ringers = ringers::one_thread, class WqebbAt>
  void copy(std::uint32_t count, WqebbAt&& wqebb_at, const std::uint64_t* ctrl) noexcept {
    const turn<Ringers> mine(*this);
    auto* to = reinterpret_cast<volatile std::uint64_t*>(next_);
    dbrec_before_doorbell();
    for (std::uint32_t i = 0; i < count; ++i) {
      // In ascending order, so that 64 bytes leave the processor in one piece.
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
  /// A lock that keeps other threads away for as long as it lives; none with ringers::one_thread.
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
