// Multicast groups: MCMemberRecord (IBTA vol. 1, 15.2.5.17).
#include <algorithm>
#include <array>
#include <optional>

#include "mad/administrator/path_values.hpp"
#include "mad/administrator/records.hpp"
#include "objects/port.hpp"
#include "settings/gid_forms.hpp"
#include "verbatim/generated/headers/multicast_address.hpp"
#include "verbatim/generated/management/gid.hpp"
#include "verbatim/generated/records/mcmember_record.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

using member_record = records::mcmember_record;

constexpr component mlid = compared(member_record::mlid);
constexpr unsigned full_member = 1;

/// A component with a selector.
struct limit_row {
  component selector;
  component value;
  unsigned usual;
};
constexpr std::array<limit_row, 3> limits = {{
    {compared(member_record::mtu_selector), compared(member_record::mtu), path_values::mtu},
    {compared(member_record::rate_selector), compared(member_record::rate), path_values::rate},
    {compared(member_record::packet_life_time_selector), compared(member_record::packet_life_time),
     path_values::life_time},
}};

/// Components that are compared as they are.
constexpr std::array of_group = {
    compared(member_record::mgid),
    compared(member_record::qkey),
    mlid,
    compared(member_record::traffic_class),
    compared(member_record::pkey),
    compared(member_record::sl),
    compared(member_record::flow_label),
    compared(member_record::hop_limit),
    compared(member_record::scope),
};

/// Components without which a group cannot be made: the Q_Key, the traffic class, the partition,
/// the service level and the flow label.
constexpr std::uint64_t needed_to_make =
    1u << member_record::qkey.number | 1u << member_record::traffic_class.number |
    1u << member_record::pkey.number | 1u << member_record::sl.number |
    1u << member_record::flow_label.number;

bool is_named(const question& asked, const component& which) noexcept {
  return (asked.mask >> which.number & 1) != 0;
}
template <class Field>
bool is_named(const question& asked, const wire::component<Field>& which) noexcept {
  return is_named(asked, compared(which));
}

subnet::const_octets group_of(subnet::const_octets from) { return part(from, member_record::mgid); }
subnet::const_octets port_of(const question& asked) {
  return part(asked.wanted, member_record::port_gid);
}

subnet::group_record* find_group(subnet::image& in, subnet::const_octets address) {
  const auto at = std::ranges::find_if(in.groups, [&](const subnet::group_record& one) {
    return one.exists && std::ranges::equal(group_of(one.record), address);
  });
  return at == in.groups.end() ? nullptr : &*at;
}

/// Returns a LID that no group has. It is computed from the GID, as that of rdma_cm's groups.
std::uint16_t free_lid(const subnet::image& in, const gid& group) {
  auto lid = multicast_lid(group);
  const auto is_used = [&in](std::uint16_t wanted) {
    return std::ranges::any_of(in.groups, [wanted](const subnet::group_record& one) {
      return one.exists && get(one.record, mlid.place) == wanted;
    });
  };
  while (is_used(lid)) lid = next_multicast_lid(lid);
  return lid;
}

/// Returns a GID that no group has, for a request that leaves it to the administrator.
gid free_gid(subnet::image& in) {
  constexpr std::uint64_t prefix = 0xff12'a01b'fe80'0000;
  gid made = gid_of(prefix, 0);
  std::uint32_t number = 0;
  do {
    set(made, management::gid::interface_id, ++number);
  } while (find_group(in, made));
  return made;
}

findings refusal(unsigned status) { return {status, {}}; }

/// Makes a group by the request. Returns null if there is no room.
subnet::group_record* make_group(const question& asked) {
  const auto room = std::ranges::find(asked.in.groups, false, &subnet::group_record::exists);
  if (room == asked.in.groups.end()) return nullptr;
  gid address{};
  std::ranges::copy(group_of(asked.wanted), address.begin());
  if (!is_named(asked, member_record::mgid) || address == gid{}) address = free_gid(asked.in);
  const std::uint16_t lid = free_lid(asked.in, address);
  *room = {};
  std::ranges::copy(asked.wanted.first(member_record::size), room->record.begin());
  std::ranges::copy(address, room->record.begin());
  set(room->record, mlid.place, lid);
  constexpr unsigned exactly = 2;
  for (const limit_row& row : limits) {
    const bool is_exact =
        is_named(asked, row.value) &&
        (!is_named(asked, row.selector) || get(asked.wanted, row.selector.place) == exactly);
    if (!is_exact) set(room->record, row.value.place, row.usual);
    set(room->record, row.selector.place, exactly);
  }
  if (!is_named(asked, member_record::hop_limit)) {
    set(room->record, member_record::hop_limit, 0);
  }
  using headers::multicast_address;
  set(room->record, member_record::scope,
      form_of<multicast_address>(address).get(multicast_address::scope));
  room->exists = true;
  return &*room;
}

