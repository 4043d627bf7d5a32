// Puts CQEs into completion queues and tells the program about them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

#include "engine/vendor_syndromes.hpp"
#include "objects/completion_queue.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"

namespace verbatim::emulator {

/// What the engine knows of a CQ beside its ring. Indexes count CQEs from the first on, unmasked.
struct completion_queue_part : engine_part {
  std::uint32_t pi = 0;

  /// CQEs before it have had their event, or were there when the program armed after reading them.
  std::uint32_t notified = 0;

  /// One past the last CQE that is solicited or an error.
  std::uint32_t solicited = 0;
  bool armed = false;
  arm_mode mode = arm_mode::any;

  /// What the program had consumed when it armed.
  std::uint32_t armed_at = 0;

  /// The program did not keep up; nothing is written any more.
  bool overrun = false;

  /// With --delay-completions: CQEs that the program shall not see yet, oldest first.
  struct delayed_cqe {
    std::chrono::steady_clock::time_point due;
    std::array<std::byte, cqe64::size> bytes;
    bool solicited = false;
  };
  std::deque<delayed_cqe> delayed;
};

/// A new CQ gets its part, and its arm record a value that no program writes: so even a first arm,
/// which writes 0 over 0, shows.
void begin_completions(completion_queue& cq);

/// How many CQEs the program has been given.
std::uint32_t produced(completion_queue& cq) noexcept;

/// Writes one CQE, its last word last, and raises the event if the CQ is armed for it. The owner
/// bit in `cqe` is set here. An error counts as solicited.
void write_cqe(completion_queue& cq, cqe64::values cqe);
void write_cqe(completion_queue& cq, err_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_list_cqe::values cqe);
void write_cqe(completion_queue& cq, tm_receive_cqe::values cqe);

/// Writes the CQEs whose delay ends before `now`. Returns when the next one's does, if there is one.
std::optional<std::chrono::steady_clock::time_point> release_delayed(
    completion_queue& cq, std::chrono::steady_clock::time_point now);

/// Looks whether the program has armed the CQ, to be called at a doorbell of its page.
void take_arm(completion_queue& cq);

/// Ends the old ring with a CQE of opcode resize_cq and goes on in the new one. Returns 0 or EINVAL
/// if what is unread does not fit.
int resize(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
           std::uint32_t cqe_size);

}  // namespace verbatim::emulator
