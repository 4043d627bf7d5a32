// The processor time of a thread, for tests of waits that take none.
#pragma once

#include <time.h>

#include <chrono>

namespace verbatim {

/// Returns the processor time that this thread has used. Other threads do not count: on the emulated device
/// some of them are the device. Time in which the thread waits, or in which a loaded machine does not run it,
/// does not count either.
inline std::chrono::nanoseconds processor_time() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// The most processor time of a wait of seconds.
inline constexpr std::chrono::milliseconds next_to_nothing{50};

}  // namespace verbatim
