// Checks the addresses in paths and address handles, and finds their MAC addresses.
#pragma once

#include "abi/handlers.hpp"
#include "objects/port.hpp"

namespace verbatim::emulator {

/// Refuses addresses that packets cannot use: a port or an entry of its GID table that does not
/// exist, and on Ethernet an address without a GID. `what` is used in the report.
void check_path(const request& to, const char* what, unsigned port_num, bool is_global,
                unsigned sgid_index);

/// Returns the MAC address of a GID that is reached through the port; zero on InfiniBand. Refuses a
/// GID that no port of the fabric has.
mac_address resolve_address(const request& to, const char* what, unsigned port_num,
                            const gid& dgid);

}  // namespace verbatim::emulator
