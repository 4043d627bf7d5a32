// The times at which something continues on an engine.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "verbatim/stream/base/coroutine.hpp"

namespace verbatim::stream::detail {

using timer_clock = std::chrono::steady_clock;

/// The timers of an engine, by their time. Adding one allocates.
class timers {
  using list = std::multimap<timer_clock::time_point, continuation>;

 public:
  /// A timer, or its absence. Removed or run timers are not used again.
  using place = std::optional<list::iterator>;

  place add(timer_clock::time_point when, continuation next) { return all_.emplace(when, next); }

  void remove(place& one) noexcept {
    if (one) all_.erase(*one);
    one.reset();
  }

  /// Returns the time of the first timer.
  std::optional<timer_clock::time_point> first() const noexcept {
    if (all_.empty()) return std::nullopt;
    return all_.begin()->first;
  }

  /// Removes a timer whose time has come, and returns its continuation; null if there is none. The
  /// continuation resets the timer's place.
  continuation take(timer_clock::time_point now) noexcept {
    if (all_.empty() || now < all_.begin()->first) return nullptr;
    return all_.extract(all_.begin()).mapped();
  }

 private:
  list all_;
};

}  // namespace verbatim::stream::detail
