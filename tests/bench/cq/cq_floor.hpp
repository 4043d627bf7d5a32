// The floor of polling: hand-written code for one format, with the lookups of queue pair and WQE that any
// implementation needs.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "cq_memory.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/mmio/barriers.hpp"
#include "verbatim/queue/send/send_policies.hpp"

namespace verbatim::bench {

/// The queue that floor_cq finds behind a QP number, in a cache line of its own: all WQEs have one
/// WQEBB and are signaled.
template <wqe_table Table>
class alignas(64) floor_pair {
 public:
  explicit floor_pair(std::uint32_t wqebbs)
      : records_(wqebbs), mask_(wqebbs - 1), memory_(wqebbs) {}

  /// The WQE is written as well: it takes room in the cache that the next poll needs.
  void post(std::uint64_t id) noexcept {
    ctrl_seg{.wqe_index = static_cast<std::uint16_t>(pi_), .opcode = opcode::nop, .ds = 1}.write(
        memory_.wqe(pi_ & mask_));
    records_[pi_ & mask_] = {id, pi_ + 1};
    ++pi_;
  }

  template <class OnId>
  [[gnu::always_inline]] void retire(std::uint16_t wqe_counter, OnId& on_id) noexcept {
    const std::uint32_t slot = wqe_counter & mask_;
    if constexpr (Table == wqe_table::ordered_dense) {
      while ((ci_ & mask_) != slot) retire_record(ci_ & mask_, on_id);
    }
    retire_record(slot, on_id);
  }

 private:
  struct record {
    std::uint64_t id = 0;
    std::uint32_t end = 0;
  };

  template <class OnId>
  [[gnu::always_inline]] void retire_record(std::uint32_t slot, OnId& on_id) noexcept {
    const auto& r = records_[slot];
    ci_ = r.end;
    on_id(r.id);
  }

  std::vector<record> records_;
  std::uint32_t mask_;
  std::uint32_t pi_ = 0;
  std::uint32_t ci_ = 0;
  queue_pair_memory memory_;
};

/// QP numbers are indexes into `pairs`, whose number is a power of two.
template <cq_format Format, wqe_table Table>
class floor_cq {
 public:
  floor_cq(const detail::completion_queue_memory& memory, std::vector<floor_pair<Table>>& pairs)
      : ring_(reinterpret_cast<std::uint8_t*>(memory.ring) + Format.cqe_size - 64),
        mask_(memory.cqes - 1),
        cqes_(memory.cqes),
        shift_(static_cast<unsigned>(__builtin_ctz(memory.cqes))),
        dbrec_(reinterpret_cast<std::uint32_t*>(memory.dbrec)),
        pairs_(pairs.data()),
        pair_mask_(static_cast<std::uint32_t>(pairs.size() - 1)) {
    for (std::uint32_t i = 0; i < cqes_; ++i) {
      at(i)[62] = 0xff;
      at(i)[63] = 0xf1;
    }
  }

  /// At most `budget` completions; `budget` is a multiple of run_length.
  template <class OnId>
  unsigned poll(OnId&& on_id, unsigned budget) noexcept {
    unsigned taken = 0;
    while (taken < budget) {
      std::uint8_t* const cqe = at(ci_);
      if (!mine(cqe)) break;
      mmio::owner_before_cqe();
      if constexpr (Format.compression == cqe_compression::none) {
        pair_of(cqe).retire(be16(cqe + 60), on_id);
        ++ci_;
        ++taken;
      } else if constexpr (Format.compression == cqe_compression::basic) {
        floor_pair<Table>& pair = pair_of(cqe);
        const std::uint32_t count = be32(cqe + 44);
        std::uint8_t* const minis = at(ci_ + 1);
        for (std::uint32_t i = 0; i < count; ++i) pair.retire(be16(minis + 8 * i), on_id);
        cqe[63] = minis[63] = 0xf1;  // what is in between has not been written
        ci_ += count;
        taken += count;
      } else {
        if ((cqe[63] & 0x0c) != 0x0c) {
          title_ = &pair_of(cqe);
          title_->retire(be16(cqe + 60), on_id);
          ++ci_;
          ++taken;
          continue;
        }
        const std::uint32_t count = (cqe[63] >> 4) + 1u;
        for (std::uint32_t i = 0; i < count; ++i) title_->retire(be16(cqe + 8 * i), on_id);
        ci_ += count;
        taken += count;
      }
    }
    if (taken != 0) {
      mmio::cqe_before_consumer_index();
      __atomic_store_n(dbrec_, __builtin_bswap32(ci_ & 0xffffff), __ATOMIC_RELAXED);
    }
    return taken;
  }

 private:
  std::uint8_t* at(std::uint32_t index) const noexcept {
    return ring_ + std::size_t{index & mask_} * Format.cqe_size;
  }

  /// The requester's opcode is 0.
  bool mine(const std::uint8_t* cqe) const noexcept {
    if constexpr (Format.compression == cqe_compression::enhanced) {
      return __atomic_load_n(cqe + 62, __ATOMIC_RELAXED) ==
             static_cast<std::uint8_t>(ci_ >> shift_);
    } else {
      return (__atomic_load_n(cqe + 63, __ATOMIC_RELAXED) & 0xf1) == ((ci_ & cqes_) != 0);
    }
  }

  floor_pair<Table>& pair_of(const std::uint8_t* cqe) const noexcept {
    return pairs_[be32(cqe + 56) & pair_mask_];
  }
  static std::uint16_t be16(const std::uint8_t* at) noexcept {
    std::uint16_t v;
    std::memcpy(&v, at, sizeof v);
    return __builtin_bswap16(v);
  }
  static std::uint32_t be32(const std::uint8_t* at) noexcept {
    std::uint32_t v;
    std::memcpy(&v, at, sizeof v);
    return __builtin_bswap32(v);
  }

  std::uint8_t* ring_;
  std::uint32_t mask_;
  std::uint32_t cqes_;
  unsigned shift_;
  std::uint32_t ci_ = 0;
  std::uint32_t* dbrec_;
  floor_pair<Table>* pairs_;
  std::uint32_t pair_mask_;
  floor_pair<Table>* title_ = nullptr;
};

}  // namespace verbatim::bench
