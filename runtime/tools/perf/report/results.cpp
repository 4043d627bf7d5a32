// The results of a measurement.
#include "tools/perf/report/results.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace verbatim::tools::perf {

void histogram::add(double ns) {
  const auto value = static_cast<std::uint64_t>(std::max(ns, 0.0));
  if (value < 16) {
    ++counts_[static_cast<std::uint32_t>(value)];
    return;
  }
  const auto power = static_cast<std::uint32_t>(std::bit_width(value)) - 1;
  ++counts_[(power - 3) << 4 | static_cast<std::uint32_t>(value >> (power - 4) & 15)];
}

std::uint64_t histogram::begin_of(std::uint32_t bucket) noexcept {
  if (bucket < 16) return bucket;
  const auto power = (bucket >> 4) + 3;
  return std::uint64_t{16 + (bucket & 15)} << (power - 4);
}

latency_run latencies_of(std::span<const std::uint64_t> stamps, bool halved,
                         const tick_clock& clock, histogram& all) {
  std::vector<double> values;
  values.reserve(stamps.size() - 1);
  double sum = 0;
  for (std::size_t i = 1; i < stamps.size(); ++i) {
    const auto ns = clock.to_ns(stamps[i] - stamps[i - 1]) / (halved ? 2 : 1);
    values.push_back(ns);
    all.add(ns);
    sum += ns;
  }
  std::ranges::sort(values);
  // The least value that is not below the given part of all values.
  const auto at = [&](double part) {
    const auto rank = std::ceil(part * static_cast<double>(values.size()));
    return values[std::min(values.size(), static_cast<std::size_t>(std::max(rank, 1.0))) - 1];
  };
  const auto mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const auto one : values) squares += (one - mean) * (one - mean);
  return {.messages = values.size(),
          .min = values.front(),
          .p50 = at(0.5),
          .p90 = at(0.9),
          .p99 = at(0.99),
          .p999 = at(0.999),
          .p9999 = at(0.9999),
          .max = values.back(),
          .mean = mean,
          .stddev = std::sqrt(squares / static_cast<double>(values.size()))};
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const auto middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace verbatim::tools::perf
