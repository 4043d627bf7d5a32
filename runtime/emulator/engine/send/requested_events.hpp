// Raises the asynchronous events that --raise-at requests.
#pragma once

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

/// Raises the events due now: the queue pair has just read a send WQE, the `room.read_wqes`-th of
/// the process.
void raise_requested(engine_room& room, queue_pair& qp);

}  // namespace verbatim::emulator
