// The floor of posting any kind of WQE: what all of them have in common when they are written by hand.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "verbatim/mmio/barriers.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::bench {

/// Host order to big-endian, in the size of the word that is stored.
inline std::uint64_t be64(std::uint64_t value) noexcept { return __builtin_bswap64(value); }
inline std::uint32_t be32(std::uint32_t value) noexcept { return __builtin_bswap32(value); }

/// Two words of 32 bits, the first one first in memory.
inline std::uint64_t be32x2(std::uint32_t first, std::uint32_t second) noexcept {
  return __builtin_bswap64(std::uint64_t{first} << 32 | second);
}

/// The part of a WQE that is known when its code is written.
struct fixed_part {
  std::uint8_t opcode;
  unsigned octowords;  ///< of the whole WQE
  std::uint8_t opmod = 0;
  bool fences_next = false;
};

/// A send queue for one kind of WQE, all of them signaled. It makes the same bytes, checks the same
/// capacity, remembers the same, fills the same gaps and rings the same doorbell as send_queue.
template <wqe_table table>
class wqe_floor_queue_with {
 public:
  static constexpr bool completes_each = table == wqe_table::unordered;

  wqe_floor_queue_with(const detail::send_queue_memory& memory, std::byte* reg,
                       std::uint32_t half_size)
      : ring_(reinterpret_cast<std::uint64_t*>(memory.ring)),
        mask_(memory.wqebbs - 1),
        qpn_(memory.qpn),
        dbrec_(reinterpret_cast<std::uint16_t*>(memory.dbrec)),
        register_(reinterpret_cast<std::uintptr_t>(reg)),
        half_size_(half_size),
        records_(memory.wqebbs) {}

  /// A WQE whose length is a constant. `store` gets the WQE as words of 64 bits and writes all that
  /// is behind the first two.
  template <fixed_part part, class Store>
  [[gnu::always_inline]] bool post(std::uint64_t id, std::uint32_t imm, Store&& store) noexcept {
    constexpr std::uint32_t length = (part.octowords + 3) / 4;
    // A ring of 2^n WQEBBs has no gap before its end if a WQE has 2^m.
    if constexpr (!std::has_single_bit(length)) {
      if (!fill_gap(length)) return false;
    }
    if (!has_room(length)) return false;
    std::uint64_t* const wqe =
        begin(part.opcode | part.opmod << 24, part.octowords, part.fences_next ? next_fm_ : 0, imm);
    if constexpr (part.fences_next) next_fm_ = 0x20;
    store(wqe);
    end(length, id);
    return true;
  }

  /// The same where the length is known only now.
  template <std::uint8_t opcode, class Store>
  [[gnu::always_inline]] bool post(std::uint32_t octowords, std::uint64_t id,
                                   Store&& store) noexcept {
    const std::uint32_t length = (octowords + 3) / 4;
    if (octowords > 16 || !fill_gap(length) || !has_room(length)) return false;
    store(begin(opcode, octowords, 0, 0));
    end(length, id);
    return true;
  }

