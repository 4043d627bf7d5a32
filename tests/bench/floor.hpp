// The floor: what posting and polling cost when they are written by hand for one kind of WQE.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "request.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::bench {

/// A send queue whose WQEs have one WQEBB each and are all signaled. It makes the same bytes, checks
/// the same capacity, remembers the same, and rings the same doorbell as send_queue.
class floor_send_queue {
 public:
  floor_send_queue(const detail::send_queue_memory& memory, std::byte* reg, std::uint32_t half_size)
      : ring_(reinterpret_cast<std::uint64_t*>(memory.ring)),
        mask_(memory.wqebbs - 1),
        qpn_(memory.qpn),
        dbrec_(reinterpret_cast<std::uint32_t*>(memory.dbrec)),
        register_(reinterpret_cast<std::uintptr_t>(reg)),
        half_size_(half_size),
        records_(memory.wqebbs) {}

  bool write(const request& r) noexcept {
    if (pi_ - ci_ > mask_) return false;
    std::uint64_t* const wqe = begin(0x08, 3);
    wqe[2] = __builtin_bswap64(r.raddr);
    wqe[3] = __builtin_bswap32(r.rkey);
    wqe[4] = __builtin_bswap64(std::uint64_t{r.length} << 32 | r.lkey);
    wqe[5] = __builtin_bswap64(reinterpret_cast<std::uintptr_t>(r.data));
    end(r.id);
    return true;
  }

  bool send_inline(const request& r) noexcept {
    if (pi_ - ci_ > mask_) return false;
    constexpr auto octowords = (inline_length + 4 + 15) / 16;
    std::uint64_t* const wqe = begin(0x0a, 1 + octowords);
    wqe[2 * octowords] = 0;
    wqe[2 * octowords + 1] = 0;
    auto* const payload = reinterpret_cast<std::uint32_t*>(wqe + 2);
    payload[0] = __builtin_bswap32(0x80000000 | inline_length);
    std::memcpy(payload + 1, r.data, inline_length);
    end(r.id);
    return true;
  }

  template <mmio::register_memory memory>
  void ring_doorbell() noexcept {
    mmio::wqe_before_dbrec();
    __atomic_store_n(dbrec_, __builtin_bswap32(pi_ & 0xffff), __ATOMIC_RELAXED);
    if constexpr (memory == mmio::register_memory::uncached) {
      mmio::dbrec_before_uncached_doorbell();
      __atomic_store_n(reinterpret_cast<std::uint64_t*>(register_), last_ctrl_, __ATOMIC_RELAXED);
    } else {
      mmio::dbrec_before_doorbell();
      __atomic_store_n(reinterpret_cast<std::uint64_t*>(register_), last_ctrl_, __ATOMIC_RELAXED);
      mmio::flush_write_combining();
      register_ ^= half_size_;
    }
  }

  /// Returns the entry that the WQE of a good CQE was given. Everything before it is done.
  std::uint64_t retire(std::uint16_t wqe_counter) noexcept {
    const auto& r = records_[wqe_counter & mask_];
    ci_ = r.end;
    return r.id;
  }

  std::uint32_t pi() const noexcept { return pi_; }

 private:
  struct record {
    std::uint64_t id;
    std::uint32_t end;
  };

  std::uint64_t* begin(std::uint32_t opcode, std::uint32_t ds) noexcept {
    std::uint64_t* const wqe = ring_ + std::size_t{pi_ & mask_} * 8;
    last_ctrl_ =
        __builtin_bswap64(std::uint64_t{(pi_ & 0xffff) << 8 | opcode} << 32 | (qpn_ << 8 | ds));
    wqe[0] = last_ctrl_;
    wqe[1] = __builtin_bswap64(std::uint64_t{0x08} << 32);
    return wqe;
  }

  void end(std::uint64_t id) noexcept {
    auto& r = records_[pi_ & mask_];
    r.id = id;
    r.end = ++pi_;
  }

  std::uint64_t* ring_;
  std::uint32_t mask_;
  std::uint32_t qpn_;
  std::uint32_t pi_ = 0;
  std::uint32_t ci_ = 0;
  std::uint64_t last_ctrl_ = 0;
  std::uint32_t* dbrec_;
  std::uintptr_t register_;
  std::uintptr_t half_size_;
  std::vector<record> records_;
};

/// A completion queue of one send queue on which nothing goes wrong.
class floor_completion_queue {
 public:
  explicit floor_completion_queue(const detail::completion_queue_memory& memory)
      : ring_(reinterpret_cast<const std::uint8_t*>(memory.ring)),
        mask_(memory.cqes - 1),
        cqes_(memory.cqes),
        dbrec_(reinterpret_cast<std::uint32_t*>(memory.dbrec)) {}

  template <class OnEntry>
  unsigned poll(floor_send_queue& sq, OnEntry&& on_entry, unsigned budget) noexcept {
    unsigned taken = 0;
    for (; taken < budget; ++taken) {
      const std::uint8_t* const cqe = ring_ + std::size_t{ci_ & mask_} * 64;
      // The requester's opcode is 0, and the owner bit flips each time the ring wraps.
      const auto op_own = __atomic_load_n(cqe + 63, __ATOMIC_RELAXED);
      if ((op_own & 0xf1) != ((ci_ & cqes_) != 0)) break;
      mmio::owner_before_cqe();
      ++ci_;
      std::uint16_t wqe_counter;
      std::memcpy(&wqe_counter, cqe + 60, sizeof wqe_counter);
      on_entry(sq.retire(__builtin_bswap16(wqe_counter)));
    }
    if (taken != 0) {
      mmio::cqe_before_consumer_index();
      __atomic_store_n(dbrec_, __builtin_bswap32(ci_ & 0xffffff), __ATOMIC_RELAXED);
    }
    return taken;
  }

 private:
  const std::uint8_t* ring_;
  std::uint32_t mask_;
  std::uint32_t cqes_;
  std::uint32_t ci_ = 0;
  std::uint32_t* dbrec_;
};

}  // namespace verbatim::bench
