// Records of the switch, of the subnet manager and of links.
#include <algorithm>
#include <array>

#include "mad/administrator/records.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

namespace info = subnet::port_info;

constexpr std::array<component, 1> of_lid = {{{0, 0, 16}}};
constexpr std::array<component, 4> of_link = {{{0, 0, 16}, {1, 16, 8}, {2, 24, 8}, {3, 32, 16}}};

bool changes(const question& asked) noexcept { return asked.sets || asked.deletes; }

/// Adds a record if it is asked for.
void add(const question& asked, std::span<const component> components, record made, findings& to) {
  if (matches(made, asked, components)) to.records.push_back(std::move(made));
}

record link_record(std::uint64_t from_lid, unsigned from_port, unsigned to_port,
                   std::uint64_t to_lid) {
  record made(6);
  set(made, subnet::in_byte(0, 16), from_lid);
  set(made, subnet::in_byte(2, 8), from_port);
  set(made, subnet::in_byte(3, 8), to_port);
  set(made, subnet::in_byte(4, 16), to_lid);
  return made;
}

}  // namespace

findings switches(const question& asked) {
  constexpr std::size_t switch_info_at = 4;
  constexpr std::size_t switch_info_size = 20;
  if (changes(asked)) return {sa_status::invalid_request, {}};
  findings result;
  record made(switch_info_at + switch_info_size);
  set(made, subnet::in_byte(0, 16), get(asked.in.of_switch[0].info, info::lid));
  std::copy_n(asked.in.switch_info.begin(), switch_info_size, made.begin() + switch_info_at);
  add(asked, of_lid, std::move(made), result);
  return result;
}

findings managers(const question& asked) {
  constexpr unsigned master = 3;
  if (changes(asked)) return {sa_status::invalid_request, {}};
  findings result;
  record made(25);
  set(made, subnet::in_byte(0, 16), get(asked.in.end_ports[0].info, info::lid));
  set(made, subnet::in_byte(4, 64), asked.in.end_ports[0].guids[0]);
  set(made, subnet::in_byte(20, 32), ++asked.in.activity);
  set(made, subnet::in_byte(24, 4, 4), master);
  add(asked, of_lid, std::move(made), result);
  return result;
}

findings links(const question& asked) {
  if (changes(asked)) return {sa_status::invalid_request, {}};
  findings result;
  const auto lid_of_switch = get(asked.in.of_switch[0].info, info::lid);
  for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
    if (!link_is_up(asked.in, port)) continue;
    const auto lid = get(asked.in.end_ports[port].info, info::lid);
    const unsigned number = subnet::port_of(port);
    const unsigned of_switch = subnet::switch_port_of(port);
    add(asked, of_link, link_record(lid, number, of_switch, lid_of_switch), result);
    add(asked, of_link, link_record(lid_of_switch, of_switch, number, lid), result);
  }
  return result;
}

}  // namespace verbatim::emulator::mad::sa
