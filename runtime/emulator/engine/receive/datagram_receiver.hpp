// Handles datagrams that arrive.
#pragma once

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

/// Delivers a datagram to its queue pair, or to all queue pairs that are attached to its multicast
/// group. A datagram without a receiver is dropped, and the sender is not notified, as on the wire.
void deliver_datagram(engine_room& room, const message& arrived);

}  // namespace verbatim::emulator