record of_member(const subnet::image& in, const subnet::group_record& group, unsigned port) {
  record made(group.record.begin(), group.record.end());
  put_gid(in.end_ports[port], part(std::span(made), member_record::port_gid));
  set(made, member_record::join_state, group.members[port]);
  return made;
}

bool fits_group(const question& asked, const subnet::group_record& group) {
  return matches(group.record, asked, of_group) &&
         std::ranges::all_of(limits, [&](const limit_row& row) {
           return fits(asked, row.selector, row.value,
                       static_cast<unsigned>(get(group.record, row.value.place)));
         });
}

/// Writes the group's entry of the switch's table: the ports that lead to its members.
void write_table(subnet::image& in, const subnet::group_record& group) {
  constexpr std::uint64_t first_multicast_lid = 0xc000;
  const auto index = get(group.record, mlid.place) - first_multicast_lid;
  for (unsigned position = 0; position < subnet::multicast_positions; ++position) {
    unsigned mask = 0;
    for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
      const unsigned exit = subnet::switch_port_of(port);
      if (group.members[port] == 0 || exit / subnet::ports_in_mask != position) continue;
      mask |= 1u << (exit % subnet::ports_in_mask);
    }
    in.multicast[position][index] = static_cast<std::uint16_t>(mask);
  }
}

findings join(const question& asked) {
  const auto port = end_port_with_gid(asked.in, port_of(asked));
  if (!is_named(asked, member_record::port_gid) || !is_named(asked, member_record::join_state)) {
    return refusal(sa_status::too_little_said);
  }
  if (!port) return refusal(sa_status::invalid_gid);
  const auto wanted = get(asked.wanted, member_record::join_state);
  if (wanted == 0) return refusal(sa_status::invalid_request);
  const subnet::const_octets address = group_of(asked.wanted);
  const bool names_group = is_named(asked, member_record::mgid) &&
                           std::ranges::any_of(address, [](auto byte) { return byte; });
  constexpr std::uint64_t multicast = 0xff;
  if (names_group && get(address, headers::multicast_address::prefix) != multicast)
    return refusal(sa_status::invalid_request);
  subnet::group_record* group = names_group ? find_group(asked.in, address) : nullptr;
  if (!group) {
    // Only a full member makes a group.
    if ((wanted & full_member) == 0) return refusal(sa_status::invalid_request);
    if ((asked.mask & needed_to_make) != needed_to_make) return refusal(sa_status::too_little_said);
    group = make_group(asked);
    if (!group) return refusal(sa_status::no_resources);
  } else if (!fits_group(asked, *group)) {
    return refusal(sa_status::invalid_request);
  }
  group->members[*port] = static_cast<std::uint8_t>(group->members[*port] | wanted);
  write_table(asked.in, *group);
  return {0, {of_member(asked.in, *group, *port)}};
}

/// Adds a group, or each of its members if the program may know them.
void add_group(const question& asked, const subnet::group_record& group, findings& to) {
  if (asked.is_trusted) {
    for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
      if (group.members[port] != 0) to.records.push_back(of_member(asked.in, group, port));
    }
    return;
  }
  record made(group.record.begin(), group.record.end());
  std::ranges::fill(part(std::span(made), member_record::port_gid), std::uint8_t{0});
  set(made, member_record::join_state, 0);
  to.records.push_back(std::move(made));
}

findings leave(const question& asked) {
  const auto port = end_port_with_gid(asked.in, port_of(asked));
  subnet::group_record* const group = find_group(asked.in, group_of(asked.wanted));
  const auto wanted = static_cast<std::uint8_t>(get(asked.wanted, member_record::join_state));
  if (!port || !group || (group->members[*port] & wanted) == 0) {
    return refusal(sa_status::invalid_request);
  }
  findings result{0, {of_member(asked.in, *group, *port)}};
  set(result.records.front(), member_record::join_state, wanted);
  group->members[*port] = static_cast<std::uint8_t>(group->members[*port] & ~wanted);
  write_table(asked.in, *group);
  group->exists = std::ranges::any_of(group->members,
                                      [](std::uint8_t one) { return (one & full_member) != 0; });
  return result;
}

}  // namespace

findings groups(const question& asked) {
  if (asked.sets) return join(asked);
  if (asked.deletes) return leave(asked);
  findings result;
  for (const subnet::group_record& group : asked.in.groups) {
    if (!group.exists || !fits_group(asked, group)) continue;
    if (!is_named(asked, member_record::port_gid)) {
      add_group(asked, group, result);
      continue;
    }
    const auto port = end_port_with_gid(asked.in, port_of(asked));
    if (port && group.members[*port] != 0) {
      result.records.push_back(of_member(asked.in, group, *port));
    }
  }
  return result;
}

}  // namespace verbatim::emulator::mad::sa
