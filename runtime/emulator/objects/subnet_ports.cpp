// The subnet before a manager changes it, and the changes of ports by management.
#include "objects/subnet_ports.hpp"

#include <algorithm>
#include <string_view>

namespace verbatim::emulator {
namespace {

using info = management::port_info;
using subnet::get;
using subnet::set;

/// The GUID of the switch, after those of all devices.
constexpr std::uint64_t switch_guid = node_guid_of(options::most_devices);

constexpr std::uint16_t default_partition = 0xffff;

/// Sets what the link is capable of, and how it has come up: four lanes of HDR, with all virtual
/// lanes in use.
void fill_link(subnet::octets to, bool managed) {
  constexpr unsigned four_lanes = 2;
  constexpr unsigned one_or_four_lanes = 3;
  constexpr unsigned ten_gigabits = 4;
  constexpr unsigned up_to_ten_gigabits = 7;
  constexpr unsigned hdr = 4;
  constexpr unsigned up_to_hdr = 7;
  constexpr unsigned link_up = 5;
  constexpr unsigned polling = 2;
  constexpr unsigned mtu_4096 = 5;
  constexpr unsigned lanes_0_to_7 = 4;
  constexpr unsigned lane_0 = 1;
  set(to, info::link_width_enabled, one_or_four_lanes);
  set(to, info::link_width_supported, one_or_four_lanes);
  set(to, info::link_width_active, four_lanes);
  set(to, info::link_speed_supported, up_to_ten_gigabits);
  set(to, info::link_speed_enabled, up_to_ten_gigabits);
  set(to, info::link_speed_active, ten_gigabits);
  set(to, info::link_speed_ext_supported, up_to_hdr);
  set(to, info::link_speed_ext_enabled, up_to_hdr);
  set(to, info::link_speed_ext_active, hdr);
  const port_state state = first_state_of(current_options());
  set(to, info::port_state, static_cast<unsigned>(state));
  set(to, info::port_phys_state, state == port_state::down ? polling : link_up);
  set(to, info::link_down_default_state, polling);
  set(to, info::mtu_cap, mtu_4096);
  set(to, info::neighbor_mtu, mtu_4096);
  set(to, info::vl_cap, lanes_0_to_7);
  set(to, info::operational_vls, managed ? lanes_0_to_7 : lane_0);
  set(to, info::vl_arb_high_cap, 8);
  set(to, info::vl_arb_low_cap, 8);
}

void fill_addresses(subnet::octets to, std::uint16_t lid, bool managed) {
  constexpr unsigned a_quarter_of_a_second = 16;
  constexpr unsigned one_second = 18;
  set(to, info::gid_prefix, subnet_prefix);
  set(to, info::cap_mask, port_capabilities);
  set(to, info::lid, managed ? lid : 0);
  set(to, info::sm_lid, managed ? first_manager_lid : 0);
  set(to, info::guid_cap, subnet::guid_entries);
  set(to, info::subnet_timeout, one_second);
  set(to, info::resp_time_value, a_quarter_of_a_second);
}

/// Each service level has the virtual lane of its number, as far as there are lanes.
void fill_tables(subnet::port_record& to) {
  constexpr unsigned bits_of_lane = 4;
  for (auto& of_port : to.lanes) {
    for (unsigned level = 0; level < 16; ++level) {
      set(of_port, subnet::element(management::sl_to_vl_table::vls, bits_of_lane, level),
          level % 8);
    }
  }
  to.pkeys[0] = default_partition;
}

void describe(std::array<std::uint8_t, subnet::smp_data_size>& to, std::string_view text) {
  std::copy_n(text.begin(), std::min(text.size(), to.size()), to.begin());
}

void fill_switch(subnet::image& to, bool managed) {
  using switch_info = management::switch_info;
  constexpr std::uint8_t no_route = 0xff;
  for (unsigned port = 0; port < subnet::switch_ports; ++port) {
    subnet::port_record& one = to.of_switch[port];
    fill_link(one.info, managed);
    fill_tables(one);
    set(one.info, info::local_port_num, port);
  }
  subnet::port_record& own = to.of_switch[0];
  fill_addresses(own.info, subnet::first_switch_lid, managed);
  set(own.info, info::port_state, static_cast<unsigned>(port_state::active));
  own.guids[0] = switch_guid;
  set(to.switch_info, switch_info::linear_fdb_cap, subnet::linear_entries);
  set(to.switch_info, switch_info::mcast_fdb_cap, subnet::multicast_entries);
  set(to.switch_info, switch_info::port_state_change, managed ? 0 : 1);
  to.linear.fill(no_route);
  if (!managed) return;
  set(to.switch_info, switch_info::linear_fdb_top, subnet::first_switch_lid);
  for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
    to.linear[port + 1] = static_cast<std::uint8_t>(subnet::switch_port_of(port));
  }
  to.linear[subnet::first_switch_lid] = 0;
}

void fill_subnet(subnet::image& to) {
  const bool managed = current_options().manages_subnet;
  for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
    subnet::port_record& one = to.end_ports[port];
    fill_link(one.info, managed);
    fill_addresses(one.info, static_cast<std::uint16_t>(port + 1), managed);
    fill_tables(one);
    set(one.info, info::local_port_num, subnet::port_of(port));
    one.guids[0] = node_guid_of(subnet::card_of(port)) + subnet::port_of(port) - 1;
  }
  for (unsigned card = 0; card < options::most_devices; ++card) {
    describe(to.descriptions[card], description_of(card));
  }
  describe(to.descriptions[subnet::most_end_ports], "Verbatim emulated switch");
  fill_switch(to, managed);
}

}  // namespace

subnet::subnet_state* this_subnet() noexcept {
  // The hosts of a topology have more ports than the switch.
  return current_options().hosts ? nullptr : subnet::subnet_here(fill_subnet);
}

void take_over(const subnet::image& from, unsigned card, unsigned number, port_identity& port) {
  if (port.ethernet()) return;
  const subnet::port_record& record = from.end_ports[subnet::end_port_of(card, number)];
  const auto& now = record.info;
  port.pkey = record.pkeys[0];
  port.lid = static_cast<std::uint16_t>(get(now, info::lid));
  port.sm_lid = static_cast<std::uint16_t>(get(now, info::sm_lid));
  port.sm_sl = static_cast<std::uint8_t>(get(now, info::master_sm_sl));
  port.lmc = static_cast<std::uint8_t>(get(now, info::lmc));
  const auto state = static_cast<port_state>(get(now, info::port_state));
  port.active = state == port_state::active;
  port.inactive_state = port.active ? port_state::down : state;
}

std::vector<port_identity> present_ports(unsigned card) {
  std::vector<port_identity> ports = make_ports(current_options(), card);
  subnet::subnet_state* const here = this_subnet();
  if (!here || here->generation() == 0) return ports;
  const subnet::subnet_state::locked now(*here);
  for (unsigned i = 0; i < ports.size(); ++i) take_over(*now, card, i + 1, ports[i]);
  return ports;
}

}  // namespace verbatim::emulator
