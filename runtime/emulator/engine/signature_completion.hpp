// How a program learns that a block had a wrong signature.
#pragma once

#include "engine/engine_room.hpp"
#include "objects/completion_queue.hpp"

namespace verbatim::emulator {

/// Writes a CQE for each wrong signature that keys have met since the last call, in what `qp` has
/// done; not without a `cq`. True if there was one.
bool complete_signature_errors(engine_room& room, const queue_pair& qp, completion_queue* cq);

}  // namespace verbatim::emulator
