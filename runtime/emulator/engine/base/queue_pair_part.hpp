// The interface between the two sides of a queue pair in the engine.
#pragma once

#include <cstdint>
#include <string>

#include "engine/count/counts.hpp"
#include "engine/ring/receive_queue.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// The engine's data of a queue pair. Functions that concern both sides are implemented in
/// engine/turn.
struct queue_pair_part : engine_part {
  receive_ring receives;

  /// Null if the process does not count.
  queue_pair_counts* counts = nullptr;

  /// Moves the queue pair to ERR: posted WQEs of both sides are flushed in order.
  virtual void stop() = 0;

  /// Enables the WQEs of a managed send queue up to `index`, for a SEND_EN. Returns the reason for
  /// a refusal, or nothing.
  virtual std::string enable_sends(std::uint16_t index) = 0;
};

inline queue_pair_part& part_of(queue_pair& qp) {
  return static_cast<queue_pair_part&>(*qp.engine);
}

/// Returns the counts of a queue pair of this engine; null if the process does not count.
inline queue_pair_counts* counts_of(const queue_pair& qp) noexcept {
  return static_cast<queue_pair_part&>(*qp.engine).counts;
}

inline void stop(queue_pair& qp) { part_of(qp).stop(); }

}  // namespace verbatim::emulator
