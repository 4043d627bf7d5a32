// The way to an address outside of the fabric, from the tables of the kernel.
#pragma once

#include <optional>

#include "cm/address.hpp"

namespace verbatim::emulator::cm {

/// The first step to an address.
struct next_hop {
  unsigned interface = 0;

  /// The address of this machine from which packets leave.
  address source;

  /// The gateway, or the destination itself.
  address neighbour;

  /// False if the interface needs no MAC address: a loopback interface, or one without ARP.
  bool resolved = true;
};

/// Looks the route up, from `from` if that has an address. Returns nothing, with errno, if there is
/// none.
std::optional<next_hop> route_to(const address& to, const address& from) noexcept;

/// Returns the MAC address of the next hop from the kernel's table of neighbours; nothing if the
/// kernel does not know it yet.
std::optional<mac_address> mac_of(const next_hop& hop) noexcept;

/// Makes the kernel ask for the next hop's MAC address, by an empty datagram to the port for what is
/// thrown away (RFC 863).
void ask_for_neighbour(const address& to) noexcept;

}  // namespace verbatim::emulator::cm
