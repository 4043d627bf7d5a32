// The memory of a send queue.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/base/inline_scatter.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::detail {

/// The memory of a send queue. It belongs to the creator of the QP and outlives the queue.
struct send_queue_memory {
  std::byte* ring;                    ///< the WQEBBs, one after the other
  std::uint32_t wqebbs;               ///< a power of two, at most 2^16
  std::byte* dbrec;                   ///< the big-endian word for snd_counter (qp_dbrec.yaml)
  mmio::doorbell_register* doorbell;  ///< shared by all queues with the same register
  std::uint32_t qpn;                  ///< number of the queue pair, 24 bits
  /// The lkey of the null memory region, if the device has one.
  lkey null_lkey = no_lkey;
  std::uint32_t max_signaled = 0;  ///< for wqe_table::ordered_few; 0: as many as WQEBBs
};

/// Memory for a WQE that is built aside, and the register for doorbells of a closed queue.
template <unsigned wqebbs>
struct spare_wqe {
  alignas(std::uint64_t) std::array<std::byte, wqebbs * wqebb> bytes{};
  mmio::doorbell_register nowhere{bytes.data(), 0};
  std::atomic<std::uint32_t> owners{1};
};

/// Owns such memory together with its copies. Queues may share it if one thread posts to all of them, and
/// finishes each WQE before it begins the next. It is one pointer, so that a queue fits in two cache lines.
template <unsigned wqebbs>
class shared_spare {
 public:
  /// Owns nothing. A queue that is made with it has memory of its own.
  shared_spare() noexcept = default;
  static shared_spare make() { return shared_spare(new spare_wqe<wqebbs>); }

  shared_spare(const shared_spare& other) noexcept : owned_(other.owned_) {
    if (owned_ != nullptr) owned_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  shared_spare(shared_spare&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
  shared_spare& operator=(shared_spare other) noexcept {
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~shared_spare() {
    if (owned_ != nullptr && owned_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete owned_;
    }
  }

  explicit operator bool() const noexcept { return owned_ != nullptr; }
  spare_wqe<wqebbs>* operator->() const noexcept { return owned_; }

 private:
  explicit shared_spare(spare_wqe<wqebbs>* owned) noexcept : owned_(owned) {}

  spare_wqe<wqebbs>* owned_ = nullptr;
};

}  // namespace verbatim::detail
