// The lines of the table, and proof that both contestants of each do the same work.
#include "wqe_rows.hpp"

#include <fmt/format.h>

namespace verbatim::bench {
namespace {

void check(const std::string& words, std::unique_ptr<wqe_row> floor,
           std::unique_ptr<wqe_row> ours) {
  const auto runs = (1u << 16) / floor->operations() + 2;
  for (unsigned i = 0; i < runs; ++i) {
    for (const auto& row : {floor.get(), ours.get()}) {
      row->prepare();
      row->run();
    }
    if (floor->seen() == ours->seen()) continue;
    throw std::runtime_error(fmt::format("ours and the floor differ in run {} of {}", i, words));
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
    add_table_lines(all);
    add_blueflame_lines(all);
    add_many_lines(all);
    return all;
  }();
  return tasks;
}

std::vector<row_entry> wqe_rows() {
  std::vector<row_entry> rows;
  for (const auto& task : wqe_tasks()) {
    const auto add = [&](unsigned n, const char* who, wqe_task::maker make) {
      rows.push_back({fmt::format("{}_{}/{}", task.name, n, who),
                      [make, payload = task.payload] { return make(payload); }});
    };
    if (task.floor.batched == nullptr) {
      const auto add_only = [&](const char* who, wqe_task::maker make) {
        rows.push_back({fmt::format("{}/{}", task.name, who),
                        [make, payload = task.payload] { return make(payload); }});
      };
      add_only("floor", task.floor.each);
      add_only("ours", task.ours.each);
      if (task.loop != nullptr) add_only("loop", task.loop);
      continue;
    }
    add(1, "floor", task.floor.each);
    add(1, "ours", task.ours.each);
    add(batch, "floor", task.floor.batched);
    add(batch, "ours", task.ours.batched);
  }
  return rows;
}

void check_same_wqes() {
  for (const auto& task : wqe_tasks()) {
    const auto compare = [&](wqe_task::maker floor, wqe_task::maker ours) {
      check(task.words, floor(task.payload), ours(task.payload));
    };
    compare(task.floor.each, task.ours.each);
    if (task.loop != nullptr) compare(task.floor.each, task.loop);
    if (task.floor.batched != nullptr) compare(task.floor.batched, task.ours.batched);
  }
}

}  // namespace verbatim::bench
