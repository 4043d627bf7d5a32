// Completion events: the CQEs that raise events, and the time of the events.
#pragma once

#include "engine/complete/completion_queue_part.hpp"

namespace verbatim::emulator {

/// Makes the engine's part of a new CQ. Sets its arm record to a value that no program writes.
/// Otherwise a first arm, which writes 0 over 0, would not be visible.
void begin_completions(completion_queue& cq);

/// Checks whether the program has armed the CQ. Must be called at a doorbell of its page.
void take_arm(completion_queue& cq);

/// Raises the event if the CQ is armed, a matching CQE is visible, and moderation does not hold the
/// event back.
void raise_if_due(completion_queue& cq, completion_queue_part::clock::time_point now);

}  // namespace verbatim::emulator
