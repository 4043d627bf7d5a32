// Comparing records with questions, and the records of nodes and ports.
#include "mad/administrator/records.hpp"

#include <algorithm>
#include <array>

namespace verbatim::emulator::mad::sa {
namespace {

namespace info = subnet::port_info;

constexpr std::array<component, 15> of_node = {{
    {0, 0, 16},
    {2, 32, 8},
    {3, 40, 8},
    {4, 48, 8},
    {5, 56, 8},
    {6, 64, 64},
    {7, 128, 64},
    {8, 192, 64},
    {9, 256, 16},
    {10, 272, 16},
    {11, 288, 32},
    {12, 320, 8},
    {13, 328, 24},
    {14, 352, 128},
    {14, 480, 128},
}};

constexpr std::array<component, 2> of_port = {{{0, 0, 16}, {1, 16, 8}}};

bool same_component(subnet::const_octets a, subnet::const_octets b,
                    const component& what) noexcept {
  for (unsigned done = 0; done < what.bits; done += 64) {
    const subnet::field piece{what.at + done, std::min(what.bits - done, 64u)};
    if (get(a, piece) != get(b, piece)) return false;
  }
  return true;
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
    return (asked.mask >> one.bit & 1) == 0 || same_component(candidate, asked.wanted, one);
  });
}

bool fits(const question& asked, unsigned selector_bit, unsigned byte, unsigned value) noexcept {
  constexpr std::uint64_t larger = 0;
  constexpr std::uint64_t smaller = 1;
  constexpr std::uint64_t exactly = 2;
  if ((asked.mask >> (selector_bit + 1) & 1) == 0) return true;
  const auto wanted = get(asked.wanted, subnet::in_byte(byte, 6, 2));
  const bool has_selector = (asked.mask >> selector_bit & 1) != 0;
  switch (has_selector ? get(asked.wanted, subnet::in_byte(byte, 2)) : exactly) {
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
  const auto guid = get(address, subnet::in_byte(8, 64));
  for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
    const subnet::port_record& one = in.end_ports[port];
    if (exists(in, port) && one.guids[0] == guid &&
        get(address, subnet::in_byte(0, 64)) == get(one.info, info::gid_prefix)) {
      return port;
    }
  }
  return std::nullopt;
}

void put_gid(const subnet::port_record& port, subnet::octets to) {
  set(to, subnet::in_byte(0, 64), get(port.info, info::gid_prefix));
  set(to, subnet::in_byte(8, 64), port.guids[0]);
}

findings class_information(const question&) {
  constexpr std::size_t size = 72;
  constexpr unsigned class_version = 2;
  constexpr unsigned one_second = 18;
  record made(size);
  set(made, subnet::in_byte(0, 8), 1);
  set(made, subnet::in_byte(1, 8), class_version);
  set(made, subnet::in_byte(4, 5, 27), one_second);
  return {0, {made}};
}

findings nodes(const question& asked) {
  constexpr std::size_t size = 108;
  constexpr std::size_t node_info_at = 4;
  constexpr std::size_t node_info_size = 40;
  findings result;
  if (asked.sets || asked.deletes) return {sa_status::invalid_request, {}};
  each_place(asked.in, [&](const place& at, std::uint64_t lid) {
    record made(size);
    set(made, subnet::in_byte(0, 16), lid);
    fill_node_info(asked.in, at, std::span(made).subspan(node_info_at, node_info_size));
    const subnet::const_octets text = description_at(asked.in, at);
    std::ranges::copy(text, made.begin() + node_info_at + node_info_size);
    if (matches(made, asked, of_node)) result.records.push_back(std::move(made));
  });
  return result;
}

findings ports(const question& asked) {
  constexpr std::size_t size = 68;
  constexpr std::size_t port_info_at = 4;
  findings result;
  if (asked.sets || asked.deletes) return {sa_status::invalid_request, {}};
  each_place(asked.in, [&](const place& at, std::uint64_t lid) {
    const unsigned first = at.at_switch ? 0 : at.arrival_port();
    const unsigned last = at.at_switch ? subnet::most_end_ports : first;
    for (unsigned number = first; number <= last; ++number) {
      record made(size);
      set(made, subnet::in_byte(0, 16), lid);
      set(made, subnet::in_byte(2, 8), number);
      std::ranges::copy(port_info_of(asked.in, at, number), made.begin() + port_info_at);
      set(std::span(made).subspan(port_info_at), info::local_port, number);
      if (matches(made, asked, of_port)) result.records.push_back(std::move(made));
    }
  });
  return result;
}

}  // namespace verbatim::emulator::mad::sa
