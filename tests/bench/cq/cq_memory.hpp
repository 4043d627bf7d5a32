// A completion queue and its queue pairs in ordinary memory, and a writer of CQEs in the device's place.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "request.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/enh_block.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::bench {

/// Sends of one queue pair that complete one behind the other: what a device compresses.
inline constexpr std::uint32_t run_length = 8;

/// WQEBBs that each of so many queue pairs needs for `depth` sends, in runs that go round.
constexpr std::uint32_t wqebbs_of_each(std::uint32_t pairs) noexcept {
  return pairs >= depth / run_length ? 2 * run_length : depth / pairs;
}

/// The place of CQEs when they are polled: where this thread just wrote them, or out of its caches,
/// as when a device wrote them.
enum class cqes_lie : std::uint8_t { in_cache, in_memory };

/// Rings of one queue pair.
class queue_pair_memory {
 public:
  explicit queue_pair_memory(std::uint32_t wqebbs)
      : wqebbs_(wqebbs), sq_(std::make_unique<wqebb[]>(wqebbs)) {}

  detail::send_queue_memory send(std::uint32_t qpn, mmio::doorbell_register& doorbell) noexcept {
    return {sq_[0].bytes.data(), wqebbs_, dbrec_.data() + 4, &doorbell, qpn};
  }
  std::byte* wqe(std::uint32_t slot) noexcept { return sq_[slot].bytes.data(); }
  detail::recv_queue_memory recv() noexcept { return {rq_.bytes.data(), 4, 16, dbrec_.data()}; }

 private:
  struct alignas(64) wqebb {
    std::array<std::byte, 64> bytes{};
  };

  std::uint32_t wqebbs_;
  std::unique_ptr<wqebb[]> sq_;
  wqebb rq_;
  alignas(8) std::array<std::byte, 8> dbrec_{};
};

/// Writes good CQEs of sends.
template <cq_format Format>
class cqe_pen {
 public:
  explicit cqe_pen(std::uint32_t cqes)
      : ring_(std::size_t{cqes} * Format.cqe_size + 64), cqes_(cqes) {}

  detail::completion_queue_memory memory() noexcept {
    return {begin(), cqes_, Format.cqe_size, dbrec_.data()};
  }

  /// Writes run_length completions of the queue pair, the first with this wqe_counter.
  void run(std::uint32_t qpn, std::uint16_t wqe_counter) noexcept {
    if constexpr (Format.compression == cqe_compression::basic) {
      write_minis(at(pi_ + 1), wqe_counter, run_length);
      title(qpn, wqe_counter, cqe_format::compressed, run_length);
      pi_ += run_length;
    } else if constexpr (Format.compression == cqe_compression::enhanced) {
      title(qpn, wqe_counter, cqe_format::plain, 0);
      ++pi_;
      std::byte* const block = at(pi_);
      write_minis(block, static_cast<std::uint16_t>(wqe_counter + 1), run_length - 1);
      block[63] = std::byte{(run_length - 2) << 4 | 3 << 2};
      block[62] = lap();
      pi_ += run_length - 1;
    } else {
      for (std::uint16_t i = 0; i < run_length; ++i, ++pi_) {
        title(qpn, static_cast<std::uint16_t>(wqe_counter + i), cqe_format::plain, 0);
      }
    }
  }

  /// Evicts them from the caches.
  void evict() noexcept {
    for (std::size_t i = 0; i < ring_.size(); i += 64) evict_line(ring_.data() + i);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }

 private:
  static void evict_line(std::byte* line) noexcept {
#if defined(__x86_64__)
    asm volatile("clflush %0" : "+m"(*line));
#elif defined(__aarch64__)
    asm volatile("dc civac, %0" : : "r"(line) : "memory");
#endif
  }

  std::byte* begin() noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(ring_.data());
    return ring_.data() + (64 - address % 64) % 64;
  }
  std::byte* at(std::uint32_t index) noexcept {
    return begin() + std::size_t{index % cqes_ + 1} * Format.cqe_size - cqe64::size;
  }
  std::byte lap() const noexcept { return static_cast<std::byte>(pi_ / cqes_); }

  void title(std::uint32_t qpn, std::uint16_t wqe_counter, cqe_format format,
             std::uint32_t count) noexcept {
    const bool counts = Format.compression == cqe_compression::enhanced;
    cqe64::values{.byte_cnt = count,
                  .s_wqe_opcode = opcode::rdma_write,
                  .qpn = qpn,
                  .wqe_counter = wqe_counter,
                  .signature = counts ? std::to_integer<std::uint8_t>(lap()) : std::uint8_t{0},
                  .opcode = cqe_opcode::req,
                  .format = format,
                  .owner = static_cast<std::uint8_t>(counts ? 0 : pi_ / cqes_ & 1)}
        .write(at(pi_));
  }

  static void write_minis(std::byte* minis, std::uint16_t wqe_counter,
                          std::uint32_t count) noexcept {
    for (std::uint16_t i = 0; i < count; ++i) {
      mini_req::values{.wqe_counter = static_cast<std::uint16_t>(wqe_counter + i),
                       .s_wqe_opcode = opcode::rdma_write}
          .write(minis + std::size_t{i} * mini_req::size);
    }
  }

  std::vector<std::byte> ring_;
  std::uint32_t cqes_;
  std::uint32_t pi_ = 0;
  alignas(8) std::array<std::byte, 8> dbrec_{};
};

}  // namespace verbatim::bench
