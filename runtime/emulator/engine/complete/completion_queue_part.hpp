// The engine's data of a completion queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "engine/complete/completion_ring.hpp"
#include "engine/count/counts.hpp"
#include "objects/queues/completion_queue.hpp"

namespace verbatim::emulator {

/// The engine's data of a CQ, apart from its ring. Indexes count CQEs from the first one, unmasked.
struct completion_queue_part : engine_part {
  using clock = completion_ring::clock;

  completion_ring ring;

  /// Null if the process does not count.
  completion_queue_counts* counts = nullptr;

  /// The number of CQEs whose event was raised, or that the program had read when it armed the CQ.
  std::uint32_t notified = 0;
  bool armed = false;
  arm_mode mode = arm_mode::any;

  /// The consumer index when the program armed.
  std::uint32_t armed_at = 0;

  /// With moderation: the time at which the event is raised even if there are too few CQEs.
  std::optional<clock::time_point> event_due;

  /// True after an overrun; no CQE is written any more.
  bool overrun = false;

  /// With --delay-completions: the CQEs that the program cannot see yet, the oldest first.
  struct delayed_completion {
    clock::time_point due;
    completion what;
  };
  std::deque<delayed_completion> delayed;

  /// In a CQ with compression: the completions for one title, their maximum, and the time until
  /// which more may be added.
  std::vector<completion> session;
  std::size_t longest = 0;
  clock::time_point session_ends;

  /// The random numbers of --random-completions.
  std::optional<std::minstd_rand> chances;
};

/// Returns the engine's part of a CQ that has one.
inline completion_queue_part& part_of(completion_queue& cq) {
  return static_cast<completion_queue_part&>(*cq.engine);
}

}  // namespace verbatim::emulator
