// Records of the switch, of the subnet manager and of links.
#include <algorithm>
#include <array>

#include "mad/administrator/records.hpp"
#include "verbatim/generated/management/sm_info.hpp"
#include "verbatim/generated/records/link_record.hpp"
#include "verbatim/generated/records/sminfo_record.hpp"
#include "verbatim/generated/records/switch_info_record.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

using info = management::port_info;

using switch_info_record = records::switch_info_record;
using sminfo_record = records::sminfo_record;
using link_record = records::link_record;

constexpr std::array of_switch_lid = {compared(switch_info_record::lid)};
constexpr std::array of_manager_lid = {compared(sminfo_record::lid)};
constexpr std::array of_link = {compared(link_record::from_lid), compared(link_record::from_port),
                                compared(link_record::to_port), compared(link_record::to_lid)};

bool changes(const question& asked) noexcept { return asked.sets || asked.deletes; }

/// Adds a record if it is asked for.
void add(const question& asked, std::span<const component> components, record made, findings& to) {
  if (matches(made, asked, components)) to.records.push_back(std::move(made));
}

record link_between(std::uint64_t from_lid, unsigned from_port, unsigned to_port,
                    std::uint64_t to_lid) {
  record made(link_record::size);
  set(made, link_record::from_lid, from_lid);
  set(made, link_record::from_port, from_port);
  set(made, link_record::to_port, to_port);
  set(made, link_record::to_lid, to_lid);
  return made;
}

}  // namespace

findings switches(const question& asked) {
  if (changes(asked)) return {sa_status::invalid_request, {}};
  findings result;
  record made(switch_info_record::size);
  set(made, switch_info_record::lid, get(asked.in.of_switch[0].info, info::lid));
  std::copy_n(asked.in.switch_info.begin(), management::switch_info::size,
              part(std::span(made), switch_info_record::switch_info).begin());
  add(asked, of_switch_lid, std::move(made), result);
  return result;
}

findings managers(const question& asked) {
  constexpr unsigned master = 3;
  if (changes(asked)) return {sa_status::invalid_request, {}};
  findings result;
  using manager_info = management::sm_info;
  record made(sminfo_record::size);
  set(made, sminfo_record::lid, get(asked.in.end_ports[0].info, info::lid));
  const subnet::octets manager = part(std::span(made), sminfo_record::sm_info);
  set(manager, manager_info::guid, asked.in.end_ports[0].guids[0]);
  set(manager, manager_info::act_count, ++asked.in.activity);
  set(manager, manager_info::sm_state, master);
  add(asked, of_manager_lid, std::move(made), result);
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
    add(asked, of_link, link_between(lid, number, of_switch, lid_of_switch), result);
    add(asked, of_link, link_between(lid_of_switch, of_switch, number, lid), result);
  }
  return result;
}

}  // namespace verbatim::emulator::mad::sa
