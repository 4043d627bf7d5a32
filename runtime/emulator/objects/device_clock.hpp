// The clock that CQE timestamps show, and that a WAIT for a time looks at.
#pragma once

#include <cstdint>
#include <ctime>

#include "options.hpp"

namespace verbatim::emulator {

/// Nanoseconds of one of the machine's clocks.
inline std::uint64_t nanoseconds_of(clockid_t clock) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

/// The time in ticks of --core-clock, which begin at the machine's start.
inline std::uint64_t device_clock() noexcept {
  constexpr std::uint64_t khz_of_nanoseconds = 1'000'000;
  const std::uint64_t khz = current_options().core_clock_khz;
  const std::uint64_t now = nanoseconds_of(CLOCK_MONOTONIC);
  if (khz == khz_of_nanoseconds) return now;
  // Seconds apart from the rest, so that nothing overflows.
  constexpr std::uint64_t second = 1'000'000'000;
  return now / second * khz * 1000 + now % second * khz / khz_of_nanoseconds;
}

/// How long so many ticks take, not more.
inline std::uint64_t nanoseconds_for(std::uint64_t ticks) noexcept {
  constexpr std::uint64_t khz_of_nanoseconds = 1'000'000;
  const std::uint64_t khz = current_options().core_clock_khz;
  if (khz == khz_of_nanoseconds) return ticks;
  return ticks / khz * khz_of_nanoseconds;
}

}  // namespace verbatim::emulator
