// Puts CQEs into completion queues and tells the program about them.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "engine/completion_ring.hpp"
#include "engine/vendor_syndromes.hpp"
#include "objects/completion_queue.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/sigerr_cqe.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"

namespace verbatim::emulator {

/// What the engine knows of a CQ beside its ring. Indexes count CQEs from the first on, unmasked.
struct completion_queue_part : engine_part {
  using clock = completion_ring::clock;

  completion_ring ring;

  /// CQEs before it have had their event, or were there when the program armed after reading them.
  std::uint32_t notified = 0;
  bool armed = false;
  arm_mode mode = arm_mode::any;

  /// What the program had consumed when it armed.
  std::uint32_t armed_at = 0;

  /// With moderation: when the event comes even if fewer CQEs than it waits for have.
  std::optional<clock::time_point> event_due;

  /// The program did not keep up; nothing is written any more.
  bool overrun = false;

  /// With --delay-completions: CQEs that the program shall not see yet, oldest first.
  struct delayed_completion {
    clock::time_point due;
    completion what;
  };
  std::deque<delayed_completion> delayed;

  /// Of a CQ with compression: what can go under one title, how much of it at most, and until when
  /// there may be more.
  std::vector<completion> session;
  std::size_t longest = 0;
  clock::time_point session_ends;

  /// With --random-completions.
  std::optional<std::minstd_rand> chances;
};

/// A new CQ gets its part, and its arm record a value that no program writes: so even a first arm,
/// which writes 0 over 0, shows.
void begin_completions(completion_queue& cq);

/// How many CQEs the program has been given.
std::uint32_t produced(completion_queue& cq) noexcept;

/// Nothing is written any more, and the program is told; once. Who reads the event finds every completion
/// that there was room for.
void overrun(completion_queue& cq);

/// How many bytes of payload a CQE of this CQ has room for.
constexpr std::size_t payload_room(const completion_queue& cq) noexcept { return cq.cqe_size / 2; }

/// True if a CQE has room for a GRH, in the half before, where payload would go.
constexpr bool has_room_for_grh(const completion_queue& cq) noexcept { return cq.cqe_size == 128; }

/// Writes one CQE, what gives it to the program last, and raises the event if the CQ is armed for
/// it. Ownership and format in `cqe` are set here. An error counts as solicited. `payload`, at most
/// what the CQ has room for, goes into the CQE; and so does `grh`, nothing or 40 bytes, if there is
/// room for it and no payload.
void write_cqe(completion_queue& cq, cqe64::values cqe, std::span<const std::byte> payload = {},
               std::span<const std::byte> grh = {});
void write_cqe(completion_queue& cq, err_cqe::values cqe);
void write_cqe(completion_queue& cq, sigerr_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_list_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_receive_cqe::values cqe);

/// Writes what waits in vain for more to be compressed with, and what was held back until `now`.
/// Returns when there will be more of that, if there will. To be called at the end of each turn.
std::optional<std::chrono::steady_clock::time_point> release_held(
    completion_queue& cq, std::chrono::steady_clock::time_point now);

/// Looks whether the program has armed the CQ, to be called at a doorbell of its page.
void take_arm(completion_queue& cq);

/// Ends the old ring with a CQE of opcode resize_cq and goes on in the new one. Returns 0 or EINVAL
/// if what is unread does not fit.
int resize(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
           std::uint32_t cqe_size);

}  // namespace verbatim::emulator
