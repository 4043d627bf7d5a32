// The data messages that have arrived, in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::stream::detail {

/// A data message that has arrived.
struct arrival {
  const std::byte* data = nullptr;   ///< in its slot, or in the ring
  std::uint32_t slot = 0;            ///< the receive that it took
  std::uint32_t begin = 0, end = 0;  ///< the bytes that were not read
  bool ends_message = false;
  bool is_in_ring = false;
  bool is_lent = false;
};

/// A queue of as many messages as the window has.
class arrivals {
 public:
  explicit arrivals(std::uint32_t window) : of_(window) {}

  std::uint32_t count() const noexcept { return count_; }
  bool is_empty() const noexcept { return count_ == 0; }
  bool is_full() const noexcept { return count_ == of_.size(); }

  /// Returns the number of messages that end a message of a channel.
  std::uint32_t ends() const noexcept { return ends_; }

  arrival& first() noexcept { return of_[first_]; }

  /// Returns the message that has arrived so many messages after the first one.
  const arrival& behind_first(std::uint32_t count) const noexcept {
    auto at = first_ + count;
    if (at >= of_.size()) at -= static_cast<std::uint32_t>(of_.size());
    return of_[at];
  }
  void push(const arrival& one) noexcept {
    auto next = first_ + count_++;
    if (next >= of_.size()) next -= static_cast<std::uint32_t>(of_.size());
    of_[next] = one;
    ends_ += one.ends_message ? 1 : 0;
  }
  void pop() noexcept {
    ends_ -= of_[first_].ends_message ? 1 : 0;
    if (++first_ == of_.size()) first_ = 0;
    --count_;
  }

 private:
  std::vector<arrival> of_;
  std::uint32_t first_ = 0, count_ = 0;
  std::uint32_t ends_ = 0;
};

}  // namespace verbatim::stream::detail
