#include "objects/neighbours.hpp"

#include <cstdint>

namespace verbatim::emulator {
namespace {

/// Returns the MAC address in a link-local address that was made from one.
std::optional<mac_address> mac_inside(const gid& address) {
  const bool link_local = address[0] == 0xfe && address[1] == 0x80;
  if (!link_local || address[11] != 0xff || address[12] != 0xfe) return std::nullopt;
  return mac_address{static_cast<std::uint8_t>(address[8] ^ 0x02),
                     address[9],
                     address[10],
                     address[13],
                     address[14],
                     address[15]};
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
  return mac_address{0x02, 0xc9, address[12], address[13], address[14], address[15]};
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
