// A report as a table for the terminal.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/perf/report/results.hpp"

namespace verbatim::tools::perf {
namespace {

template <class... Values>
std::string printed(const char* format, Values... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

std::string device_in(const nlohmann::ordered_json& machine) {
  const auto device = machine.value("device", nlohmann::ordered_json::object());
  const auto port = machine.value("port", nlohmann::ordered_json::object());
  return device.value("name", std::string("?")) + " port " +
         std::to_string(port.value("number", 0)) + " (" +
         port.value("link_layer", std::string("?")) +
         (device.value("on_emulator", false) ? ", emulated)" : ")");
}

/// Half of the difference between the slowest and the fastest repetition, in percent of the median.
double spread_of(const std::vector<bandwidth_run>& runs) {
  const auto [least, most] = std::ranges::minmax(runs, {}, &bandwidth_run::messages_per_second);
  const auto middle = median_of(runs, &bandwidth_run::messages_per_second);
  return 50 * (most.messages_per_second - least.messages_per_second) / middle;
}

std::string latency_table(const report& all) {
  std::string text =
      std::string("latency in us, ") +
      (is_one_sided(all.parameters.operation) ? "whole round trip" : "half of a round trip") +
      "; medians of " + std::to_string(all.repetitions) + " repetitions\n";
  text += "     bytes       min       p50       p90       p99     p99.9       max\n";
  for (const auto& one : all.rows) {
    if (one.measure != measure::latency) continue;
    text += printed("%10u", one.size);
    for (const auto member : {&latency_run::min, &latency_run::p50, &latency_run::p90,
                              &latency_run::p99, &latency_run::p999, &latency_run::max}) {
      text += printed(" %9.2f", median_of(one.latencies, member) / 1000);
    }
    text += '\n';
  }
  return text;
}

std::string bandwidth_table(const report& all) {
  std::string text = "bandwidth; medians of " + std::to_string(all.repetitions) + " repetitions\n";
  text += "     bytes        MB/s        Gb/s   messages/s   +-%      lost\n";
  for (const auto& one : all.rows) {
    if (one.measure != measure::bandwidth) continue;
    const auto bytes = median_of(one.bandwidths, &bandwidth_run::bytes_per_second);
    std::uint64_t lost = 0;
    for (const auto& run : one.bandwidths) lost += run.lost;
    text += printed("%10u %11.2f %11.3f %12.0f %5.1f %9llu\n", one.size, bytes / 1e6,
                    bytes * 8 / 1e9, median_of(one.bandwidths, &bandwidth_run::messages_per_second),
                    spread_of(one.bandwidths), static_cast<unsigned long long>(lost));
  }
  return text;
}

}  // namespace

std::string as_text(const report& all) {
  std::string text = summary_of(all.parameters) + ", " + device_in(all.client) + " to " +
                     device_in(all.server) + '\n';
  for (const auto kind : all.parameters.measures) {
    text += '\n' + (kind == measure::latency ? latency_table(all) : bandwidth_table(all));
  }
  return text;
}

}  // namespace verbatim::tools::perf
