// The time that an engine polls before it sleeps.
#pragma once

#include <algorithm>
#include <chrono>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::stream {

/// A time to poll, which learns. It doubles when a completion came within it, and halves when none
/// did: a sleep costs some microseconds, and polling in vain costs a processor.
class spin_budget {
 public:
  using duration = std::chrono::nanoseconds;

  /// `least` is where it begins, and never becomes less than an eighth of.
  constexpr spin_budget(duration least, duration most) noexcept
      : floor_(least / 8), most_(most), now_(least) {}

  /// Returns the time to poll now.
  constexpr duration now() const noexcept { return now_; }

  /// A completion came while polling.
  constexpr void hit() noexcept { now_ = std::min(now_ * 2, most_); }

  /// None came.
  constexpr void miss() noexcept { now_ = std::max(now_ / 2, floor_); }

 private:
  duration floor_, most_, now_;
};

}  // namespace verbatim::stream
