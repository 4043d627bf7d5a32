// The data messages that have arrived, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::stream::detail {

/// A data message that has arrived: the record of the slot whose receive it took.
struct arrival {
  const std::byte* data = nullptr;   ///< in its slot, or in the ring
  std::uint32_t begin = 0, end = 0;  ///< the bytes that were not read
  std::uint32_t next = 0;            ///< the slot of the message behind it, if there is one
  bool ends_message = false;
  bool is_in_ring = false;
  bool is_lent = false;
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

  void push(std::uint32_t slot, const arrival& one) noexcept {
    records_[slot] = one;
    (count_ == 0 ? first_ : records_[last_].next) = slot;
    last_ = slot;
    ++count_;
    ends_ += one.ends_message ? 1 : 0;
  }
  void pop() noexcept {
    ends_ -= records_[first_].ends_message ? 1 : 0;
    first_ = records_[first_].next;
    --count_;
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
