// Handles Ethernet frames that arrive.
#pragma once

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

/// Gives a frame to the queue pairs that the flows name, but not back to its sender.
void deliver_packet(engine_room& room, const message& arrived);

}  // namespace verbatim::emulator
