// Handles datagrams that arrive.
#pragma once

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

/// Gives a datagram to the queue pair that it is addressed to, or to all that are attached to its
/// multicast group. A datagram that nobody receives is lost without notice to the sender, as on the
/// wire.
void deliver_datagram(engine_room& room, const message& arrived);

}  // namespace verbatim::emulator
