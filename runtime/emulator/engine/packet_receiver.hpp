// What becomes of Ethernet frames that arrive.
#pragma once

#include "engine/engine_room.hpp"

namespace verbatim::emulator {

/// Gives a frame to the queue pairs that the flows name, but not back to the one that sent it.
void deliver_packet(engine_room& room, const message& arrived);

}  // namespace verbatim::emulator