  void ring_doorbell() noexcept {
    mmio::wqe_before_dbrec();
    publish();
    mmio::dbrec_before_doorbell();
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(register_), last_ctrl_, __ATOMIC_RELAXED);
    mmio::flush_write_combining();
    register_ ^= half_size_;
  }

  /// The same, with all WQEs since the last doorbell, `wqes` of them, unless a NOP is in front.
  void ring_blueflame(std::uint32_t begin, unsigned wqes) noexcept {
    if (static_cast<std::uint16_t>(begin) != __builtin_bswap16(dbrec_[1])) return ring_doorbell();
    mmio::wqe_before_dbrec();
    publish();
    mmio::dbrec_before_doorbell();
    auto* to = reinterpret_cast<volatile std::uint64_t*>(register_);
    for (; begin != pi_; ++begin) {
      const std::uint64_t* const wqebb = ring_ + std::size_t{begin & mask_} * 8;
      for (unsigned i = 0; i < 8; ++i) *to++ = wqebb[i];
    }
    mmio::flush_write_combining();
    register_ ^= half_size_;
    if (wqes == 1) return;
    mmio::dbrec_before_doorbell();
    __atomic_store_n(reinterpret_cast<std::uint64_t*>(register_), last_ctrl_, __ATOMIC_RELAXED);
    mmio::flush_write_combining();
    register_ ^= half_size_;
  }

  /// A good CQE: hands back what it brings.
  template <class HandBack>
  void complete(std::uint16_t wqe_counter, HandBack&& hand_back) noexcept {
    auto& r = records_[wqe_counter & mask_];
    if constexpr (table == wqe_table::ordered_sparse) {
      ci_ = r.end;
      hand_back(r.id, false, true);
    } else if constexpr (table == wqe_table::ordered_dense) {
      for (const auto end = r.end; ci_ != end;) {
        auto& oldest = records_[ci_ & mask_];
        ci_ = oldest.end;
        oldest.holds = false;
        hand_back(oldest.id, false, true);
      }
    } else {
      r.holds = false;
      hand_back(r.id, false, true);
    }
  }

  std::uint32_t pi() const noexcept { return pi_; }

 protected:
  struct sparse_record {
    std::uint64_t id;
    std::uint32_t end;
  };
  struct full_record {
    std::uint64_t id;
    std::uint32_t end;
    bool holds;
  };
  using record = std::conditional_t<table == wqe_table::ordered_sparse, sparse_record, full_record>;

  void publish() noexcept {
    __atomic_store_n(dbrec_ + 1, __builtin_bswap16(static_cast<std::uint16_t>(pi_)),
                     __ATOMIC_RELAXED);
  }

  bool has_room(std::uint32_t wqebbs) noexcept {
    if (pi_ + wqebbs - ci_ <= mask_ + 1) [[likely]]
      return true;
    if constexpr (table == wqe_table::unordered) {
      while (ci_ != pi_ && !records_[ci_ & mask_].holds) ci_ = records_[ci_ & mask_].end;
    }
    return pi_ + wqebbs - ci_ <= mask_ + 1;
  }

  std::uint64_t* begin(std::uint32_t opcode, std::uint32_t ds, std::uint32_t fm,
                       std::uint32_t imm) noexcept {
    std::uint64_t* const wqe = ring_ + std::size_t{pi_ & mask_} * 8;
    last_ctrl_ = be32x2((pi_ & 0xffff) << 8 | opcode, qpn_ << 8 | ds);
    wqe[0] = last_ctrl_;
    wqe[1] = be32x2(0x08 | fm, imm);
    return wqe;
  }

  void end(std::uint32_t length, std::uint64_t id) noexcept {
    auto& r = records_[pi_ & mask_];
    r.id = id;
    r.end = pi_ += length;
    if constexpr (table != wqe_table::ordered_sparse) r.holds = true;
  }

  /// A NOP up to the ring's end, if a WQE of `length` WQEBBs does not fit in front of it.
  bool fill_gap(std::uint32_t length) noexcept {
    const std::uint32_t to_end = mask_ + 1 - (pi_ & mask_);
    if (length <= to_end) [[likely]]
      return true;
    if (!has_room(to_end + length)) return false;
    std::uint64_t* const wqe = ring_ + std::size_t{pi_ & mask_} * 8;
    wqe[0] = be32x2((pi_ & 0xffff) << 8, qpn_ << 8 | to_end * 4);
    wqe[1] = 0;
    pi_ += to_end;
    return true;
  }

  std::uint64_t* ring_;
  std::uint32_t mask_;
  std::uint32_t qpn_;
  std::uint32_t pi_ = 0;
  std::uint32_t ci_ = 0;
  std::uint32_t next_fm_ = 0;
  std::uint64_t last_ctrl_ = 0;
  std::uint16_t* dbrec_;  // of a word whose first half is not ours
  std::uintptr_t register_;
  std::uintptr_t half_size_;
  std::vector<record> records_;
};

using wqe_floor_queue = wqe_floor_queue_with<wqe_table::ordered_sparse>;

}  // namespace verbatim::bench
