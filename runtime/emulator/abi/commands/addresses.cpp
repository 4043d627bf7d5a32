// Resolves a GID like the kernel's neighbour discovery. Here all neighbours are known.
#include "abi/commands/addresses.hpp"

#include <cerrno>
#include <optional>

#include "abi/named.hpp"

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

std::optional<mac_address> resolve(const device& on, const gid& address) {
  if (is_multicast(address)) return multicast_mac(address);
  for (unsigned card = 0; card < on.settings().devices; ++card) {
    for (const port_identity& port : on.ports(card)) {
      if (port.has_gid(address)) return port.mac;
    }
  }
  // Another program of the fabric may have more devices.
  return mac_inside(address);
}

}  // namespace

void check_path(const request& to, const char* what, unsigned port_num, bool is_global,
                unsigned sgid_index) {
  const port_identity& port = port_of(to, port_num);
  if (is_global && sgid_index >= port.gids.size()) {
    refuse<check::qp_path>(EINVAL, "{} uses GID index {}: the port has {}", what, sgid_index,
                           port.gids.size());
  }
  if (port.ethernet() && !is_global) {
    refuse<check::qp_path>(
        EINVAL, "{} has no GID, and on Ethernet there is no LID to do without: set is_global",
        what);
  }
}

mac_address resolve_address(const request& to, const char* what, unsigned port_num,
                            const gid& dgid) {
  if (!port_of(to, port_num).ethernet()) return {};
  const auto mac = resolve(to.on, dgid);
  if (!mac) {
    refuse<check::qp_unreachable>(EHOSTUNREACH,
                                  "{} leads to GID {}, which no port of this machine's devices has",
                                  what, in_words(dgid));
  }
  return *mac;
}

}  // namespace verbatim::emulator
