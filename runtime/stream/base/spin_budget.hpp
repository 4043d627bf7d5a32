// The time that an engine polls before it sleeps.
#pragma once

#include <algorithm>
#include <chrono>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::stream {

/// An adaptive polling time. It doubles if a completion arrived within it, and halves if none did.
/// A sleep costs some microseconds; polling without a result wastes processor time.
class spin_budget {
 public:
  using duration = std::chrono::nanoseconds;

  /// `least` is the initial time. The time never falls below an eighth of `least`, and never
  /// exceeds `most`.
  constexpr spin_budget(duration least, duration most) noexcept
      : floor_(least / 8), most_(most), now_(least) {}

  /// Returns the time to poll now.
  constexpr duration now() const noexcept { return now_; }

  /// Records that a completion arrived while polling.
  constexpr void hit() noexcept { now_ = std::min(now_ * 2, most_); }

  /// Records that no completion arrived.
  constexpr void miss() noexcept { now_ = std::max(now_ / 2, floor_); }

 private:
  duration floor_, most_, now_;
};

}  // namespace verbatim::stream
