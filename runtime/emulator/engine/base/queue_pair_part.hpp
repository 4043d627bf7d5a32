// The engine's data beside a queue pair, as far as one side of it needs the other.
#pragma once

#include <cstdint>
#include <string>

#include "engine/ring/receive_queue.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// The engine's data beside a queue pair. What both of its sides do together has its code above
/// them, in engine/turn.
struct queue_pair_part : engine_part {
  receive_ring receives;

  /// Puts the queue pair into ERR: WQEs that are posted on both sides are flushed in order.
  virtual void stop() = 0;

  /// Lets a managed send queue run up to `index`, for a SEND_EN. Returns the reason why it cannot,
  /// or nothing.
  virtual std::string enable_sends(std::uint16_t index) = 0;
};

inline queue_pair_part& part_of(queue_pair& qp) {
  return static_cast<queue_pair_part&>(*qp.engine);
}

inline void stop(queue_pair& qp) { part_of(qp).stop(); }

}  // namespace verbatim::emulator
