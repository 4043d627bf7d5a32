// The data messages that have arrived, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/stream/protocol/gathered.hpp"

namespace verbatim::stream::detail {

/// A data message that has arrived: the record of the slot whose receive it took.
struct arrival {
  const std::byte* data = nullptr;   ///< in its slot, or in the ring
  std::uint32_t begin = 0, end = 0;  ///< the bytes that were not read
  std::uint32_t next = 0;            ///< the slot of the message behind it, if there is one
  std::uint32_t held = 1;            ///< messages of a channel in the slot that are not released
  bool ends_message = false;
  bool is_in_ring = false;
  bool is_lent = false;
  bool holds_many = false;
};

/// A queue of at most as many messages as the window has. The records belong to the slots, so that
/// streams which share the slots share them too.
class arrivals {
 public:
  arrivals(std::span<arrival> records, std::uint32_t window) noexcept
      : records_(records.data()), window_(window) {}

  std::uint32_t count() const noexcept { return count_; }
  bool is_empty() const noexcept { return count_ == 0; }
  bool is_full() const noexcept { return count_ == window_; }

  /// Returns the number of messages that end a message of a channel.
  std::uint32_t ends() const noexcept { return ends_; }

  arrival& first() noexcept { return records_[first_]; }
  std::uint32_t first_slot() const noexcept { return first_; }

  /// Returns the record of a slot, which stays as it is until the slot is posted again.
  const arrival& of(std::uint32_t slot) const noexcept { return records_[slot]; }

  /// Records that a message in the slot is released. Returns true if the slot is free. A message of
  /// several slots is the only one in each.
  bool release(std::uint32_t slot) noexcept { return --records_[slot].held == 0; }

  /// Takes the first message of a slot that holds several. Returns its bytes.
  std::span<const std::byte> take_gathered() noexcept {
    auto& one = first();
    const auto* const at = one.data + one.begin;
    const auto length = protocol::gathered_length(at);
    one.begin += static_cast<std::uint32_t>(protocol::gathered_bytes(length));
    if (one.begin == one.end) pop();
    return {at + protocol::gathered_head, length};
  }

  [[gnu::always_inline]] void push(std::uint32_t slot, const arrival& one) noexcept {
    records_[slot] = one;
    (count_ == 0 ? first_ : records_[last_].next) = slot;
    last_ = slot;
    ++count_;
    ends_ += one.ends_message ? 1 : 0;
  }

  /// Adds messages of a channel that share a data message. Returns false if no peer sends these
  /// bytes here.
  bool push_many(std::uint32_t slot, std::span<const std::byte> bytes) noexcept {
    if (count_ != 0 && !records_[last_].ends_message) return false;  // in the middle of a message
    const auto count = protocol::count_gathered(bytes);
    if (count == 0) return false;
    push(slot, {.data = bytes.data(),
                .end = static_cast<std::uint32_t>(bytes.size()),
                .held = count,
                .ends_message = true,
                .holds_many = true});
    return true;
  }
  void pop() noexcept {
    ends_ -= records_[first_].ends_message ? 1 : 0;
    first_ = records_[first_].next;
    --count_;
  }

  /// Drops the messages of the first slot that were not taken. Returns true if the slot is free: the
  /// program holds no other message in it.
  bool drop_first() noexcept {
    auto& one = first();
    one.held -= one.holds_many
                    ? protocol::count_gathered({one.data + one.begin, one.end - one.begin})
                    : one.held;
    pop();
    return one.held == 0;
  }
  void clear() noexcept { first_ = count_ = ends_ = 0; }

 private:
  arrival* records_;
  std::uint32_t window_;
  std::uint32_t first_ = 0, last_ = 0;  ///< slots
  std::uint32_t count_ = 0;
  std::uint32_t ends_ = 0;
};

}  // namespace verbatim::stream::detail
