// Reads completions from the ring itself, byte by byte: compressed ones too, which libmlx5 cannot.
// Written for these tests, from what UCX and the kernel do with such rings.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <thread>
#include <vector>

#include "long_enough.hpp"

namespace verbatim::testing {

/// One completion, as a program would see it after decompression.
struct raw_completion {
  unsigned opcode = 0;
  unsigned format = 0;
  bool solicited = false;
  std::uint32_t byte_count = 0;
  std::uint16_t counter = 0;
  unsigned send_opcode = 0;
  std::uint32_t qpn = 0;
  unsigned syndrome = 0;
  unsigned vendor_syndrome = 0;
  std::uint64_t timestamp = 0;

  /// The number of completions that its title or its block stands for; 1 if it came alone.
  unsigned of = 1;

  /// The first four bytes of the mini.
  std::uint32_t mini = 0;
};

/// A ring without which nothing else reads.
class raw_ring {
 public:
  raw_ring(void* buffer, std::uint32_t count, std::uint32_t cqe_bytes, void* dbrec, bool enhanced)
      : buffer_(static_cast<std::uint8_t*>(buffer)),
        count_(count),
        cqe_bytes_(cqe_bytes),
        dbrec_(static_cast<volatile std::uint32_t*>(dbrec)),
        enhanced_(enhanced) {}

  /// Returns the ring of a CQ made by verbs.
  static raw_ring of(ibv_cq* cq) {
    mlx5dv_cq dv{};
    mlx5dv_obj object{};
    object.cq.in = cq;
    object.cq.out = &dv;
    mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ);
    return {dv.buf, dv.cqe_cnt, dv.cqe_size, dv.dbrec, false};
  }

  std::uint32_t count() const noexcept { return count_; }

  /// The 64 bytes of the CQE proper in the slot of a free-running index.
  std::uint8_t* slot(std::uint32_t index) const noexcept {
    return buffer_ + std::size_t{index % count_} * cqe_bytes_ + (cqe_bytes_ - 64);
  }

  std::uint32_t consumed() const noexcept { return ci_; }

  /// True if the device has given the program the slot of `index`.
  bool owned(std::uint32_t index) const noexcept {
    const volatile std::uint8_t* const at = slot(index);
    const std::uint32_t lap = index / count_;
    const bool valid =
        enhanced_ ? at[62] == (lap & 0xff) : (at[63] & 1) == (lap & 1) && (at[63] >> 4) != 0xf;
    std::atomic_thread_fence(std::memory_order_acquire);
    return valid;
  }

  /// True if the next completion is there, within `patience`.
  bool wait(std::chrono::milliseconds patience = long_enough) const {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (expanded_.empty() && !owned(ci_)) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    return true;
  }

  /// The next completion; opcode 0xf if none comes.
  raw_completion next(std::chrono::milliseconds patience = long_enough) {
    if (!wait(patience)) return {.opcode = 0xf};
    if (expanded_.empty()) read_slot();
    const raw_completion result = expanded_.front();
    expanded_.pop_front();
    return result;
  }

  std::vector<raw_completion> next(std::size_t count) {
    std::vector<raw_completion> all;
    while (all.size() < count && wait()) all.push_back(next());
    return all;
  }

 private:
  static std::uint32_t be32(const std::uint8_t* at) {
    std::uint32_t value;
    std::memcpy(&value, at, sizeof value);
    return be32toh(value);
  }
  static std::uint16_t be16(const std::uint8_t* at) {
    return static_cast<std::uint16_t>(at[0] << 8 | at[1]);
  }

  static raw_completion full(const std::uint8_t* at) {
    raw_completion one;
    one.opcode = at[63] >> 4;
    one.format = at[63] >> 2 & 3;
    one.solicited = (at[63] & 2) != 0;
    one.byte_count = be32(at + 44);
    one.timestamp = std::uint64_t{be32(at + 48)} << 32 | be32(at + 52);
    one.counter = be16(at + 60);
    one.send_opcode = at[56];
    one.qpn = be32(at + 56) & 0xffffff;
    one.vendor_syndrome = at[54];
    one.syndrome = at[55];
    return one;
  }

  /// Returns the completion that the title and one mini make together; `distance` completions lie
  /// between them.
  static raw_completion expand(raw_completion title, const std::uint8_t* mini, unsigned distance,
                               unsigned of) {
    title.format = 0;
    title.of = of;
    title.mini = be32(mini);
    title.byte_count = be32(mini + 4);
    if (title.opcode == 0) {
      title.counter = be16(mini);
      title.send_opcode = mini[2];
    } else {
      title.counter = static_cast<std::uint16_t>(title.counter + distance);
    }
    return title;
  }

  void read_slot() {
    const std::uint8_t* const at = slot(ci_);
    const bool compressed = (at[63] >> 2 & 3) == 3;
    if (!compressed) {
      title_ = full(at);
      since_title_ = 0;
      expanded_.push_back(title_);
      consume(1);
    } else if (enhanced_) {
      const unsigned minis = (at[63] >> 4) + 1u;
      for (unsigned i = 0; i < minis; ++i) {
        expanded_.push_back(expand(title_, at + 8 * i, ++since_title_, minis));
      }
      consume(minis);
    } else {
      const raw_completion title = full(at);
      const unsigned minis = title.byte_count;
      for (unsigned i = 0; i < minis; ++i) {
        const std::uint8_t* const array = slot(ci_ + (i < 8 ? 1 : i / 8 * 8));
        expanded_.push_back(expand(title, array + 8 * (i % 8), i, minis));
      }
      consume(minis);
    }
  }

  void consume(unsigned count) {
    // A slot that the device did not write, or wrote as minis, must not look like a completion of
    // the next lap.
    for (unsigned i = 0; !enhanced_ && i < count; ++i) slot(ci_ + i)[63] = 0xf0;
    ci_ += count;
    std::atomic_thread_fence(std::memory_order_release);
    dbrec_[0] = htobe32(ci_ & 0xffffff);
  }

  std::uint8_t* buffer_;
  std::uint32_t count_;
  std::uint32_t cqe_bytes_;
  volatile std::uint32_t* dbrec_;
  bool enhanced_;
  std::uint32_t ci_ = 0;
  std::deque<raw_completion> expanded_;
  raw_completion title_;
  unsigned since_title_ = 0;
};

}  // namespace verbatim::testing
