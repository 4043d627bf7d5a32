// Completion events: the CQEs that raise one, and the time when they do.
#pragma once

#include "engine/complete/completion_writer.hpp"

namespace verbatim::emulator {

/// Returns the engine's part of a CQ that has one.
inline completion_queue_part& part_of(completion_queue& cq) {
  return static_cast<completion_queue_part&>(*cq.engine);
}

/// Consumer indexes are 24 bits wide.
inline constexpr std::uint32_t consumer_index_mask = 0xffffff;

/// Raises the event if the CQ is armed, a CQE that it is armed for is visible, and moderation does
/// not hold the event back.
void raise_if_due(completion_queue& cq, completion_queue_part::clock::time_point now);

}  // namespace verbatim::emulator
