// Completion events: which CQEs raise one, and when.
#pragma once

#include "engine/completion_writer.hpp"

namespace verbatim::emulator {

/// The part of a CQ that has one.
inline completion_queue_part& part_of(completion_queue& cq) {
  return static_cast<completion_queue_part&>(*cq.engine);
}

/// Consumer indexes are 24 bits wide.
inline constexpr std::uint32_t consumer_index_mask = 0xffffff;

/// Raises the event if the CQ is armed, something that it is armed for is visible, and moderation
/// does not hold it back.
void raise_if_due(completion_queue& cq, completion_queue_part::clock::time_point now);

}  // namespace verbatim::emulator
