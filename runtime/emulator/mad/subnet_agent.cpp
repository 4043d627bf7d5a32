// The attributes of subnet management, for devices and for the switch (IBTA vol. 1, 14.2.5).
#include "mad/subnet_agent.hpp"

#include <algorithm>

#include "abi/commands/limits.hpp"
#include "mad/port_changes.hpp"
#include "objects/port.hpp"
#include "verbatim/generated/management/guid_info.hpp"
#include "verbatim/generated/management/linear_forwarding_table.hpp"
#include "verbatim/generated/management/mcast_forwarding_table.hpp"
#include "verbatim/generated/management/mlnx_ext_port_info.hpp"
#include "verbatim/generated/management/node_description.hpp"
#include "verbatim/generated/management/node_info.hpp"
#include "verbatim/generated/management/pkey_table.hpp"
#include "verbatim/generated/management/sl_to_vl_table.hpp"
#include "verbatim/generated/management/sm_info.hpp"
#include "verbatim/generated/management/vl_arbitration_table.hpp"

namespace verbatim::emulator::mad {
namespace {

using info = management::port_info;
namespace field = subnet::mad;

constexpr unsigned bits_of_guid = 64;
constexpr unsigned bits_of_key = 16;

/// A request on its way through a handler. `data` becomes that of the answer.
struct call {
  subnet::image& in;
  const place& at;
  bool sets;
  std::uint32_t modifier;
  subnet::octets data;
};

/// Returns a record of the node's port of that number; null if the node has no such port.
subnet::port_record* find_port(subnet::image& in, const place& at, unsigned number) noexcept {
  if (at.at_switch) return number < subnet::switch_ports ? &in.of_switch[number] : nullptr;
  if (number == 0 || number > in.ports) return nullptr;
  return &in.end_ports[subnet::end_port_of(subnet::card_of(at.end_port), number)];
}

/// Copies an array between the node and the datagram, in the direction of the request.
template <class Array>
void transfer(const call& of, Array& stored) {
  if (of.sets) std::copy_n(of.data.begin(), stored.size(), stored.begin());
  std::copy(stored.begin(), stored.end(), of.data.begin());
}

unsigned node_description(call& of) {
  const subnet::const_octets text = description_at(of.in, of.at);
  std::copy(text.begin(), text.end(), of.data.begin());
  return of.sets ? field::bad_method : 0;
}

unsigned node_info(call& of) {
  fill_node_info(of.in, of.at, of.data);
  return of.sets ? field::bad_method : 0;
}

unsigned switch_attributes(call& of) {
  if (!of.at.at_switch) return field::bad_attribute;
  using one = management::switch_info;
  if (of.sets) {
    using number = wire::mailbox_number<one>;
    for (const number& written : std::initializer_list<number>{
             one::linear_fdb_top, one::default_port, one::default_mcast_primary_port,
             one::default_mcast_not_primary_port, one::life_time_value, one::mcast_fdb_top}) {
      set(of.in.switch_info, written, get(of.data, written));
    }
    // A subnet manager clears the bit by writing 1.
    if (get(of.data, one::port_state_change) != 0)
      set(of.in.switch_info, one::port_state_change, 0);
  }
  std::copy(of.in.switch_info.begin(), of.in.switch_info.end(), of.data.begin());
  return 0;
}

unsigned port_attributes(call& of) {
  unsigned number = of.modifier & 0xff;
  if (number == 0 && !of.at.at_switch) number = of.at.arrival_port();
  if (!find_port(of.in, of.at, number)) return field::bad_field;
  const unsigned status = of.sets ? change_port(of.in, of.at, number, of.data) : 0;
  const auto now = port_info_of(of.in, of.at, number);
  std::copy(now.begin(), now.end(), of.data.begin());
  if (of.sets) set(of.data, info::client_reregister, 0);
  return status;
}

unsigned guids(call& of) {
  const unsigned number = of.at.at_switch ? 0 : of.at.arrival_port();
  subnet::port_record& port = *find_port(of.in, of.at, number);
  if (of.modifier != 0) return field::bad_field;
  for (unsigned i = 0; i < port.guids.size(); ++i) {
    const auto one = element(management::guid_info::guid_block, bits_of_guid, i);
    // The first one is that of the port.
    if (of.sets && i != 0) port.guids[i] = get(of.data, one);
    set(of.data, one, port.guids[i]);
  }
  return 0;
}

unsigned partition_keys(call& of) {
  const unsigned number = of.at.at_switch ? of.modifier >> 16 : of.at.arrival_port();
  subnet::port_record* const port = find_port(of.in, of.at, number);
  if (!port || (of.modifier & 0xffff) != 0) return field::bad_field;
  for (unsigned i = 0; i < port->pkeys.size(); ++i) {
    const auto one = element(management::pkey_table::pkey_block, bits_of_key, i);
    const bool is_kept = of.at.at_switch ? number == 0 && i == 0 : i < pkey_count;
    if (of.sets && is_kept) port->pkeys[i] = static_cast<std::uint16_t>(get(of.data, one));
    set(of.data, one, port->pkeys[i]);
  }
  if (of.sets) of.in.generation.fetch_add(1, std::memory_order_release);
  return 0;
}

unsigned lanes_of_levels(call& of) {
  const unsigned in_port = of.at.at_switch ? of.modifier >> 8 & 0xff : 0;
  const unsigned out_port = of.at.at_switch ? of.modifier & 0xff : of.at.arrival_port();
  subnet::port_record* const port = find_port(of.in, of.at, out_port);
  if (!port || in_port >= port->lanes.size()) return field::bad_field;
  transfer(of, port->lanes[in_port]);
  return 0;
}

unsigned lane_arbitration(call& of) {
  const unsigned block = of.modifier >> 16;
  const unsigned number = of.at.at_switch ? of.modifier & 0xffff : of.at.arrival_port();
  subnet::port_record* const port = find_port(of.in, of.at, number);
  if (!port || block == 0 || block > port->arbitration.size()) return field::bad_field;
  transfer(of, port->arbitration[block - 1]);
  return 0;
}

unsigned linear_table(call& of) {
  if (!of.at.at_switch) return field::bad_attribute;
  const std::size_t first = std::size_t{of.modifier & 0xffff} * of.data.size();
  if (first >= of.in.linear.size()) return field::bad_field;
  const std::span block = std::span(of.in.linear).subspan(first, of.data.size());
  transfer(of, block);
  // No way leads to ports that do not exist.
  constexpr std::uint8_t no_route = 0xff;
  for (std::uint8_t& port : of.data) {
    if (port != 0 && port <= subnet::most_end_ports && !exists(of.in, port - 1u)) port = no_route;
  }
  return 0;
}

unsigned multicast_table(call& of) {
  constexpr std::size_t entries = 32;
  const std::size_t first = std::size_t{of.modifier & 0x1ff} * entries;
  const unsigned position = of.modifier >> 28;
  if (!of.at.at_switch) return field::bad_attribute;
  if (position >= of.in.multicast.size() || first >= subnet::multicast_entries) {
    return field::bad_field;
  }
  for (unsigned i = 0; i < entries; ++i) {
    std::uint16_t& entry = of.in.multicast[position][first + i];
    const auto one =
        element(management::mcast_forwarding_table::port_masks, subnet::ports_in_mask, i);
    if (of.sets) entry = static_cast<std::uint16_t>(get(of.data, one));
    set(of.data, one, entry);
  }
  return 0;
}

/// The emulator's own subnet manager is on the first port.
unsigned subnet_manager(call& of) {
  constexpr unsigned master = 3;
  if (of.sets) return field::bad_field;
  std::ranges::fill(of.data, std::uint8_t{0});
  using manager_info = management::sm_info;
  set(of.data, manager_info::guid, of.in.end_ports[0].guids[0]);
  set(of.data, manager_info::act_count, ++of.in.activity);
  set(of.data, manager_info::sm_state, master);
  return 0;
}

/// The vendor's extended PortInfo, which has the support of FDR10: no port has.
unsigned vendor_port_attributes(call& of) {
  std::ranges::fill(of.data, std::uint8_t{0});
  return 0;
}

struct attribute_row {
  unsigned attribute;
  unsigned (*run)(call&);
};

constexpr std::array<attribute_row, 12> attributes = {{
    {management::node_description::attribute, node_description},
    {management::node_info::attribute, node_info},
    {management::switch_info::attribute, switch_attributes},
    {management::guid_info::attribute, guids},
    {management::port_info::attribute, port_attributes},
    {management::pkey_table::attribute, partition_keys},
    {management::sl_to_vl_table::attribute, lanes_of_levels},
    {management::vl_arbitration_table::attribute, lane_arbitration},
    {management::linear_forwarding_table::attribute, linear_table},
    {management::mcast_forwarding_table::attribute, multicast_table},
    {management::sm_info::attribute, subnet_manager},
    {management::mlnx_ext_port_info::attribute, vendor_port_attributes},
}};

/// Returns true if the node's key does not allow the request.
bool is_locked(const call& of, std::uint64_t key) {
  const unsigned number = of.at.at_switch ? 0 : of.at.arrival_port();
  const auto& port = find_port(of.in, of.at, number)->info;
  const auto wanted = get(port, info::mkey);
  const auto protection = get(port, info::mkey_prot_bits);
  return wanted != 0 && key != wanted && (of.sets || protection >= 2);
}

}  // namespace

bool manages_itself(const subnet::image& in) noexcept {
  return current_options().manages_subnet &&
         std::ranges::all_of(in.managers, [](std::uint32_t slot) { return slot == 0; });
}

subnet::const_octets description_at(const subnet::image& in, const place& at) noexcept {
  return in.descriptions[at.at_switch ? subnet::most_end_ports : subnet::card_of(at.end_port)];
}

void fill_node_info(const subnet::image& in, const place& at, subnet::octets to) {
  constexpr unsigned device = 1;
  constexpr unsigned switch_node = 2;
  // The number of a switch of 16 ports that does not exist.
  constexpr unsigned switch_part_id = 0x0010;
  const std::uint64_t of_switch = in.of_switch[0].guids[0];
  const std::uint64_t node = at.at_switch ? of_switch : node_guid_of(subnet::card_of(at.end_port));
  std::ranges::fill(to, std::uint8_t{0});
  using node_of = management::node_info;
  set(to, node_of::base_version, 1);
  set(to, node_of::class_version, 1);
  set(to, node_of::node_type, at.at_switch ? switch_node : device);
  set(to, node_of::num_ports, at.at_switch ? subnet::most_end_ports : in.ports);
  set(to, node_of::sys_guid, node);
  set(to, node_of::node_guid, node);
  set(to, node_of::port_guid, at.at_switch ? node : in.end_ports[at.end_port].guids[0]);
  set(to, node_of::partition_cap, pkey_count);
  set(to, node_of::device_id, at.at_switch ? switch_part_id : vendor_part_id);
  set(to, node_of::local_port_num, at.arrival_port());
  set(to, node_of::vendor_id, vendor_oui);
}

std::array<std::uint8_t, info::size> port_info_of(const subnet::image& in, const place& at,
                                                  unsigned number) {
  constexpr unsigned down = 1;
  constexpr unsigned polling = 2;
  constexpr std::uint64_t is_subnet_manager = 1u << 1;
  const unsigned end_port =
      at.at_switch ? 0 : subnet::end_port_of(subnet::card_of(at.end_port), number);
  auto now = at.at_switch ? in.of_switch[number].info : in.end_ports[end_port].info;
  if (at.at_switch && number != 0 && !exists(in, number - 1)) {
    set(now, info::port_state, down);
    set(now, info::port_phys_state, polling);
  }
  const bool has_manager = in.managers[end_port] != 0 || (end_port == 0 && manages_itself(in));
  if (!at.at_switch && has_manager)
    set(now, info::cap_mask, get(now, info::cap_mask) | is_subnet_manager);
  set(now, info::local_port_num, at.arrival_port());
  return now;
}

outcome answer_smp(subnet::image& in, const place& at, subnet::octets datagram) {
  const auto method = get(datagram, hdr::method);
  const auto attribute = static_cast<unsigned>(get(datagram, hdr::attr_id));
  if (method != field::get_request && method != field::set_request) return outcome::for_program;
  const bool is_manager_here = !at.at_switch && at.end_port == 0 && manages_itself(in);
  if (attribute == management::sm_info::attribute && !is_manager_here) return outcome::for_program;
  call made{in, at, method == field::set_request,
            static_cast<std::uint32_t>(get(datagram, hdr::attr_mod)),
            part(datagram, management::smp::data)};
  if (is_locked(made, get(datagram, management::smp::mkey))) return outcome::dropped;
  const auto row = std::ranges::find(attributes, attribute, &attribute_row::attribute);
  unsigned status = field::bad_attribute;
  if (get(datagram, hdr::class_version) != 1 || get(datagram, hdr::base_version) != 1) {
    status = field::bad_version;
  } else if (row != attributes.end()) {
    status = row->run(made);
  }
  set(datagram, hdr::method, field::get_response);
  set(datagram, hdr::status, status);
  return outcome::answered;
}

}  // namespace verbatim::emulator::mad
