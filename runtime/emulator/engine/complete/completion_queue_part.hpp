// The engine's data of a completion queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "engine/complete/completion_ring.hpp"
#include "objects/queues/completion_queue.hpp"

namespace verbatim::emulator {

/// The engine's data of a CQ beside its ring. Indexes count CQEs from the first on, unmasked.
struct completion_queue_part : engine_part {
  using clock = completion_ring::clock;

  completion_ring ring;

  /// The number of CQEs that have had their event, or were there when the program armed after
  /// reading them.
  std::uint32_t notified = 0;
  bool armed = false;
  arm_mode mode = arm_mode::any;

  /// The consumer index when the program armed.
  std::uint32_t armed_at = 0;

  /// With moderation: the time at which the event comes even if too few CQEs have come.
  std::optional<clock::time_point> event_due;

  /// True if the program did not keep up; nothing is written any more.
  bool overrun = false;

  /// With --delay-completions: the CQEs that the program shall not see yet, oldest first.
  struct delayed_completion {
    clock::time_point due;
    completion what;
  };
  std::deque<delayed_completion> delayed;

  /// In a CQ with compression: the completions that can go under one title, the most of them, and
  /// the time until which more may join.
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
