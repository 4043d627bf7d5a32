// The lines of the table, and proof that both contestants of each do the same work.
#include "wqe_rows.hpp"

#include <fmt/format.h>

namespace verbatim::bench {
namespace {

void check(const wqe_task& task, unsigned mode) {
  const auto floor = task.floor[mode](task.payload);
  const auto ours = task.ours[mode](task.payload);
  const auto runs = (1u << 16) / floor->operations() + 2;
  for (unsigned i = 0; i < runs; ++i) {
    for (const auto& row : {floor.get(), ours.get()}) {
      row->prepare();
      row->run();
    }
    if (floor->seen() == ours->seen()) continue;
    throw std::runtime_error(fmt::format("ours and the floor differ in run {} of {}, {} per doorbell",
                                         i, task.words, mode == 0 ? 1 : batch));
  }
}

}  // namespace

const std::vector<wqe_task>& wqe_tasks() {
  static const auto tasks = [] {
    std::vector<wqe_task> all;
    add_message_lines(all);
    add_atomic_lines(all);
    add_memory_key_lines(all);
    add_datagram_lines(all);
    add_packet_lines(all);
    add_inline_lines(all);
    add_sge_lines(all);
    return all;
  }();
  return tasks;
}

std::vector<row_entry> wqe_rows() {
  std::vector<row_entry> rows;
  for (const auto& task : wqe_tasks()) {
    for (const unsigned mode : {0, 1}) {
      const auto name = fmt::format("{}_{}", task.name, mode == 0 ? 1 : batch);
      const auto payload = task.payload;
      rows.push_back({name + "/floor", [make = task.floor[mode], payload] { return make(payload); }});
      rows.push_back({name + "/ours", [make = task.ours[mode], payload] { return make(payload); }});
    }
  }
  return rows;
}

void check_same_wqes() {
  for (const auto& task : wqe_tasks()) {
    for (const unsigned mode : {0, 1}) check(task, mode);
  }
}

}  // namespace verbatim::bench
