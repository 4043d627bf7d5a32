// The end that measures.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "tools/perf/lanes/lane.hpp"
#include "tools/perf/report/results.hpp"

namespace verbatim::tools::perf {

/// The number and the length of the client's measurements.
struct plan {
  std::string host = {};
  std::uint16_t tcp_port = 0;
  std::uint32_t repetitions = 5;
  std::uint64_t iterations = 0;  ///< messages of a repetition; 0: as many as `seconds` have
  double seconds = 0;
  std::chrono::milliseconds patience{10000};
};

/// Measures with the server. Throws `failure`.
report measure_with_server(const place& on, const parameters& what, const plan& how);

}  // namespace verbatim::tools::perf
