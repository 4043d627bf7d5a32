// Completion events: the CQEs that raise one, and the time when they do.
#pragma once

#include "engine/complete/completion_queue_part.hpp"

namespace verbatim::emulator {

/// Consumer indexes are 24 bits wide.
inline constexpr std::uint32_t consumer_index_mask = 0xffffff;

/// Gives a new CQ its part. Gives its arm record a value that no program writes, so that even a
/// first arm, which writes 0 over 0, shows.
void begin_completions(completion_queue& cq);

/// Looks if the program has armed the CQ. Must be called at a doorbell of its page.
void take_arm(completion_queue& cq);

/// Raises the event if the CQ is armed, a CQE that it is armed for is visible, and moderation does
/// not hold the event back.
void raise_if_due(completion_queue& cq, completion_queue_part::clock::time_point now);

}  // namespace verbatim::emulator
