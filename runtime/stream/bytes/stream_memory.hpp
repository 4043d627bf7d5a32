// The registered memory of a stream.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// Slots of equal size for messages that arrive, slots for messages that are sent, the limit word,
/// which the peer writes, and the ring, into which the peer writes long messages.
class stream_memory {
 public:
  stream_memory(const pd& pd, std::uint32_t receives, const stream_options& how)
      : slot_bytes_(how.slot_bytes),
        receives_(receives),
        word_at_(std::size_t{receives + how.window} * how.slot_bytes),
        mr_(mr::allocate(pd, word_at_ + sizeof(std::uint64_t), written_by_peer)) {
    if (how.ring_bytes != 0) ring_.emplace(mr::allocate(pd, how.ring_bytes, written_by_peer));
  }

  memory_slice receive_slot(std::uint32_t index) const noexcept {
    return {mr_.addr() + std::size_t{index} * slot_bytes_, slot_bytes_, mr_.lkey()};
  }
  memory_slice send_slot(std::uint32_t index) const noexcept {
    return receive_slot(receives_ + index);
  }

  /// These functions return the first byte of a slot.
  std::byte* arrived_at(std::uint32_t index) const noexcept {
    return mr_.memory().data() + std::size_t{index} * slot_bytes_;
  }
  std::byte* sent_at(std::uint32_t index) const noexcept { return arrived_at(receives_ + index); }

  remote_region word() const { return mr_.remote(word_at_, sizeof(std::uint32_t)); }
  void set_limit(std::uint32_t limit) const noexcept {
    std::memcpy(mr_.memory().data() + word_at_, &limit, sizeof limit);
  }

  /// Returns the limit word, which the peer may write at any time.
  std::uint32_t limit() const noexcept {
    auto* const at = mr_.memory().data() + word_at_;
    return std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(at))
        .load(std::memory_order_acquire);
  }

  /// Returns the ring; an empty region if there is none.
  remote_region ring() const { return ring_ ? ring_->remote() : remote_region(); }
  std::byte* ring_at(std::uint32_t offset) const noexcept {
    return ring_->memory().data() + offset;
  }

 private:
  static constexpr verbs::mr_allocation written_by_peer{.access = access::local_write |
                                                                  access::remote_write};

  std::uint32_t slot_bytes_;
  std::uint32_t receives_;
  std::size_t word_at_;
  mr mr_;
  std::optional<mr> ring_;
};

}  // namespace verbatim::stream::detail
