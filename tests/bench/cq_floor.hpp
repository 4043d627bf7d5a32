// The floor of polling: code by hand for one format, which looks the queue pair up as it has to.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "cq_memory.hpp"
#include "verbatim/mmio/barriers.hpp"

namespace verbatim::bench {

/// What floor_cq finds behind a QP number: all WQEs have one WQEBB and are signaled.
struct floor_pair {
  struct record {
    std::uint64_t id = 0;
    std::uint32_t end = 0;
  };

  explicit floor_pair(std::uint32_t wqebbs) : records(wqebbs), mask(wqebbs - 1) {}

  std::vector<record> records;
  std::uint32_t mask;
  std::uint32_t pi = 0;
  std::uint32_t ci = 0;

  void post(std::uint64_t id) noexcept {
    records[pi & mask] = {id, pi + 1};
    ++pi;
  }
  std::uint64_t retire(std::uint16_t wqe_counter) noexcept {
    const auto& r = records[wqe_counter & mask];
    ci = r.end;
    return r.id;
  }
};

/// QP numbers are indexes into `pairs`, of which there are a power of two.
template <cq_format Format>
class floor_cq {
 public:
  floor_cq(const completion_queue_memory& memory, std::vector<floor_pair>& pairs)
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
        on_id(pair_of(cqe).retire(be16(cqe + 60)));
        ++ci_;
        ++taken;
      } else if constexpr (Format.compression == cqe_compression::basic) {
        floor_pair& pair = pair_of(cqe);
        const std::uint32_t count = be32(cqe + 44);
        const std::uint8_t* mini = at(ci_ + 1);
        const std::uint8_t* const end = mini + 8 * count;
        for (; mini != end; mini += 8) {
          on_id(pair.retire(be16(mini)));
          at(ci_)[63] = static_cast<std::uint8_t>(0xf0 | ((ci_ & cqes_) != 0));
          ++ci_;
        }
        taken += count;
      } else {
        if ((cqe[63] & 0x0c) != 0x0c) {
          title_ = &pair_of(cqe);
          on_id(title_->retire(be16(cqe + 60)));
          ++ci_;
          ++taken;
          continue;
        }
        const std::uint32_t count = (cqe[63] >> 4) + 1u;
        for (std::uint32_t i = 0; i < count; ++i) on_id(title_->retire(be16(cqe + 8 * i)));
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

  floor_pair& pair_of(const std::uint8_t* cqe) const noexcept {
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
  floor_pair* pairs_;
  std::uint32_t pair_mask_;
  floor_pair* title_ = nullptr;
};

}  // namespace verbatim::bench
