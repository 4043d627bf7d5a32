// The outcome of a run: a file for programs and for reports, and a text for the terminal.
#include "tools/selftest/report.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "tools/selftest/machine_json.hpp"

namespace verbatim::tools::selftest {
namespace {

using nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::size_t longest_value = 127;  // a whole CQE is for the file
constexpr std::size_t longest_list = 6;     // of checks that were skipped for one reason

ordered_json finding_of(const reported& one) {
  const auto& f = one.finding;
  auto values = ordered_json::array();
  for (const auto& [name, text] : f.values) values.push_back({{"name", name}, {"value", text}});
  return {{"id", f.id},
          {"about", one.about},
          {"status", name(f.status)},
          {"words", f.words},
          {"remedy", f.remedy},
          {"expected", f.expected},
          {"observed", f.observed},
          {"values", std::move(values)}};
}

/// `3 checks: a, b, c`, or the first of them.
std::string listed(const std::vector<std::string>& ids) {
  std::string text = std::to_string(ids.size()) + (ids.size() == 1 ? " check: " : " checks: ");
  for (std::size_t i = 0; i < std::min(ids.size(), longest_list); ++i) {
    text += (i == 0 ? "" : ", ") + ids[i];
  }
  return text + (ids.size() > longest_list ? " and others" : "");
}

}  // namespace

std::size_t outcome::count(status of) const noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      findings, [of](const reported& one) { return one.finding.status == of; }));
}

std::string as_json(const outcome& run) {
  ordered_json all{{"format", "verbatim-selftest"}, {"format_version", format_version},
                   {"verbatim", run.version},       {"started", run.started},
                   {"seconds", run.seconds},        {"device", device_of(run.machine)},
                   {"port", port_of(run.machine)},  {"software", software_of(run.machine)}};
  for (const auto one : {status::pass, status::fail, status::skipped, status::observed}) {
    all["summary"][std::string(name(one))] = run.count(one);
  }
  all["findings"] = ordered_json::array();
  for (const auto& one : run.findings) all["findings"].push_back(finding_of(one));
  return all.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string as_text(const outcome& run) {
  std::string text;
  for (const auto& [finding, about] : run.findings) {
    if (finding.status == status::fail)
      text += "fail      " + finding.id + ": " + finding.words + "\n";
  }
  for (const auto& [finding, about] : run.findings) {
    if (finding.status != status::observed) continue;
    text += "observed  " + finding.id + ": " + finding.words + "\n";
    for (const auto& [name, value] : finding.values) {
      if (value.size() <= longest_value) text += "            " + name + ": " + value + "\n";
    }
  }
  std::vector<std::pair<std::pair<std::string, std::string>, std::vector<std::string>>> reasons;
  for (const auto& [finding, about] : run.findings) {
    if (finding.status != status::skipped) continue;
    const std::pair why{finding.words, finding.remedy};
    auto at = std::ranges::find(reasons, why, [](auto& one) { return one.first; });
    if (at == reasons.end()) at = reasons.insert(at, {why, {}});
    at->second.push_back(finding.id);
  }
  for (const auto& [why, ids] : reasons) {
    text += "skipped   " + listed(ids) + "\n            " + why.first + "\n";
    if (!why.second.empty()) text += "            " + why.second + "\n";
  }
  return text + std::to_string(run.count(status::pass)) + " passed, " +
         std::to_string(run.count(status::fail)) + " failed, " +
         std::to_string(run.count(status::observed)) + " observed, " +
         std::to_string(run.count(status::skipped)) + " skipped\n";
}

bool write(const std::string& path, const outcome& run) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << as_json(run);
  return static_cast<bool>(file.flush());
}

}  // namespace verbatim::tools::selftest
