// Paths between ports: all have the rate, the MTU and the life time of the emulated links.
#include <algorithm>
#include <array>

#include "mad/administrator/path_values.hpp"
#include "mad/administrator/records.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

namespace info = subnet::port_info;

constexpr std::size_t path_size = 64;

constexpr std::array<component, 9> of_path = {{
    {2, 64, 128},
    {3, 192, 128},
    {4, 320, 16},
    {5, 336, 16},
    {6, 352, 1},
    {11, 392, 1},
    {13, 400, 16},
    {14, 416, 12},
    {15, 428, 4},
}};

/// An end of paths: a port of a device, or the switch after all of them.
constexpr unsigned the_switch = subnet::most_end_ports;

const subnet::port_record& record_of(const subnet::image& in, unsigned end) {
  return end == the_switch ? in.of_switch[0] : in.end_ports[end];
}

bool is_reachable(const subnet::image& in, unsigned end) {
  return end == the_switch || link_is_up(in, end);
}

record path_between(const subnet::image& in, unsigned from, unsigned to) {
  constexpr unsigned exactly = 2;
  record made(path_size);
  const std::span bytes(made);
  put_gid(record_of(in, to), bytes.subspan(8, 16));
  put_gid(record_of(in, from), bytes.subspan(24, 16));
  set(made, subnet::in_byte(40, 16), get(record_of(in, to).info, info::lid));
  set(made, subnet::in_byte(42, 16), get(record_of(in, from).info, info::lid));
  // Every path can be used in both directions.
  set(made, subnet::in_byte(49, 1), 1);
  set(made, subnet::in_byte(50, 16), record_of(in, from).pkeys[0]);
  constexpr std::array values = {path_values::mtu, path_values::rate, path_values::life_time};
  for (unsigned i = 0; i < values.size(); ++i) {
    set(made, subnet::in_byte(54 + i, 2), exactly);
    set(made, subnet::in_byte(54 + i, 6, 2), values[i]);
  }
  return made;
}

}  // namespace

findings paths(const question& asked) {
  constexpr unsigned mtu_selector = 16;
  constexpr unsigned rate_selector = 18;
  constexpr unsigned life_time_selector = 20;
  findings result;
  if (asked.sets || asked.deletes) return {sa_status::invalid_request, {}};
  if (!fits(asked, mtu_selector, 54, path_values::mtu) ||
      !fits(asked, rate_selector, 55, path_values::rate) ||
      !fits(asked, life_time_selector, 56, path_values::life_time)) {
    return result;
  }
  for (unsigned from = 0; from <= the_switch; ++from) {
    for (unsigned to = 0; to <= the_switch; ++to) {
      if (!is_reachable(asked.in, from) || !is_reachable(asked.in, to)) continue;
      record made = path_between(asked.in, from, to);
      if (matches(made, asked, of_path)) result.records.push_back(std::move(made));
    }
  }
  return result;
}

}  // namespace verbatim::emulator::mad::sa
