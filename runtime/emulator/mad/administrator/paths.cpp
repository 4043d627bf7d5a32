// Paths between ports: all have the rate, the MTU and the life time of the emulated links.
#include <algorithm>
#include <array>

#include "mad/administrator/path_values.hpp"
#include "mad/administrator/records.hpp"
#include "verbatim/generated/records/path_record.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

using info = management::port_info;

using path_record = records::path_record;

constexpr std::array of_path = {
    compared(path_record::dgid),        compared(path_record::sgid),
    compared(path_record::dlid),        compared(path_record::slid),
    compared(path_record::raw_traffic), compared(path_record::reversible),
    compared(path_record::pkey),        compared(path_record::qos_class),
    compared(path_record::sl),
};

/// The components with a selector, and the value that all paths have.
struct path_limit {
  component selector;
  component field;
  unsigned value;
};
constexpr std::array<path_limit, 3> path_limits = {{
    {compared(path_record::mtu_selector), compared(path_record::mtu), path_values::mtu},
    {compared(path_record::rate_selector), compared(path_record::rate), path_values::rate},
    {compared(path_record::packet_life_time_selector), compared(path_record::packet_life_time),
     path_values::life_time},
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
  record made(path_record::size);
  const std::span bytes(made);
  put_gid(record_of(in, to), part(bytes, path_record::dgid));
  put_gid(record_of(in, from), part(bytes, path_record::sgid));
  set(made, path_record::dlid, get(record_of(in, to).info, info::lid));
  set(made, path_record::slid, get(record_of(in, from).info, info::lid));
  // Every path can be used in both directions.
  set(made, path_record::reversible, 1);
  set(made, path_record::pkey, record_of(in, from).pkeys[0]);
  for (const path_limit& row : path_limits) {
    set(made, row.selector.place, exactly);
    set(made, row.field.place, row.value);
  }
  return made;
}

}  // namespace

findings paths(const question& asked) {
  findings result;
  if (asked.sets || asked.deletes) return {sa_status::invalid_request, {}};
  const auto holds = [&asked](const path_limit& row) {
    return fits(asked, row.selector, row.field, row.value);
  };
  if (!std::ranges::all_of(path_limits, holds)) return result;
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
