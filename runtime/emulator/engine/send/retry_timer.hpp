// Attempts of a connection: when the next begins, and how many there were.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/engine_room.hpp"

namespace verbatim::emulator {

/// The attempts of one stream to reach its peer. While it waits for the next, nothing is sent.
class retry_timer {
 public:
  /// The start of the count is arbitrary, so that a peer does not confuse this queue pair with a
  /// former one of the same number.
  explicit retry_timer(engine_clock::time_point now) noexcept
      : attempt_(static_cast<std::uint32_t>(now.time_since_epoch().count())) {}

  /// Forgets failures and the waiting. The number of the attempt stays.
  void reset() noexcept {
    failures_ = 0;
    stop_waiting();
  }

  /// The number of the attempt. Requests carry it, and refusals return it.
  std::uint32_t attempt() const noexcept { return attempt_; }
  void next_attempt() noexcept { ++attempt_; }

  /// Attempts in a row to which the peer did not react.
  std::uint8_t failures() const noexcept { return failures_; }
  void failed() noexcept { ++failures_; }
  void succeeded() noexcept { failures_ = 0; }

  /// Waits until that time, or for ever.
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

  /// True while it must go on waiting.
  bool held_up(engine_clock::time_point now) const noexcept {
    return waiting_ && (!resume_at_ || now < *resume_at_);
  }

  /// The end of the waiting, if it has one.
  std::optional<engine_clock::time_point> deadline() const noexcept { return resume_at_; }

 private:
  std::uint32_t attempt_;
  std::uint8_t failures_ = 0;
  bool waiting_ = false;
  std::optional<engine_clock::time_point> resume_at_;
};

}  // namespace verbatim::emulator
