// The changes from one run to another.
#include "tools/perf/report/compare.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "tools/perf/failure.hpp"
#include "tools/perf/report/results.hpp"

namespace verbatim::tools::perf {
namespace {

using nlohmann::ordered_json;

/// A change is believed if chance alone would show it less often than this.
constexpr double believed = 0.05;

ordered_json read_report(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw failure(wrong, "cannot read " + path);
  const auto text = ordered_json::parse(file, nullptr, false);
  if (!text.is_object() || text.value("format", ordered_json()) != "verbatim-perf") {
    throw failure(wrong, path + " is no file of `verbatim perf --json`");
  }
  if (text.value("format_version", ordered_json()) != 1) {
    throw failure(wrong, path + " has a format that this version does not know");
  }
  return text;
}

std::vector<double> values_in(const ordered_json& row, const std::string& key) {
  std::vector<double> values;
  for (const auto& one : row.at("repetitions")) values.push_back(one.at(key).get<double>());
  return values;
}

/// Returns how often n and m values in random order have all of one kind below all of the other:
/// twice in as many cases as there are ways to choose n of n + m.
double chance_of_separation(std::size_t n, std::size_t m) {
  double ways = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    ways *= static_cast<double>(m + i) / static_cast<double>(i);
  }
  return 2 / ways;
}

enum class change { none, unknown, better, worse };

/// `more_is_better` of bandwidths.
change judge(const std::vector<double>& older, const std::vector<double>& newer,
             bool more_is_better) {
  if (chance_of_separation(older.size(), newer.size()) > believed) return change::unknown;
  const bool is_above = std::ranges::min(newer) > std::ranges::max(older);
  const bool is_below = std::ranges::max(newer) < std::ranges::min(older);
  if (!is_above && !is_below) return change::none;
  return is_above == more_is_better ? change::better : change::worse;
}

const char* words(change what) {
  switch (what) {
    case change::none:
      return "no change beyond the noise";
    case change::unknown:
      return "too few repetitions to tell: at least 4 in each run";
    case change::better:
      return "better";
    case change::worse:
      return "worse";
  }
  return "";
}

/// Compares one figure of two rows.
void compare_figure(const ordered_json& older, const ordered_json& newer, const std::string& key,
                    bool more_is_better, comparison& all) {
  const auto before = values_in(older, key);
  const auto after = values_in(newer, key);
  if (before.empty() || after.empty()) return;
  const auto from = median(before), to = median(after);
  const auto verdict = judge(before, after, more_is_better);
  if (verdict == change::worse) all.is_worse = true;
  char line[256];
  std::snprintf(line, sizeof line, "%-9s %10llu  %-19s %14.1f %14.1f %+8.1f%%  %s\n",
                newer.at("measure").get_ref<const std::string&>().c_str(),
                static_cast<unsigned long long>(newer.at("size").get<std::uint64_t>()), key.c_str(),
                from, to, from == 0 ? 0 : 100 * (to - from) / from, words(verdict));
  all.text += line;
}

/// Prints the differences in the conditions of two runs.
std::string differences(const ordered_json& older, const ordered_json& newer) {
  std::string text;
  const auto differ = [&](const std::string& what, const ordered_json& a, const ordered_json& b) {
    if (a != b) text += "different " + what + ": " + a.dump() + ", then " + b.dump() + '\n';
  };
  for (const auto& [key, value] : newer.at("parameters").items()) {
    if (key != "sizes" && key != "measures") {
      differ(key, older.at("parameters").value(key, ordered_json()), value);
    }
  }
  for (const auto* const end : {"client", "server"}) {
    for (const auto* const part : {"device", "port", "software"}) {
      const auto facts = newer.at(end).value(part, ordered_json::object());
      for (const auto& [key, value] : facts.items()) {
        differ(std::string(key) + " of the " + end,
               older.at(end).value(part, ordered_json::object()).value(key, ordered_json()), value);
      }
    }
  }
  return text;
}

}  // namespace

comparison compare(const std::string& older, const std::string& newer) {
  const auto before = read_report(older), after = read_report(newer);
  comparison all;
  try {
    all.text = differences(before, after);
    all.text +=
        "measure        bytes  figure                         old            new   change\n";
    std::size_t common = 0;
    for (const auto& now : after.at("results")) {
      for (const auto& then : before.at("results")) {
        if (then.at("measure") != now.at("measure") || then.at("size") != now.at("size")) continue;
        ++common;
        if (now.at("measure") == "latency") {
          for (const auto* const key : {"p50", "p99"}) {
            compare_figure(then, now, key, false, all);
          }
        } else {
          compare_figure(then, now, "messages_per_second", true, all);
        }
      }
    }
    if (common == 0) throw failure(wrong, "the runs have no measure and size in common");
  } catch (const ordered_json::exception& e) {
    throw failure(wrong,
                  std::string("a file of `verbatim perf --json` is incomplete: ") + e.what());
  }
  return all;
}

}  // namespace verbatim::tools::perf
