// The ports of the devices in the subnet that the processes of a fabric share.
#pragma once

#include "objects/port.hpp"
#include "subnet/subnet_state.hpp"

namespace verbatim::emulator {

/// Returns the subnet of this process's fabric; null if there is none.
subnet::subnet_state* this_subnet() noexcept;

/// Gives a port the values that a subnet manager has set. `number` is counted from 1.
void take_over(const subnet::image& from, unsigned card, unsigned number, port_identity& port);

/// Returns the ports of a device as they are now.
std::vector<port_identity> present_ports(unsigned card);

}  // namespace verbatim::emulator
