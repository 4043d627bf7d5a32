// The clock that CQE timestamps show, and that a WAIT for a time looks at.
#pragma once

#include <cstdint>
#include <ctime>

namespace verbatim::emulator {

/// Nanoseconds, free-running.
inline std::uint64_t device_clock() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace verbatim::emulator
