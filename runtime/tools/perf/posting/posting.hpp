// The cost of posting and polling on this machine.
#pragma once

#include <cstdint>

#include "tools/perf/lanes/lane.hpp"

namespace verbatim::tools::perf {

/// Measures on queue pairs of one port that are connected to each other, and prints a table of the
/// medians of so many batches. Throws `failure`. Returns the exit status.
int measure_posting(const place& on, std::uint32_t batches);

}  // namespace verbatim::tools::perf
