// The registered memory of a stream.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "verbatim/stream/bytes/shared_receives.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// Slots of equal size for messages that arrive, slots for messages that are sent, the limit word,
/// which the peer writes, and the ring, into which the peer writes long messages. A stream that
/// shares its receives has only the word. The word and the ring have keys of their own: with them,
/// a peer cannot change a message that has arrived in a slot.
///
/// If messages have written headers, each slot has room for one in front of its bytes, and there are places
/// for those of messages out of registered memory.
class stream_memory {
 public:
  /// `head` is the length of a written header, or 0. `heads` of them are outside of the slots.
  stream_memory(const pd& pd, std::uint32_t receives, const stream_options& how,
                shared_slots* shared, std::uint32_t head, std::uint32_t heads)
      : stride_(how.slot_bytes + head), receives_(receives), shared_(shared) {
    if (shared_ != nullptr) {
      word_index_ = shared_->take_word();
      first_ = shared_->first();
      word_ = shared_->word(word_index_);
      return;
    }
    // The device writes the word at once, and slots have any length.
    constexpr std::size_t alignment = sizeof(std::uint64_t);
    const auto slots_end = std::size_t{receives + how.window} * stride_;
    const auto word_at = (slots_end + alignment - 1) / alignment * alignment;
    auto slots = mr::allocate(pd, word_at + alignment + std::size_t{heads} * head,
                              verbs::mr_allocation{.access = access::local_write});
    first_ = slots.memory().data() + head;
    word_ = slots.memory().data() + word_at;
    lkey_ = slots.lkey();
    mr word(pd, slots.memory().subspan(word_at, sizeof(std::uint32_t)), by_peer);
    own_.reset(new own_memory{std::move(slots), std::move(word), std::nullopt});
    if (how.ring_bytes != 0) {
      own_->ring.emplace(mr::allocate(pd, how.ring_bytes, verbs::mr_allocation{.access = by_peer}));
    }
  }
  ~stream_memory() {
    if (shared_ != nullptr) shared_->give_word(word_index_);
  }
  stream_memory(const stream_memory&) = delete;
  stream_memory& operator=(const stream_memory&) = delete;

  /// Returns the memory of a receive: a slot, with the header in front of it.
  memory_slice receive_slot(std::uint32_t index, std::uint32_t head) const noexcept {
    return {reinterpret_cast<std::uintptr_t>(arrived_at(index)) - head, stride_, lkey_};
  }

  /// Returns so many bytes of a slot that is sent.
  memory_slice sent_slot(std::uint32_t index, std::uint32_t length) const noexcept {
    return {reinterpret_cast<std::uintptr_t>(sent_at(index)), length, lkey_};
  }

  /// Writes a header that is outside of the slots. Returns its memory.
  memory_slice write_head(std::uint32_t index, const protocol::written_header& one) const noexcept {
    const auto at = shared_ != nullptr ? shared_->head(word_index_, index) : own_head(index);
    std::memcpy(reinterpret_cast<std::byte*>(at.addr()), &one, sizeof one);
    return at;
  }

  /// These functions return the first byte of a slot.
  std::byte* arrived_at(std::uint32_t index) const noexcept {
    return first_ + std::size_t{index} * stride_;
  }
  std::byte* sent_at(std::uint32_t index) const noexcept { return arrived_at(receives_ + index); }

  remote_region word() const {
    return shared_ != nullptr ? shared_->remote_word(word_index_) : own_->word.remote();
  }
  void set_limit(std::uint32_t limit) const noexcept { std::memcpy(word_, &limit, sizeof limit); }

  /// Returns the limit word, which the peer may write at any time.
  std::uint32_t limit() const noexcept {
    return std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(word_))
        .load(std::memory_order_acquire);
  }

  /// Returns the ring; an empty region if there is none.
  remote_region ring() const {
    return own_ != nullptr && own_->ring ? own_->ring->remote() : remote_region();
  }
  std::byte* ring_at(std::uint32_t offset) const noexcept {
    return own_->ring->memory().data() + offset;
  }

  /// Returns the shared receives; null if the stream has its own.
  shared_slots* shared() const noexcept { return shared_; }

 private:
  memory_slice own_head(std::uint32_t index) const noexcept {
    constexpr auto length = static_cast<std::uint32_t>(sizeof(protocol::written_header));
    const auto first = reinterpret_cast<std::uintptr_t>(word_) + sizeof(std::uint64_t);
    return {first + std::size_t{index} * length, length, lkey_};
  }

  static constexpr access by_peer = access::local_write | access::remote_write;

  /// The memory of a stream that shares nothing.
  struct own_memory {
    mr slots, word;
    std::optional<mr> ring;
  };

  std::uint32_t stride_;  ///< bytes from a slot to the next
  std::uint32_t receives_;
  shared_slots* shared_;
  std::byte* first_ = nullptr;  ///< of the slots
  std::byte* word_ = nullptr;
  verbatim::lkey lkey_{};
  std::uint32_t word_index_ = 0;  ///< of the shared words
  std::unique_ptr<own_memory> own_;
};

}  // namespace verbatim::stream::detail
