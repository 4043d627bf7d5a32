// Asynchronous events that --raise-at asks for.
#pragma once

#include "engine/engine_room.hpp"

namespace verbatim::emulator {

/// The queue pair has just read a send WQE, the `room.read_wqes`-th of the process.
void raise_requested(engine_room& room, queue_pair& qp);

}  // namespace verbatim::emulator
