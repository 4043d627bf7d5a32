// Resolves a GID like the kernel's neighbour discovery. Here all neighbours are known.
#include "abi/commands/addresses.hpp"

#include <cerrno>

#include "abi/named.hpp"
#include "objects/neighbours.hpp"

namespace verbatim::emulator {
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
  const auto mac = mac_of(to.on, dgid);
  if (!mac) {
    refuse<check::qp_unreachable>(EHOSTUNREACH,
                                  "{} leads to GID {}, which no port of this machine's devices has",
                                  what, in_words(dgid));
  }
  return *mac;
}

}  // namespace verbatim::emulator
