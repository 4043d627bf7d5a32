// Comparing records with questions, and the records of nodes and ports.
#include "mad/administrator/records.hpp"

#include <algorithm>
#include <array>

#include "verbatim/generated/management/class_port_info.hpp"
#include "verbatim/generated/management/gid.hpp"
#include "verbatim/generated/management/node_info.hpp"
#include "verbatim/generated/records/node_record.hpp"
#include "verbatim/generated/records/portinfo_record.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

using info = management::port_info;

using node_record = records::node_record;
using portinfo_record = records::portinfo_record;

constexpr std::array of_node = {
    compared(node_record::lid),           compared(node_record::base_version),
    compared(node_record::class_version), compared(node_record::node_type),
    compared(node_record::num_ports),     compared(node_record::sys_guid),
    compared(node_record::node_guid),     compared(node_record::port_guid),
    compared(node_record::partition_cap), compared(node_record::device_id),
    compared(node_record::revision),      compared(node_record::local_port_num),
    compared(node_record::vendor_id),     compared(node_record::node_desc),
};

constexpr std::array of_port = {compared(portinfo_record::lid),
                                compared(portinfo_record::port_num)};

bool same_component(subnet::const_octets a, subnet::const_octets b,
                    const component& what) noexcept {
  constexpr std::uint32_t widest_number = 64;
  const auto& place = what.place;
  if (place.width <= widest_number) return get(a, place) == get(b, place);
  const auto bytes = [&place](subnet::const_octets of) {
    return of.subspan(place.bit / 8, place.width / 8);
  };
  return std::ranges::equal(bytes(a), bytes(b));
}

/// Calls `visit` for the switch and each port of a device, with the LID of each.
template <class Visit>
void each_place(const subnet::image& in, Visit&& visit) {
  visit(place{.at_switch = true}, get(in.of_switch[0].info, info::lid));
  for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
    if (exists(in, port)) visit(place{.end_port = port}, get(in.end_ports[port].info, info::lid));
  }
}

}  // namespace

bool matches(subnet::const_octets candidate, const question& asked,
             std::span<const component> components) noexcept {
  return std::ranges::all_of(components, [&](const component& one) {
    return (asked.mask >> one.number & 1) == 0 || same_component(candidate, asked.wanted, one);
  });
}

bool fits(const question& asked, const component& selector, const component& field,
          unsigned value) noexcept {
  constexpr std::uint64_t larger = 0;
  constexpr std::uint64_t smaller = 1;
  constexpr std::uint64_t exactly = 2;
  if ((asked.mask >> field.number & 1) == 0) return true;
  const auto wanted = get(asked.wanted, field.place);
  const bool has_selector = (asked.mask >> selector.number & 1) != 0;
  switch (has_selector ? get(asked.wanted, selector.place) : exactly) {
    case larger:
      return value > wanted;
    case smaller:
      return value < wanted;
    case exactly:
      return value == wanted;
    default:
      return true;
  }
}

std::optional<unsigned> end_port_with_gid(const subnet::image& in, subnet::const_octets address) {
  const auto guid = get(address, management::gid::interface_id);
  for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
    const subnet::port_record& one = in.end_ports[port];
    if (exists(in, port) && one.guids[0] == guid &&
        get(address, management::gid::subnet_prefix) == get(one.info, info::gid_prefix)) {
      return port;
    }
  }
  return std::nullopt;
}

void put_gid(const subnet::port_record& port, subnet::octets to) {
  set(to, management::gid::subnet_prefix, get(port.info, info::gid_prefix));
  set(to, management::gid::interface_id, port.guids[0]);
}

findings class_information(const question&) {
  using class_info = management::class_port_info;
  constexpr unsigned class_version = 2;
  constexpr unsigned one_second = 18;
  record made(class_info::size);
  set(made, class_info::base_version, 1);
  set(made, class_info::class_version, class_version);
  set(made, class_info::resp_time_value, one_second);
  return {0, {made}};
}

findings nodes(const question& asked) {
  // The record has the fields of NodeInfo, in the same order.
  constexpr std::size_t node_info_at = node_record::base_version.bit / 8;
  static_assert(node_record::vendor_id.bit ==
                8 * node_info_at + management::node_info::vendor_id.bit);
  findings result;
  if (asked.sets || asked.deletes) return {sa_status::invalid_request, {}};
  each_place(asked.in, [&](const place& at, std::uint64_t lid) {
    record made(node_record::size);
    set(made, node_record::lid, lid);
    fill_node_info(asked.in, at,
                   std::span(made).subspan(node_info_at, management::node_info::size));
    std::ranges::copy(description_at(asked.in, at),
                      part(std::span(made), node_record::node_desc).begin());
    if (matches(made, asked, of_node)) result.records.push_back(std::move(made));
  });
  return result;
}

findings ports(const question& asked) {
  findings result;
  if (asked.sets || asked.deletes) return {sa_status::invalid_request, {}};
  each_place(asked.in, [&](const place& at, std::uint64_t lid) {
    const unsigned first = at.at_switch ? 0 : at.arrival_port();
    const unsigned last = at.at_switch ? subnet::most_end_ports : first;
    for (unsigned number = first; number <= last; ++number) {
      record made(portinfo_record::size);
      set(made, portinfo_record::lid, lid);
      set(made, portinfo_record::port_num, number);
      const subnet::octets port = part(std::span(made), portinfo_record::port_info);
      std::ranges::copy(port_info_of(asked.in, at, number), port.begin());
      set(port, info::local_port_num, number);
      if (matches(made, asked, of_port)) result.records.push_back(std::move(made));
    }
  });
  return result;
}

}  // namespace verbatim::emulator::mad::sa
