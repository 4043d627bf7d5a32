// The clock of all measurements, in ticks.
#include "tools/perf/clock.hpp"

#include <fstream>

namespace verbatim::tools::perf {
namespace {

constexpr std::uint64_t compared_for = 10'000'000;  // ns

bool counter_is_constant() {
#if defined(__x86_64__)
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("flags")) continue;
    return line.find(" constant_tsc") != std::string::npos &&
           line.find(" nonstop_tsc") != std::string::npos;
  }
#endif
  return false;
}

}  // namespace

tick_clock::tick_clock() : has_counter_(counter_is_constant()) {
  if (!has_counter_) return;
  const auto begin = nanoseconds();
  const auto first = now();
  while (nanoseconds() - begin < compared_for) {
  }
  const auto end = nanoseconds();
  const auto last = now();
  ns_per_tick_ = static_cast<double>(end - begin) / static_cast<double>(last - first);
}

}  // namespace verbatim::tools::perf
