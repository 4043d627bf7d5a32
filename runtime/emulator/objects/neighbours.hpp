// The addresses of ports in packets: the neighbours of a device, and the network headers to them.
#pragma once

#include <optional>

#include "objects/device.hpp"
#include "objects/port.hpp"
#include "transport/datagram.hpp"

namespace verbatim::emulator {

/// Returns the MAC address of the port or the group that has the GID; nothing if none has. All ports
/// of the fabric's hosts are known, as if neighbour discovery had found them. With --wire, any GID has
/// one: a number in the place of the address that the kernel finds when a packet leaves.
std::optional<mac_address> mac_of(const device& on, const gid& address);

/// Returns true if packets to that GID leave the fabric: with --wire, if none of its ports has it.
bool leads_out(const device& on, const gid& address);

/// Returns the network header of packets from that GID of a port.
network_header network_header_of(const port_identity& port, unsigned sgid_index) noexcept;

}  // namespace verbatim::emulator
