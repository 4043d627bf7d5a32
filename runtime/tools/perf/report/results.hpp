// The results of a measurement.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/perf/clock.hpp"
#include "tools/perf/parameters.hpp"

namespace verbatim::tools::perf {

/// One repetition of a latency, in ns.
struct latency_run {
  std::uint64_t messages = 0;
  double min = 0, p50 = 0, p90 = 0, p99 = 0, p999 = 0, p9999 = 0, max = 0;
  double mean = 0, stddev = 0;
};

/// One repetition of a bandwidth.
struct bandwidth_run {
  std::uint64_t messages = 0;  ///< that have completed
  std::uint64_t lost = 0;      ///< of those, the messages that have not arrived
  double seconds = 0;
  double bytes_per_second = 0;
  double messages_per_second = 0;
};

/// Counts of latencies in ns. A bucket is at most a sixteenth of its value wide.
class histogram {
 public:
  void add(double ns);

  /// Returns the beginning of a bucket, and of the one behind it.
  static std::uint64_t begin_of(std::uint32_t bucket) noexcept;

  const std::map<std::uint32_t, std::uint64_t>& buckets() const noexcept { return counts_; }

 private:
  std::map<std::uint32_t, std::uint64_t> counts_;
};

/// All repetitions of one measure at one size.
struct row {
  perf::measure measure = measure::latency;
  std::uint32_t size = 0;
  std::uint64_t verified_bytes = 0;  ///< found to be right in memory, over all repetitions
  std::vector<latency_run> latencies = {};
  std::vector<bandwidth_run> bandwidths = {};
  perf::histogram histogram = {};
};

struct report {
  std::string started = {};  ///< 2026-11-27T03:00:00Z
  double seconds = 0;
  std::string clock = {};
  double ns_per_tick = 0;
  perf::parameters parameters = {};
  std::uint32_t repetitions = 0;
  nlohmann::ordered_json client = {};
  nlohmann::ordered_json server = {};
  std::vector<row> rows = {};
};

/// Returns the latencies between the times, and adds them to the histogram. A round trip with an
/// answer is halved.
latency_run latencies_of(std::span<const std::uint64_t> stamps, bool halved,
                         const tick_clock& clock, histogram& all);

double median(std::vector<double> values);

/// Returns the median of one member of the runs.
template <class Run>
double median_of(const std::vector<Run>& runs, double Run::*member) {
  std::vector<double> values;
  for (const auto& one : runs) values.push_back(one.*member);
  return median(std::move(values));
}

/// These return the forms of a report, as docs/perf.md describes them.
std::string as_json(const report& all);
std::string as_csv(const report& all);
std::string as_text(const report& all);
std::string as_html(const report& all);

}  // namespace verbatim::tools::perf
