// A report as JSON and as CSV.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tools/perf/report/results.hpp"
#include "verbatim/wire/version.hpp"

namespace verbatim::tools::perf {
namespace {

using nlohmann::ordered_json;

constexpr int format_version = 1;

ordered_json run_of(const latency_run& one) {
  return {{"messages", one.messages}, {"min", one.min}, {"p50", one.p50},
          {"p90", one.p90},           {"p99", one.p99}, {"p99.9", one.p999},
          {"p99.99", one.p9999},      {"max", one.max}, {"mean", one.mean},
          {"stddev", one.stddev}};
}

ordered_json run_of(const bandwidth_run& one) {
  return {{"messages", one.messages},
          {"lost", one.lost},
          {"seconds", one.seconds},
          {"bytes_per_second", one.bytes_per_second},
          {"messages_per_second", one.messages_per_second}};
}

ordered_json row_of(const row& one, const parameters& what) {
  ordered_json text{{"measure", name(one.measure)}, {"size", one.size}};
  if (one.measure == measure::latency) {
    text["unit"] = "ns";
    text["of"] = is_one_sided(what.operation) ? "round trip" : "half of a round trip";
  }
  text["verified_bytes"] = one.verified_bytes;
  text["repetitions"] = ordered_json::array();
  for (const auto& run : one.latencies) text["repetitions"].push_back(run_of(run));
  for (const auto& run : one.bandwidths) text["repetitions"].push_back(run_of(run));
  if (one.measure == measure::latency) {
    text["histogram"] = ordered_json::array();
    for (const auto& [bucket, count] : one.histogram.buckets()) {
      text["histogram"].push_back({{"from", histogram::begin_of(bucket)},
                                   {"to", histogram::begin_of(bucket + 1)},
                                   {"count", count}});
    }
  }
  return text;
}

}  // namespace

std::string as_json(const report& all) {
  ordered_json text{{"format", "verbatim-perf"},
                    {"format_version", format_version},
                    {"verbatim", VERBATIM_VERSION_TEXT},
                    {"started", all.started},
                    {"seconds", all.seconds},
                    {"clock", {{"name", all.clock}, {"ns_per_tick", all.ns_per_tick}}},
                    {"client", all.client},
                    {"server", all.server},
                    {"parameters", as_json(all.parameters)},
                    {"repetitions", all.repetitions}};
  text["results"] = ordered_json::array();
  for (const auto& one : all.rows) text["results"].push_back(row_of(one, all.parameters));
  return text.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string as_csv(const report& all) {
  std::ostringstream text;
  text << "measure,operation,connection,queues,size,repetition,messages,lost,min_ns,p50_ns,p90_ns,"
          "p99_ns,p99.9_ns,p99.99_ns,max_ns,mean_ns,stddev_ns,seconds,bytes_per_second,"
          "messages_per_second\n";
  text.precision(10);
  const auto& p = all.parameters;
  for (const auto& one : all.rows) {
    const auto begin = [&](std::size_t i) -> std::ostream& {
      return text << name(one.measure) << ',' << name(p.operation) << ',' << name(p.connection)
                  << ',' << name(p.queues) << ',' << one.size << ',' << i + 1 << ',';
    };
    for (std::size_t i = 0; i < one.latencies.size(); ++i) {
      const auto& run = one.latencies[i];
      begin(i) << run.messages << ",0," << run.min << ',' << run.p50 << ',' << run.p90 << ','
               << run.p99 << ',' << run.p999 << ',' << run.p9999 << ',' << run.max << ','
               << run.mean << ',' << run.stddev << ",,,\n";
    }
    for (std::size_t i = 0; i < one.bandwidths.size(); ++i) {
      const auto& run = one.bandwidths[i];
      begin(i) << run.messages << ',' << run.lost << ",,,,,,,,,," << run.seconds << ','
               << run.bytes_per_second << ',' << run.messages_per_second << '\n';
    }
  }
  return text.str();
}

}  // namespace verbatim::tools::perf
