// The places in the subnet that a management datagram can reach: a port of a device, or the switch.
#pragma once

#include <optional>

#include "subnet/image.hpp"

namespace verbatim::emulator::mad {

/// The place of a datagram.
struct place {
  bool at_switch = false;

  /// The port of the device, among those of all devices.
  unsigned end_port = 0;

  /// The port of the switch through which it came; 0 for a datagram of the switch itself.
  unsigned switch_port = 0;

  /// Returns the number of the port through which it came, as the node counts its ports.
  unsigned arrival_port() const noexcept {
    return at_switch ? switch_port : subnet::port_of(end_port);
  }

  bool operator==(const place&) const = default;
};

/// Returns true if a program of the fabric has a device with that port.
bool exists(const subnet::image& in, unsigned end_port) noexcept;

/// Returns true if the cable between a port and the switch carries datagrams.
bool link_is_up(const subnet::image& in, unsigned end_port) noexcept;

/// Returns the port with that LID, which has 2^LMC of them; nothing if no port has it.
std::optional<unsigned> end_port_with(const subnet::image& in, unsigned lid) noexcept;

/// Follows the initial path of a directed datagram from a port, and writes the return path. The path
/// may begin at the node with a LID, to which tables lead. Returns nothing if the datagram gets lost on
/// the way, also if its path should end at a node without directions.
std::optional<place> follow_path(const subnet::image& in, unsigned from, unsigned lid,
                                 subnet::octets datagram);

/// Returns the place with that LID as the switch's table leads there; nothing if it does not.
std::optional<place> follow_lid(const subnet::image& in, unsigned from, unsigned lid) noexcept;

}  // namespace verbatim::emulator::mad
