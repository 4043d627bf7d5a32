// The tables, as Markdown.
#include "ratios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "rows.hpp"
#include "wqe/wqe_rows.hpp"

namespace verbatim::bench {
namespace {

std::string time_cell(double nanoseconds) {
  return nanoseconds > 0 ? fmt::format("{:.2f}", nanoseconds) : "-";
}

std::string ratio_cell(double slow, double fast) {
  return slow > 0 && fast > 0 ? fmt::format("{:.2f}", slow / fast) : "-";
}

/// Has its head only if it has rows.
class table {
 public:
  explicit table(std::string head) : head_(std::move(head)) {}

  void row(const std::string& cells) {
    fmt::print("{}{}\n", head_, cells);
    head_.clear();
  }

 private:
  std::string head_;
};

}  // namespace

void ratio_reporter::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> shown;
  for (const Run& run : runs) {
    const bool median = run.aggregate_name == "median";
    if (!median && (run.run_type == Run::RT_Aggregate || run.repetitions > 1)) continue;
    shown.push_back(run);
    if (const auto each = run.counters.find(per_operation); each != run.counters.end()) {
      nanoseconds_[run.run_name.function_name] = each->second.value * 1e9;
    }
  }
  ConsoleReporter::ReportRuns(shown);
}

double ratio_reporter::time_of(const std::string& row) const {
  const auto at = nanoseconds_.find(row);
  return at == nanoseconds_.end() ? 0 : at->second;
}

bool ratio_reporter::measured(const std::string& task) const {
  const auto first = nanoseconds_.lower_bound(task + "/");
  return first != nanoseconds_.end() && first->first.starts_with(task + "/");
}

