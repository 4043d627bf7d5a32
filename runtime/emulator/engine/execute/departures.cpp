// Sends messages, and records the number of bytes that must have left before their WQE is done.
#include "engine/execute/departures.hpp"

namespace verbatim::emulator {

bool depart(engine_room& room, pending_wqe& one, std::uint32_t slot, const message& next) {
  if (!room.wire->send_to(slot, next)) return false;
  one.departures.push_back({slot, room.wire->given(slot)});
  return true;
}

void depart_to_all(engine_room& room, pending_wqe& one, const message& next) {
  depart(room, one, room.wire->slot(), next);
  for (const std::uint32_t slot : room.wire->others()) {
    // A slow process must not delay the others.
    if (!room.wire->congested(slot)) depart(room, one, slot, next);
  }
}

}  // namespace verbatim::emulator
