// The clock of CQE timestamps and of WAITs for a time.
#pragma once

#include <cstdint>
#include <ctime>

#include "settings/options.hpp"

namespace verbatim::emulator {

/// Returns the nanoseconds of one of the machine's clocks.
inline std::uint64_t nanoseconds_of(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

/// Converts a time of CLOCK_MONOTONIC to ticks of --core-clock.
inline std::uint64_t ticks_of(std::uint64_t nanoseconds) noexcept {
  constexpr std::uint64_t khz_of_nanoseconds = 1'000'000;
  const std::uint64_t khz = current_options().core_clock_khz;
  if (khz == khz_of_nanoseconds) return nanoseconds;
  // Seconds are converted separately, so that nothing overflows.
  constexpr std::uint64_t second = 1'000'000'000;
  return nanoseconds / second * khz * 1000 + nanoseconds % second * khz / khz_of_nanoseconds;
}

/// Returns the time in ticks of --core-clock since the machine's start.
inline std::uint64_t device_clock() noexcept { return ticks_of(nanoseconds_of(CLOCK_MONOTONIC)); }

/// One moment, read from two clocks.
struct clock_comparison {
  std::uint64_t ticks;        // ticks of device_clock()
  std::uint64_t nanoseconds;  // nanoseconds since the epoch
};

/// Reads both clocks at the same moment. The error is below a microsecond if the thread is not
/// preempted.
inline clock_comparison compare_clocks() noexcept {
  constexpr std::uint64_t microsecond = 1000;
  clock_comparison best{};
  std::uint64_t narrowest = ~std::uint64_t{0};
  for (int i = 0; i < 16 && narrowest > microsecond; ++i) {
    const std::uint64_t before = nanoseconds_of(CLOCK_MONOTONIC);
    const std::uint64_t now = nanoseconds_of(CLOCK_REALTIME);
    const std::uint64_t width = nanoseconds_of(CLOCK_MONOTONIC) - before;
    if (width >= narrowest) continue;
    narrowest = width;
    best = {ticks_of(before + width / 2), now};
  }
  return best;
}

/// Returns the duration of this many ticks, rounded down.
inline std::uint64_t nanoseconds_for(std::uint64_t ticks) noexcept {
  constexpr std::uint64_t khz_of_nanoseconds = 1'000'000;
  const std::uint64_t khz = current_options().core_clock_khz;
  if (khz == khz_of_nanoseconds) return ticks;
  return ticks / khz * khz_of_nanoseconds;
}

}  // namespace verbatim::emulator
