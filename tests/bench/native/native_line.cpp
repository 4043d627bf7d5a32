// The device's side of libmlx5's rows, and proof that the WQEs of other libraries are those of the floor.
#include "native_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::bench {
namespace {

bool first_port_is_ethernet() {
  const auto context = open_context(tuning::uncached);
  ibv_port_attr port{};
  return ibv_query_port(context.get(), 1, &port) == 0 && port.link_layer == IBV_LINK_LAYER_ETHERNET;
}

/// Returns the lines that the first device can have: raw packets need Ethernet, and the addresses of the
/// others LIDs.
std::vector<native_line> native_lines() {
  std::vector<native_line> lines;
  add_native_message_lines(lines);
  add_native_atomic_lines(lines);
  add_native_memory_key_lines(lines);
  add_native_datagram_lines(lines);
  add_native_packet_lines(lines);
  add_uct_lines(lines);
  const bool ethernet = first_port_is_ethernet();
  std::erase_if(lines, [ethernet](const auto& line) { return line.on_ethernet != ethernet; });
  return lines;
}

const wqe_task& task_of(const native_line& line) {
  const auto& all = wqe_tasks();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const auto& task) { return task.name == line.name; });
  if (found == all.end()) throw std::runtime_error("no line is called " + line.name);
  return *found;
}

constexpr std::array<std::size_t, 10> unwritten = {1, 3, 8, 9, 10, 11, 12, 13, 14, 15};

/// Puts zeros where libmlx5 leaves what was there before: behind the payload of inline WQEs, and in bytes
/// of a key's context that are reserved, or of fields that the mask of a window does not name.
std::vector<std::byte> without_padding(std::vector<std::byte> wqes, std::uint32_t payload) {
  for (std::size_t at = 0; at < wqes.size();) {
    const auto ctrl = ctrl_seg::read(wqes.data() + at);
    const auto data = at + (ctrl.opcode == opcode::send ? 1u : 2u) * octoword;
    if (ctrl.opcode == opcode::umr) {
      const auto context = at + ctrl_seg::size + umr_ctrl_seg::size;
      for (const auto i : unwritten) wqes.at(context + i) = std::byte{0};
    }
    at += ctrl.ds * octoword;
    for (auto i = data + 4 + payload; payload != 0 && i < at; ++i) wqes.at(i) = std::byte{0};
  }
  return wqes;
}

/// A run of UCX is shorter than the floor's; only as many WQEs are compared.
void compare(wqe_row& floor_row, other_row& other, std::uint32_t payload) {
  auto& floor = dynamic_cast<lone_kind_row&>(floor_row);
  other.adapt(floor.parameters());
  const auto runs = (1u << 16) / other.operations() + 2;
  for (unsigned i = 0; i < runs; ++i) {
    for (lone_kind_row* const row : {&floor, static_cast<lone_kind_row*>(&other)}) {
      row->prepare();
      row->run();
    }
    auto expected = without_padding(floor.wqes(), payload);
    const auto found = without_padding(other.wqes(), payload);
    expected.resize(expected.size() / floor.operations() * other.operations());
    const auto [at, unused] =
        std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    if (at == expected.end() && expected.size() == found.size()) continue;
    throw std::runtime_error(fmt::format("another WQE than the floor's in run {}, at byte {:#x}", i,
                                         at - expected.begin()));
  }
}

/// The contestants of lines that were found to post another WQE than the floor.
std::set<std::string>& differing() {
  static std::set<std::string> names;
  return names;
}

}  // namespace

native_row::native_row(const qp_kind& kind, std::uint32_t payload, unsigned per_doorbell,
                       tuning how)
    : parameters_(payload),
      wqebbs_(kind.wqebbs),
      per_turn_(batch / per_doorbell * per_doorbell),
      native_(kind, how) {}

void native_row::prepare() {
  if (!all_posted_) throw std::runtime_error("a queue was full too early");
  if (pi_ == begin_) return;
  native_.complete_last(pi_ - wqebbs_, 1);
  ibv_wc completion{};
  if (ibv_poll_cq(native_.cq(), 1, &completion) != 1 || completion.status != IBV_WC_SUCCESS) {
    throw std::runtime_error("a completion was not found");
  }
  if (completion.wr_id != parameters_.begin()[per_turn_ - 1].id) {
    throw std::runtime_error("a WQE came back with the id of another");
  }
  begin_ = pi_;
}

std::vector<std::byte> native_row::wqes() const {
  check_doorbell();
  std::vector<std::byte> result;
  for (auto index = begin_; index != pi_; index += wqebbs_) {
    const auto ctrl = ctrl_seg::read(native_.wqe_at(index));
    if (ctrl.wqe_index != static_cast<std::uint16_t>(index) || ctrl.qpn != qp()->qp_num ||
        (ctrl.ds + 3u) / 4 != wqebbs_) {
      throw std::runtime_error(fmt::format("WQE {} has the index {}, {} octowords and {} QP", index,
                                           ctrl.wqe_index, ctrl.ds,
                                           ctrl.qpn == qp()->qp_num ? "its" : "another"));
    }
    // libmlx5 lets a WQE go on at the ring's start.
    std::vector<std::byte> wqe;
    for (std::uint32_t i = 0; i < ctrl.ds; ++i) {
      const std::byte* const from = native_.wqe_at(index + i / 4) + i % 4 * octoword;
      wqe.insert(wqe.end(), from, from + octoword);
    }
    append_comparable(result, wqe);
  }
  return result;
}

void native_row::check_doorbell() const {
  const auto last = wire::load64(native_.wqe_at(pi_ - wqebbs_));
  if (native_.producer_index() != (pi_ & 0xffff) ||
      (native_.doorbell(0) != last && native_.doorbell(1) != last)) {
    throw std::runtime_error("a doorbell of libmlx5 was lost");
  }
}

std::vector<row_entry> native_rows() {
  std::vector<row_entry> rows;
  for (const auto& line : native_lines()) {
    const auto payload = task_of(line).payload;
    for (const auto& one : line.contestants) {
      if (differing().contains(line.name + "/" + one.name)) continue;
      const auto add = [&](const std::string& task, native_line::maker make) {
        rows.push_back({task + "/" + one.name,
                        [make, payload, how = line.how] { return make(payload, how); }});
      };
      if (task_of(line).floor.batched == nullptr) {
        add(line.name, one.each);
        continue;
      }
      add(line.name + "_1", one.each);
      if (one.batched != nullptr) add(fmt::format("{}_{}", line.name, batch), one.batched);
    }
  }
  return rows;
}

bool check_same_native_wqes() {
  for (const auto& line : native_lines()) {
    const auto& task = task_of(line);
    for (const auto& one : line.contestants) {
      try {
        compare(*task.floor.each(task.payload), *one.each(task.payload, line.how), task.payload);
        if (one.batched == nullptr) continue;
        compare(*task.floor.batched(task.payload), *one.batched(task.payload, line.how),
                task.payload);
      } catch (const std::exception& error) {
        fmt::print(stderr, "bench: not measured: {} of {}: {}\n", one.name, task.words,
                   error.what());
        differing().insert(line.name + "/" + one.name);
      }
    }
  }
  return differing().empty();
}

}  // namespace verbatim::bench
