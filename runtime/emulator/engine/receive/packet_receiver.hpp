// Handles Ethernet frames that arrive.
#pragma once

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

/// Delivers a frame to the queue pairs of the matching flows, but not to its sender.
void deliver_packet(engine_room& room, const message& arrived);

}  // namespace verbatim::emulator
