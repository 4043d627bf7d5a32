// The attempts of a connection: the time of the next one, and their number.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

/// The attempts of one stream to reach its peer. While it waits for the next attempt, nothing is
/// sent.
class retry_timer {
 public:
  /// The first attempt's number is arbitrary, so that a peer does not confuse this queue pair with
  /// an earlier one of the same number.
  explicit retry_timer(engine_clock::time_point now) noexcept
      : attempt_(static_cast<std::uint32_t>(now.time_since_epoch().count())) {}

  /// Forgets failures and stops waiting. The number of the attempt does not change.
  void reset() noexcept {
    failures_ = 0;
    stop_waiting();
  }

  /// Returns the number of the attempt. Requests carry it, and refusals return it.
  std::uint32_t attempt() const noexcept { return attempt_; }
  void next_attempt() noexcept { ++attempt_; }

  /// Returns the number of successive attempts without an answer.
  std::uint8_t failures() const noexcept { return failures_; }
  void failed() noexcept { ++failures_; }
  void succeeded() noexcept { failures_ = 0; }

  /// Waits until that time, or without a limit.
  void wait_until(engine_clock::time_point at) noexcept {
    waiting_ = true;
    resume_at_ = at;
  }
  void wait_for_ever() noexcept { waiting_ = true; }
  void stop_waiting() noexcept {
    waiting_ = false;
    resume_at_.reset();
  }
  bool waiting() const noexcept { return waiting_; }

  /// Returns true while it has to wait.
  bool held_up(engine_clock::time_point now) const noexcept {
    return waiting_ && (!resume_at_ || now < *resume_at_);
  }

  /// Returns the end of the wait, if there is one.
  std::optional<engine_clock::time_point> deadline() const noexcept { return resume_at_; }

 private:
  std::uint32_t attempt_;
  std::uint8_t failures_ = 0;
  bool waiting_ = false;
  std::optional<engine_clock::time_point> resume_at_;
};

}  // namespace verbatim::emulator
