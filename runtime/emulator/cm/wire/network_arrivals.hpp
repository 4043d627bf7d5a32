// Messages from peers outside of the fabric.
#pragma once

#include <cstdint>

#include "cm/packet.hpp"

namespace verbatim::emulator::cm {

class manager;

/// Handles a message of the peer with that number, if it is about an id of this process. If nobody
/// listens at the destination of a request, one process of the host refuses it.
void network_packet_arrived(manager& on, std::uint32_t slot, packet& arrived);

}  // namespace verbatim::emulator::cm
