// Threads that do one task together, for a while.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace verbatim::bench {

using seconds = std::chrono::duration<double>;

/// One implementation of a task for a number of threads.
class arrangement {
 public:
  virtual ~arrangement() = default;

  /// Works as thread `nth` until `stop`, and returns the number of its operations. Throws
  /// std::runtime_error if an operation was lost.
  virtual std::uint64_t work(unsigned nth, const std::atomic<bool>& stop) = 0;

  /// Throws std::runtime_error if the queues do not show that this many operations happened.
  virtual void check(std::uint64_t operations) = 0;

  /// Returns the time in which all threads waited for the device, which a thread played.
  virtual seconds device_time() const noexcept { return seconds(0); }
};

/// Lets the threads work for so long, each on a processor of its own while there are enough. Returns the
/// operations per second of all of them together.
double rate(arrangement& task, unsigned threads, std::chrono::milliseconds time);

}  // namespace verbatim::bench
