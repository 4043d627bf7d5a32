// Reports wrong signatures of blocks to the program.
#pragma once

#include "engine/base/engine_room.hpp"
#include "objects/queues/completion_queue.hpp"

namespace verbatim::emulator {

/// Writes a CQE for each wrong signature that was found since the last call, in work of `qp`.
/// Writes none if `cq` is null. Returns true if there was one.
bool complete_signature_errors(engine_room& room, const queue_pair& qp, completion_queue* cq);

}  // namespace verbatim::emulator
