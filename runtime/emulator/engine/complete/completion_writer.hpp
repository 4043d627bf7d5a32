// Puts CQEs into completion queues and raises their events.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "engine/base/vendor_syndromes.hpp"
#include "engine/complete/completion_ring.hpp"
#include "objects/queues/completion_queue.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/sigerr_cqe.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"

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

/// Gives a new CQ its part. Gives its arm record a value that no program writes, so that even a
/// first arm, which writes 0 over 0, shows.
void begin_completions(completion_queue& cq);

/// Returns the number of CQEs that the program has been given.
std::uint32_t produced(completion_queue& cq) noexcept;

/// Stops the CQ and raises an event, once: nothing is written any more. A program that reads the
/// event finds every completion that there was room for.
void overrun(completion_queue& cq);

/// Returns the bytes of payload that fit into a CQE of this CQ.
constexpr std::size_t payload_room(const completion_queue& cq) noexcept { return cq.cqe_size / 2; }

/// True if a CQE has room for a GRH in its first half, the place of a payload.
constexpr bool has_room_for_grh(const completion_queue& cq) noexcept { return cq.cqe_size == 128; }

/// Writes one CQE, its ownership last, and raises the event if the CQ is armed for it. Ownership
/// and format in `cqe` are set here. An error counts as solicited. `payload` goes into the CQE and
/// must fit there. `grh`, nothing or 40 bytes, also goes into it if there is room and no payload.
void write_cqe(completion_queue& cq, cqe64::values cqe, std::span<const std::byte> payload = {},
               std::span<const std::byte> grh = {});
void write_cqe(completion_queue& cq, err_cqe::values cqe);
void write_cqe(completion_queue& cq, sigerr_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_list_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_receive_cqe::values cqe);

/// Writes completions that have waited in vain for others to be compressed with, and those that
/// were held back until `now`. Returns the next time at which there will be more, if there will.
/// Must be called at the end of each turn.
std::optional<std::chrono::steady_clock::time_point> release_held(
    completion_queue& cq, std::chrono::steady_clock::time_point now);

/// Looks if the program has armed the CQ. Must be called at a doorbell of its page.
void take_arm(completion_queue& cq);

/// Ends the old ring with a CQE of opcode resize_cq and goes on in the new one. Returns 0, or
/// EINVAL if the unread CQEs do not fit.
int resize(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
           std::uint32_t cqe_size);

}  // namespace verbatim::emulator
