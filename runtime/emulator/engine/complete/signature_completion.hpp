// Tells a program that a block had a wrong signature.
#pragma once

#include "engine/base/engine_room.hpp"
#include "objects/queues/completion_queue.hpp"

namespace verbatim::emulator {

/// Writes a CQE for each wrong signature that keys have met since the last call, in work of `qp`;
/// writes none without a `cq`. Returns true if there was one.
bool complete_signature_errors(engine_room& room, const queue_pair& qp, completion_queue* cq);

}  // namespace verbatim::emulator
