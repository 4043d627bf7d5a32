// Checks the addresses that paths and address handles name, and finds their MAC addresses.
#pragma once

#include "abi/handlers.hpp"
#include "objects/port.hpp"

namespace verbatim::emulator {

/// Refuses what no packet could go to: a port or an entry of the GID table that does not exist, and
/// on Ethernet an address without a GID, or a GID that no port of the fabric has. `what` is for the
/// report. Returns the MAC address of the GID, zero on InfiniBand.
mac_address check_address(const request& to, const char* what, unsigned port_num, bool is_global,
                          unsigned sgid_index, const gid& dgid);

}  // namespace verbatim::emulator
