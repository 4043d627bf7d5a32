// A report as a page with plots, which needs no network.
#include <nlohmann/json.hpp>

#include "tools/perf/report/plots.hpp"
#include "tools/perf/report/results.hpp"
#include "verbatim/wire/version.hpp"

namespace verbatim::tools::perf {
namespace {

constexpr auto style = R"(
:root { color-scheme: light dark; --text: #1c2024; --faint: #6b7280; --grid: #e3e6ea; --back: #ffffff;
  --c0: #2563b0; --c1: #b45309; --c2: #7a3e9d; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --faint: #9aa3ad; --grid: #30363d; --back: #14181c;
    --c0: #6ea8fe; --c1: #f0a35e; --c2: #c99af0; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
figure { margin: 1rem 0; overflow-x: auto; } svg { width: 100%; max-width: 720px; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); } svg .title { font-weight: 600; }
svg .tick { fill: var(--faint); } .grid { stroke: var(--grid); } .mark { stroke: var(--faint);
  stroke-dasharray: 3 3; }
.curve { fill: none; stroke-width: 2; } .curve.c0 { stroke: var(--c0); } .curve.c1 { stroke: var(--c1); }
.curve.c2 { stroke: var(--c2); } .dot.c0, .t0, .bar { fill: var(--c0); } .dot.c1, .t1 { fill: var(--c1); }
.dot.c2, .t2 { fill: var(--c2); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 0.2rem 0.8rem; border-bottom: 1px solid var(--grid); }
th { color: var(--faint); font-weight: 500; } .facts td { text-align: left; }
)";

template <class... Cells>
std::string line_of_table(const char* tag, const Cells&... cells) {
  const std::string open = std::string("<") + tag + ">", close = std::string("</") + tag + ">";
  return "<tr>" + ((open + escaped(cells) + close) + ...) + "</tr>\n";
}

double us(double ns) { return ns / 1000; }

std::string latency_part(const report& all) {
  const bool whole = is_one_sided(all.parameters.operation);
  std::string text = std::string("<h2>Latency</h2>\n<p>In microseconds, ") +
                     (whole ? "of the whole round trip" : "half of a round trip") +
                     "; medians of the repetitions.</p>\n";
  std::vector<curve> curves{{"p50"}, {"p99"}, {"max"}};
  std::string table = "<div class=\"wide\"><table>" +
                      line_of_table("th", std::string("bytes"), std::string("min"),
                                    std::string("p50"), std::string("p90"), std::string("p99"),
                                    std::string("p99.9"), std::string("max"));
  std::string histograms;
  for (const auto& one : all.rows) {
    if (one.measure != measure::latency) continue;
    const auto of = [&](double latency_run::*member) {
      return us(median_of(one.latencies, member));
    };
    const auto size = static_cast<double>(one.size);
    curves[0].points.emplace_back(size, of(&latency_run::p50));
    curves[1].points.emplace_back(size, of(&latency_run::p99));
    curves[2].points.emplace_back(size, of(&latency_run::max));
    table +=
        line_of_table("td", std::to_string(one.size), short_number(of(&latency_run::min)),
                      short_number(of(&latency_run::p50)), short_number(of(&latency_run::p90)),
                      short_number(of(&latency_run::p99)), short_number(of(&latency_run::p999)),
                      short_number(of(&latency_run::max)));
    std::vector<bar> bars;
    for (const auto& [bucket, count] : one.histogram.buckets()) {
      bars.push_back({us(static_cast<double>(histogram::begin_of(bucket))),
                      us(static_cast<double>(histogram::begin_of(bucket + 1))),
                      static_cast<double>(count)});
    }
    histograms +=
        histogram_plot(std::to_string(one.size) + " bytes: messages by latency in us", bars,
                       {{"p50", of(&latency_run::p50)}, {"p99", of(&latency_run::p99)}});
  }
  if (curves[0].points.size() > 1) {
    text += curves_over_bytes("Latency in us by size in bytes", curves);
  }
  return text + table + "</table></div>\n" + histograms;
}

std::string bandwidth_part(const report& all) {
  std::string text = "<h2>Bandwidth and message rate</h2>\n<p>Medians of the repetitions.</p>\n";
  std::vector<curve> bits{{"Gb/s"}}, rates{{"messages/s"}};
  std::string table =
      "<div class=\"wide\"><table>" + line_of_table("th", std::string("bytes"), std::string("Gb/s"),
                                                    std::string("messages/s"), std::string("lost"));
  std::string single;
  for (const auto& one : all.rows) {
    if (one.measure != measure::bandwidth) continue;
    const auto size = static_cast<double>(one.size);
    const auto gigabits = median_of(one.bandwidths, &bandwidth_run::bytes_per_second) * 8 / 1e9;
    const auto rate = median_of(one.bandwidths, &bandwidth_run::messages_per_second);
    bits[0].points.emplace_back(size, std::max(gigabits, 1e-9));
    rates[0].points.emplace_back(size, std::max(rate, 1e-9));
    std::uint64_t lost = 0;
    std::vector<double> each;
    for (const auto& run : one.bandwidths) {
      lost += run.lost;
      each.push_back(run.messages_per_second);
    }
    table += line_of_table("td", std::to_string(one.size), short_number(gigabits),
                           short_number(rate), std::to_string(lost));
    single = repetitions_plot("Messages/s of each repetition", each);
  }
  if (bits[0].points.size() > 1) {
    text += curves_over_bytes("Bandwidth in Gb/s by size in bytes", bits);
    text += curves_over_bytes("Messages/s by size in bytes", rates);
  } else {
    text += single;
  }
  return text + table + "</table></div>\n";
}

std::string facts_of(const report& all) {
  std::string text = "<h2>Conditions</h2>\n<div class=\"wide\"><table class=\"facts\">";
  const auto add = [&](const std::string& name, const nlohmann::ordered_json& value) {
    text += line_of_table("td", name, value.is_string() ? value.get<std::string>() : value.dump());
  };
  add("started", all.started);
  add("Verbatim", VERBATIM_VERSION_TEXT);
  add("clock", all.clock);
  add("repetitions", all.repetitions);
  const auto parameters = as_json(all.parameters);
  for (const auto& [key, value] : parameters.items()) add(key, value);
  for (const auto& [end, machine] :
       {std::pair{"client", &all.client}, std::pair{"server", &all.server}}) {
    for (const auto& part : *machine) {
      if (!part.is_object()) continue;
      for (const auto& [key, value] : part.items()) add(std::string(end) + ", " + key, value);
    }
  }
  return text + "</table></div>\n";
}

}  // namespace

std::string as_html(const report& all) {
  const auto title = escaped(summary_of(all.parameters));
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><title>" +
      title + "</title><style>" + style + "</style></head><body>\n<h1>" + title + "</h1>\n";
  for (const auto kind : all.parameters.measures) {
    text += kind == measure::latency ? latency_part(all) : bandwidth_part(all);
  }
  return text + facts_of(all) + "</body></html>\n";
}

}  // namespace verbatim::tools::perf
