// The memory of a shared receive queue, and the way of the device through it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>

#include "bytes.hpp"
#include "verbatim/generated/doorbells/srq_dbrec.hpp"
#include "verbatim/generated/segments/srq_next_seg.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"

namespace verbatim::test {

/// A stale ring between bytes that nothing may touch, and the device's walk through it.
class srq_memory {
 public:
  explicit srq_memory(std::uint32_t wqes, std::uint32_t stride = 64)
      : ring_(wqes * std::size_t{stride} + 2 * guard, stale), wqes_(wqes), stride_(stride) {}

  detail::shared_recv_queue_memory memory() {
    return {ring_.data() + guard, wqes_, stride_, record_->data(), 0x77};
  }
  byte_view wqe(std::uint32_t index) const {
    return byte_view(ring_).subspan(guard + index * std::size_t{stride_}, stride_);
  }
  srq_dbrec record() const { return srq_dbrec::read(record_->data()); }

  /// The next WQE that was posted, as the device finds it: by the record and the links.
  std::uint16_t take() {
    EXPECT_NE(taken_, record().counter);
    ++taken_;
    const auto index = head_;
    head_ = srq_next_seg::read(wqe(index).data()).next_wqe_index;
    return index;
  }
  bool has_more() const { return taken_ != record().counter; }

  /// Frees the memory, as once the queue is destroyed.
  void release() {
    byte_string().swap(ring_);
    record_.reset();
  }

  bool guards_stand() const {
    const byte_view all(ring_);
    const byte_string whole(guard, stale);
    return same(all.first(guard), whole) && same(all.last(guard), whole);
  }

 private:
  static constexpr std::size_t guard = 64;

  struct alignas(4) word : std::array<std::byte, 4> {};

  byte_string ring_;
  std::uint32_t wqes_;
  std::uint32_t stride_;
  std::uint16_t head_ = 0;
  std::uint16_t taken_ = 0;
  std::unique_ptr<word> record_ = std::make_unique<word>();
};

}  // namespace verbatim::test
