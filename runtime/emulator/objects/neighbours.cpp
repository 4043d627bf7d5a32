#include "objects/neighbours.hpp"

#include <cstdint>

#include "settings/gid_forms.hpp"

namespace verbatim::emulator {
namespace {

/// Returns the MAC address in a link-local address that was made from one.
std::optional<mac_address> mac_inside(const gid& address) {
  using headers::eui64;
  const auto form = eui64_in(address);
  if (!is_link_local(address) || form.get(eui64::ff) != eui64_ff ||
      form.get(eui64::fe) != eui64_fe) {
    return std::nullopt;
  }
  return mac_of_number(std::uint64_t{form.get(eui64::oui) ^ local_bit} << mac_half |
                       form.get(eui64::card));
}

}  // namespace

std::optional<mac_address> mac_of(const device& on, const gid& address) {
  if (is_multicast(address)) return multicast_mac(address);
  for (unsigned card = 0; card < on.settings().devices; ++card) {
    for (const port_identity& port : on.ports(card)) {
      if (port.has_gid(address)) return port.mac;
    }
  }
  for (const port_identity& port : on.ports_elsewhere()) {
    if (port.has_gid(address)) return port.mac;
  }
  // Another program of the fabric may have more devices.
  const auto inside = mac_inside(address);
  if (inside || !on.settings().wire) return inside;
  constexpr std::uint64_t of_emulated = 0x02c9'0000'0000;
  return mac_of_number(of_emulated | ipv4_of(address));
}

bool leads_out(const device& on, const gid& address) {
  if (!on.settings().wire || is_multicast(address)) return false;
  for (unsigned card = 0; card < on.settings().devices; ++card) {
    for (const port_identity& port : on.ports(card)) {
      if (port.has_gid(address)) return false;
    }
  }
  return true;
}

network_header network_header_of(const port_identity& port, unsigned sgid_index) noexcept {
  if (!port.ethernet() || sgid_index >= port.gids.size()) return network_header::grh;
  const gid_entry& source = port.gids[sgid_index];
  if (source.type == gid_type::roce_v1) return network_header::grh;
  return is_mapped_ipv4(source.bytes) ? network_header::udp_over_ipv4
                                      : network_header::udp_over_ipv6;
}

}  // namespace verbatim::emulator
