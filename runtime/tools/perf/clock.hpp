// The clock of all measurements, in ticks.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace verbatim::tools::perf {

/// The time-stamp counter where it runs at a constant rate; else CLOCK_MONOTONIC.
class tick_clock {
 public:
  /// Compares the counter with CLOCK_MONOTONIC for 10 ms.
  tick_clock();

  std::uint64_t now() const noexcept {
#if defined(__x86_64__)
    if (has_counter_) [[likely]]
      return __rdtsc();
#endif
    return nanoseconds();
  }

  double to_ns(std::uint64_t ticks) const noexcept {
    return static_cast<double>(ticks) * ns_per_tick_;
  }

  /// Returns `tsc` or `clock_gettime`.
  std::string name() const { return has_counter_ ? "tsc" : "clock_gettime"; }
  double ns_per_tick() const noexcept { return ns_per_tick_; }

  static std::uint64_t nanoseconds() noexcept {
    timespec at{};
    clock_gettime(CLOCK_MONOTONIC, &at);
    return static_cast<std::uint64_t>(at.tv_sec) * 1'000'000'000u +
           static_cast<std::uint64_t>(at.tv_nsec);
  }

 private:
  bool has_counter_ = false;
  double ns_per_tick_ = 1;
};

}  // namespace verbatim::tools::perf
