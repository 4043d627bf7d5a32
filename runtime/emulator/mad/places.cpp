// Ways through the subnet: every cable leads from a port to the switch.
#include "mad/places.hpp"

namespace verbatim::emulator::mad {
namespace {

using info = management::port_info;
namespace field = subnet::mad;

constexpr unsigned physical_link_up = 5;

bool covers(const subnet::port_record& port, unsigned lid) noexcept {
  const auto first = get(port.info, info::lid);
  return first != 0 && lid >= first && lid < first + (1u << get(port.info, info::lmc));
}

}  // namespace

bool exists(const subnet::image& in, unsigned end_port) noexcept {
  return subnet::card_of(end_port) < in.devices && subnet::port_of(end_port) <= in.ports;
}

bool link_is_up(const subnet::image& in, unsigned end_port) noexcept {
  const auto& here = in.end_ports[end_port].info;
  const auto& there = in.of_switch[subnet::switch_port_of(end_port)].info;
  return exists(in, end_port) && get(here, info::port_phys_state) == physical_link_up &&
         get(there, info::port_phys_state) == physical_link_up;
}

std::optional<unsigned> end_port_with(const subnet::image& in, unsigned lid) noexcept {
  for (unsigned port = 0; port < subnet::most_end_ports; ++port) {
    if (exists(in, port) && covers(in.end_ports[port], lid)) return port;
  }
  return std::nullopt;
}

std::optional<place> follow_path(const subnet::image& in, unsigned from, unsigned lid,
                                 subnet::octets datagram) {
  const auto hops = static_cast<unsigned>(get(datagram, management::smp_dr::hop_cnt));
  if (hops > field::most_hops) return std::nullopt;
  if (get(datagram, management::smp_dr::dr_dlid) != field::permissive_lid) return std::nullopt;
  const bool begins_elsewhere = get(datagram, management::smp_dr::dr_slid) != field::permissive_lid;
  std::optional<place> at = begins_elsewhere ? follow_lid(in, from, lid) : place{.end_port = from};
  const subnet::octets there = part(datagram, management::smp_dr::initial_path);
  const subnet::octets back = part(datagram, management::smp_dr::return_path);
  for (unsigned hop = 1; at && hop <= hops; ++hop) {
    const unsigned exit = there[hop];
    if (at->at_switch) {
      if (exit == 0 || exit > subnet::most_end_ports || !link_is_up(in, exit - 1)) {
        return std::nullopt;
      }
      at = place{.end_port = exit - 1};
    } else {
      // A device forwards nothing.
      if (hop != 1 || exit != at->arrival_port() || !link_is_up(in, at->end_port)) {
        return std::nullopt;
      }
      at = place{.at_switch = true, .switch_port = subnet::switch_port_of(at->end_port)};
    }
    back[hop] = static_cast<std::uint8_t>(at->arrival_port());
  }
  return at;
}

std::optional<place> follow_lid(const subnet::image& in, unsigned from, unsigned lid) noexcept {
  if (lid == field::permissive_lid || covers(in.end_ports[from], lid))
    return place{.end_port = from};
  if (!link_is_up(in, from) || lid >= in.linear.size()) return std::nullopt;
  const unsigned exit = in.linear[lid];
  if (exit == 0) {
    if (!covers(in.of_switch[0], lid)) return std::nullopt;
    return place{.at_switch = true, .switch_port = subnet::switch_port_of(from)};
  }
  if (exit > subnet::most_end_ports || !link_is_up(in, exit - 1) ||
      !covers(in.end_ports[exit - 1], lid)) {
    return std::nullopt;
  }
  return place{.end_port = exit - 1};
}

}  // namespace verbatim::emulator::mad
