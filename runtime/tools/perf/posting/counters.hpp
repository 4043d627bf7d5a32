// The processor's counters of cycles and instructions of this thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace verbatim::tools::perf {

class counters {
 public:
  struct counts {
    std::uint64_t cycles = 0;
    std::uint64_t instructions = 0;
  };

  /// Opens the counters, for the time outside of the kernel.
  counters();
  ~counters();
  counters(const counters&) = delete;
  counters& operator=(const counters&) = delete;

  bool work() const noexcept { return why_not_.empty(); }

  /// Returns why there are none, and what to do.
  const std::string& why_not() const noexcept { return why_not_; }

  void start() noexcept;

  /// Returns the counts since start().
  counts stop() noexcept;

 private:
  std::array<int, 2> files_{-1, -1};  // the first is the leader of the group
  std::string why_not_;
};

}  // namespace verbatim::tools::perf
