// Multicast groups: MCMemberRecord (IBTA vol. 1, 15.2.5.17).
#include <algorithm>
#include <array>
#include <optional>

#include "mad/administrator/path_values.hpp"
#include "mad/administrator/records.hpp"
#include "objects/port.hpp"

namespace verbatim::emulator::mad::sa {
namespace {

constexpr std::size_t group_size = 52;

// Components by their bits, and fields.
constexpr unsigned group_bit = 0;
constexpr unsigned port_bit = 1;
constexpr unsigned join_bit = 16;
constexpr unsigned mtu_selector = 4;
constexpr unsigned rate_selector = 8;
constexpr unsigned life_time_selector = 10;
constexpr subnet::field mlid = subnet::in_byte(36, 16);
constexpr subnet::field mtu = subnet::in_byte(38, 6, 2);
constexpr subnet::field rate = subnet::in_byte(42, 6, 2);
constexpr subnet::field life_time = subnet::in_byte(43, 6, 2);
constexpr subnet::field scope = subnet::in_byte(48, 4);
constexpr subnet::field join_state = subnet::in_byte(48, 4, 4);
constexpr unsigned full_member = 1;

/// A component with a selector, which is the component before it and the two bits before it.
struct limit_row {
  unsigned selector;
  subnet::field value;
  unsigned usual;
};
constexpr std::array<limit_row, 3> limits = {{
    {mtu_selector, mtu, path_values::mtu},
    {rate_selector, rate, path_values::rate},
    {life_time_selector, life_time, path_values::life_time},
}};

/// Components that are compared as they are. The group's GID is the first one.
constexpr std::array<component, 9> of_group = {{
    {group_bit, 0, 128},
    {2, 32 * 8, 32},
    {3, 36 * 8, 16},
    {6, 39 * 8, 8},
    {7, 40 * 8, 16},
    {12, 44 * 8, 4},
    {13, 44 * 8 + 4, 20},
    {14, 47 * 8, 8},
    {15, 48 * 8, 4},
}};

/// Components without which a group cannot be made: the Q_Key, the traffic class, the partition, the service
/// level and the flow label.
constexpr std::uint64_t needed_to_make = 1u << 2 | 1u << 6 | 1u << 7 | 1u << 12 | 1u << 13;

bool is_named(const question& asked, unsigned bit) noexcept { return asked.mask >> bit & 1; }

subnet::const_octets group_of(subnet::const_octets from) { return from.first(16); }

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
      return one.exists && get(one.record, mlid) == wanted;
    });
  };
  while (is_used(lid)) lid = next_multicast_lid(lid);
  return lid;
}

/// Returns a GID that no group has, for a request that leaves it to the administrator.
gid free_gid(subnet::image& in) {
  gid made = {0xff, 0x12, 0xa0, 0x1b, 0xfe, 0x80};
  std::uint32_t number = 0;
  do {
    set(made, subnet::in_byte(12, 32), ++number);
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
  if (!is_named(asked, group_bit) || address == gid{}) address = free_gid(asked.in);
  const std::uint16_t lid = free_lid(asked.in, address);
  *room = {};
  std::ranges::copy(asked.wanted.first(group_size), room->record.begin());
  std::ranges::copy(address, room->record.begin());
  set(room->record, mlid, lid);
  constexpr unsigned exactly = 2;
  for (const limit_row& row : limits) {
    const subnet::field selector{row.value.at - 2, 2};
    const bool is_exact =
        is_named(asked, row.selector + 1) &&
        (!is_named(asked, row.selector) || get(asked.wanted, selector) == exactly);
    if (!is_exact) set(room->record, row.value, row.usual);
    set(room->record, selector, exactly);
  }
  if (!is_named(asked, 14)) set(room->record, subnet::in_byte(47, 8), 0);
  set(room->record, scope, address[1] & 0xf);
  room->exists = true;
  return &*room;
}

record of_member(const subnet::image& in, const subnet::group_record& group, unsigned port) {
  record made(group.record.begin(), group.record.end());
  put_gid(in.end_ports[port], std::span(made).subspan(16, 16));
  set(made, join_state, group.members[port]);
  return made;
}

bool fits_group(const question& asked, const subnet::group_record& group) {
  return matches(group.record, asked, of_group) &&
         fits(asked, mtu_selector, 38, static_cast<unsigned>(get(group.record, mtu))) &&
         fits(asked, rate_selector, 42, static_cast<unsigned>(get(group.record, rate))) &&
         fits(asked, life_time_selector, 43, static_cast<unsigned>(get(group.record, life_time)));
}

/// Writes the group's entry of the switch's table: the ports that lead to its members.
void write_table(subnet::image& in, const subnet::group_record& group) {
  constexpr std::uint64_t first_multicast_lid = 0xc000;
  constexpr unsigned ports_in_mask = 16;
  const auto index = get(group.record, mlid) - first_multicast_lid;
  for (unsigned position = 0; position < subnet::multicast_positions; ++position) {
    unsigned mask = 0;
    for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
      const unsigned exit = subnet::switch_port_of(port);
      if (group.members[port] == 0 || exit / ports_in_mask != position) continue;
      mask |= 1u << (exit % ports_in_mask);
    }
    in.multicast[position][index] = static_cast<std::uint16_t>(mask);
  }
}

findings join(const question& asked) {
  const auto port = end_port_with_gid(asked.in, asked.wanted.subspan(16, 16));
  if (!is_named(asked, port_bit) || !is_named(asked, join_bit)) {
    return refusal(sa_status::too_little_said);
  }
  if (!port) return refusal(sa_status::invalid_gid);
  const auto wanted = get(asked.wanted, join_state);
  if (wanted == 0) return refusal(sa_status::invalid_request);
  const subnet::const_octets address = group_of(asked.wanted);
  const bool names_group =
      is_named(asked, group_bit) && std::ranges::any_of(address, [](auto byte) { return byte; });
  if (names_group && address[0] != 0xff) return refusal(sa_status::invalid_request);
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
  std::ranges::fill(std::span(made).subspan(16, 16), std::uint8_t{0});
  set(made, join_state, 0);
  to.records.push_back(std::move(made));
}

findings leave(const question& asked) {
  const auto port = end_port_with_gid(asked.in, asked.wanted.subspan(16, 16));
  subnet::group_record* const group = find_group(asked.in, group_of(asked.wanted));
  const auto wanted = static_cast<std::uint8_t>(get(asked.wanted, join_state));
  if (!port || !group || (group->members[*port] & wanted) == 0) {
    return refusal(sa_status::invalid_request);
  }
  findings result{0, {of_member(asked.in, *group, *port)}};
  set(result.records.front(), join_state, wanted);
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
    if (!is_named(asked, port_bit)) {
      add_group(asked, group, result);
      continue;
    }
    const auto port = end_port_with_gid(asked.in, asked.wanted.subspan(16, 16));
    if (port && group.members[*port] != 0) {
      result.records.push_back(of_member(asked.in, group, *port));
    }
  }
  return result;
}

}  // namespace verbatim::emulator::mad::sa
