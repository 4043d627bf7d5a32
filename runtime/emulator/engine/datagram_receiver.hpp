// What becomes of datagrams that arrive.
#pragma once

#include "engine/engine_room.hpp"

namespace verbatim::emulator {

/// Gives a datagram to the queue pair that it is addressed to, or to all that are attached to its
/// multicast group. What nobody wants is lost without a word to the sender, as on the wire.
void deliver_datagram(engine_room& room, const message& arrived);

}  // namespace verbatim::emulator
