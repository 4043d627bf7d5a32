// Reads all records, orders them by time, and prints those that are selected.
#include "tools/recorded/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "tools/describe.hpp"

namespace verbatim::tools::recorded {
namespace {

/// Prints a page below its line.
void print_page(std::string_view page, std::ostream& to) {
  while (!page.empty()) {
    const auto end = page.find('\n');
    to << "                " << page.substr(0, end) << '\n';
    page.remove_prefix(end == page.npos ? page.size() : end + 1);
  }
}

void print_fields(const event& one, std::ostream& to) {
  if (!one.it) return;
  if (one.it->kind == decode::entry_kind::wqe) {
    print_page(describe_wqe(one.it->bytes, one.it->transport), to);
  } else if (one.it->kind == decode::entry_kind::cqe) {
    print_page(describe_cqe(one.it->bytes, *one.it->layout), to);
    for (const auto& remark : one.it->remarks) print_page(remark, to);
  }
}

}  // namespace

result print(std::span<const std::byte> bytes, const selection& by, output_form form,
             std::ostream& to) {
  recording::reader from(bytes);
  std::vector<recording::record> records;
  while (const auto one = from.next()) records.push_back(*one);
  result done{.problem = from.problem(), .has_records = !records.empty()};
  // Each process appends its records in their order, but later than others append theirs.
  std::ranges::stable_sort(records, {}, &recording::record::time);
  story all(records.empty() ? 0 : records.front().time);
  if (form == output_form::json) to << '[';
  for (const auto& record : records) {
    const event one = all.tell(record);
    if (!is_selected(one, by)) continue;
    ++done.printed;
    // The answer, which follows, names the command.
    if (form != output_form::json && record.kind == recording::record_kind::command) continue;
    if (form == output_form::json) {
      to << (done.printed == 1 ? "\n" : ",\n") << as_json(one);
      continue;
    }
    to << fmt::format("{:12.6f} {:>7}  {}\n", one.seconds, record.process, sentence(one));
    if (form == output_form::pages) print_fields(one, to);
  }
  if (form == output_form::json) to << "\n]\n";
  return done;
}

}  // namespace verbatim::tools::recorded
