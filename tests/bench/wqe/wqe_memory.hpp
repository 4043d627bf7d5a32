// The memory of a send queue that no device reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "request.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::bench {

/// Appends a WQE without its index, the number of its QP and an immediate value that it does not use.
void append_comparable(std::vector<std::byte>& to, std::span<const std::byte> wqe);

/// A ring of `depth` WQEBBs, a doorbell record, and a register of two halves.
class wqe_memory {
 public:
  static constexpr std::uint32_t half_size = 256;

  wqe_memory() noexcept;

  detail::send_queue_memory send_queue() noexcept {
    return {.ring = ring_.data(),
            .wqebbs = depth,
            .dbrec = dbrec_.data(),
            .doorbell = &doorbell_,
            .qpn = 0xabcdef};
  }
  std::byte* doorbell_register() noexcept { return register_.data(); }

  /// Returns the bytes that a device would see of the WQEBBs from one free-running index to another.
  std::vector<std::byte> seen(std::uint32_t begin, std::uint32_t end) const;

  /// Returns the WQEs alone, as append_comparable() has them, without the NOPs that fill gaps.
  std::vector<std::byte> wqes(std::uint32_t begin, std::uint32_t end) const;

 private:
  alignas(4096) std::array<std::byte, depth * wqebb> ring_;
  alignas(64) std::array<std::byte, 64> dbrec_{};  // as the driver hands it out
  alignas(2 * half_size) std::array<std::byte, 2 * half_size> register_;
  mmio::doorbell_register doorbell_{register_.data(), half_size};
};

}  // namespace verbatim::bench