void ratio_reporter::print_table(const char* title, const char* classic, const char* extended,
                                 std::initializer_list<task> tasks) const {
  table rows(fmt::format(
      "\n| {} | floor | ours | {} | {} | uct | ours/floor | {}/ours | {}/ours | uct/ours |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      title, classic, extended, classic, extended));
  for (const auto& [name, words, uct] : tasks) {
    const std::string task = name;
    if (!measured(task)) continue;
    const double floor = time_of(task + "/floor");
    const double ours = time_of(task + "/ours");
    const double slow = time_of(task + "/" + classic);
    const double slow_extended = time_of(task + "/" + extended);
    const double by_uct = uct == nullptr ? 0 : time_of(uct);
    rows.row(fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |", words,
                         time_cell(floor), time_cell(ours), time_cell(slow),
                         time_cell(slow_extended), time_cell(by_uct), ratio_cell(ours, floor),
                         ratio_cell(slow, ours), ratio_cell(slow_extended, ours),
                         ratio_cell(by_uct, ours)));
  }
}

void ratio_reporter::print_tunings() const {
  table rows("\n| libmlx5 with other settings | ns | ÷ ours |\n|---|--:|--:|\n");
  for (const auto& [row, time] : nanoseconds_) {
    const auto task = row.substr(0, row.find('/'));
    if (std::count(row.begin(), row.end(), '/') != 2) continue;
    rows.row(fmt::format("| {} | {} | {} |", row, time_cell(time),
                         ratio_cell(time, time_of(task + "/ours"))));
  }
}

void ratio_reporter::print_lines() const {
  table rows(
      "\n| ns per WQE | floor | ours | ÷ floor | 16 per doorbell: floor | ours | ÷ floor "
      "| ibv_post_send ÷ ours | ibv_wr ÷ ours | 1 per doorbell: uct | uct ÷ ours |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const auto& line : wqe_tasks()) {
    if (line.floor.batched == nullptr) continue;
    const auto each = line.name + "_1";
    const auto batched = line.name + "_" + std::to_string(batch);
    if (!measured(each) && !measured(batched)) continue;
    const double ours = time_of(batched + "/ours");
    auto cells = fmt::format("| {} |", line.words);
    for (const auto& mode : {each, batched}) {
      const double floor = time_of(mode + "/floor");
      cells += fmt::format(" {} | {} | {} |", time_cell(floor), time_cell(time_of(mode + "/ours")),
                           ratio_cell(time_of(mode + "/ours"), floor));
    }
    const double uct = time_of(each + "/uct");
    rows.row(cells + fmt::format(" {} | {} | {} | {} |",
                                 ratio_cell(time_of(batched + "/ibv_post_send"), ours),
                                 ratio_cell(time_of(batched + "/ibv_wr"), ours), time_cell(uct),
                                 ratio_cell(uct, time_of(each + "/ours"))));
  }
}

void ratio_reporter::print_blueflame() const {
  table rows(
      "\n| BlueFlame, ns per WQE | floor | ours | ÷ floor | ibv_post_send ÷ ours | ibv_wr ÷ ours "
      "| uct ÷ ours |\n"
      "|---|--:|--:|--:|--:|--:|--:|\n");
  for (const auto& line : wqe_tasks()) {
    if (line.floor.batched != nullptr || line.loop != nullptr || !measured(line.name)) continue;
    const double ours = time_of(line.name + "/ours");
    const double floor = time_of(line.name + "/floor");
    rows.row(fmt::format("| {} | {} | {} | {} | {} | {} | {} |", line.words, time_cell(floor),
                         time_cell(ours), ratio_cell(ours, floor),
                         ratio_cell(time_of(line.name + "/ibv_post_send"), ours),
                         ratio_cell(time_of(line.name + "/ibv_wr"), ours),
                         ratio_cell(time_of(line.name + "/uct"), ours)));
  }
}

void ratio_reporter::print_many() const {
  table rows(
      "\n| post_all(), ns per WQE | floor | ours | loop | ÷ floor | loop ÷ ours |\n"
      "|---|--:|--:|--:|--:|--:|\n");
  for (const auto& line : wqe_tasks()) {
    if (line.loop == nullptr || !measured(line.name)) continue;
    const double ours = time_of(line.name + "/ours");
    const double floor = time_of(line.name + "/floor");
    const double loop = time_of(line.name + "/loop");
    rows.row(fmt::format("| {} | {} | {} | {} | {} | {} |", line.words, time_cell(floor),
                         time_cell(ours), time_cell(loop), ratio_cell(ours, floor),
                         ratio_cell(loop, ours)));
  }
}

void ratio_reporter::print_polling() const {
  table rows(
      "\n| ns per completion | floor | ours | ÷ floor | ibv_poll_cq | ibv_poll_cq ÷ ours |\n"
      "|---|--:|--:|--:|--:|--:|\n");
  for (const auto& entry : cq_rows()) {
    if (!entry.name.ends_with("/ours")) continue;
    const auto task = entry.name.substr(0, entry.name.find('/'));
    if (!measured(task)) continue;
    const double floor = time_of(task + "/floor");
    const double ours = time_of(task + "/ours");
    const double slow = time_of(task + "/ibv_poll_cq");
    rows.row(fmt::format("| {} | {} | {} | {} | {} | {} |", task, time_cell(floor), time_cell(ours),
                         ratio_cell(ours, floor), time_cell(slow), ratio_cell(slow, ours)));
  }
}

void ratio_reporter::Finalize() {
  ConsoleReporter::Finalize();
  print_table("ns per WQE", "ibv_post_send", "ibv_wr",
              {{"write_1", "WRITE, 1 per doorbell", "rc_write_1/uct"},
               {"write_16", "WRITE, 16 per doorbell"},
               {"send_inline_1", "SEND 32 bytes inline, 1 per doorbell", "rc_send_inline_32_1/uct"},
               {"send_inline_16", "SEND 32 bytes inline, 16 per doorbell"},
               {"wc_write_1", "write combining: WRITE, 1 per doorbell"},
               {"wc_write_16", "write combining: WRITE, 16 per doorbell"},
               {"wc_send_inline_1", "write combining: SEND 32 bytes inline, 1 per doorbell"},
               {"wc_send_inline_16", "write combining: SEND 32 bytes inline, 16 per doorbell"}});
  print_table("ns per CQE", "ibv_poll_cq", "ibv_start_poll", {{"poll_16", "poll, 16 at a time"}});
  print_tunings();
  print_lines();
  print_blueflame();
  print_many();
  print_polling();
}

}  // namespace verbatim::bench
