// The device's clock: conversion of the timestamps of completions to nanoseconds.
#pragma once

#include <chrono>
#include <cstdint>

#include "verbatim/verbs/context/context.hpp"

namespace verbatim {

/// A converter from the ticks in completions to nanoseconds since the epoch. From time to time, the
/// kernel compares the device's clock with the system's. This object stores the last comparison
/// that it has read. Copies are independent.
///
///   device_clock clock(context);
///   … if (clock.expires(c.timestamp())) clock.refresh();
///   … clock.to_ns(c.timestamp())
///
/// Between two refreshes, later ticks never give earlier nanoseconds. A refresh applies corrections
/// of the system's clock, which may be set back.
class device_clock {
 public:
  /// Reads the kernel's latest comparison. Throws if the device is not mlx5.
  explicit device_clock(const verbatim::context& context);

  /// Reads the kernel's latest comparison.
  void refresh();

  /// Returns the CLOCK_REALTIME, in nanoseconds, at which the device's clock showed `ticks`. The
  /// timestamp must be less than half of the counter's range away from the comparison.
  std::uint64_t to_ns(std::uint64_t ticks) const noexcept {
    const std::uint64_t since = (ticks - last_cycles_) & mask_;
    if (since <= mask_ / 2) {
      return nsec_ + static_cast<std::uint64_t>((wide{since} * mult_ + frac_) >> shift_);
    }
    const std::uint64_t before = (last_cycles_ - ticks) & mask_;
    return nsec_ - static_cast<std::uint64_t>((wide{before} * mult_ - frac_) >> shift_);
  }

  /// Returns true if the comparison is so old for `ticks` that the kernel has made a newer one.
  bool expires(std::uint64_t ticks) const noexcept {
    const std::uint64_t since = (ticks - last_cycles_) & mask_;
    const std::uint64_t before = (last_cycles_ - ticks) & mask_;
    const std::uint64_t apart = since < before ? since : before;
    if (validity_.count() == 0) return apart > mask_ / 4;
    return ((wide{apart} * mult_) >> shift_) > static_cast<wide>(validity_.count());
  }

  /// Returns the time between two comparisons of the kernel; 0 if the kernel does not report it, as
  /// under the emulator.
  std::chrono::nanoseconds validity() const noexcept { return validity_; }

 private:
  __extension__ using wide = unsigned __int128;  // for products of ticks of more than some minutes

  verbatim::context context_;
  std::chrono::nanoseconds validity_{};
  std::uint64_t nsec_ = 0;
  std::uint64_t last_cycles_ = 0;
  std::uint64_t frac_ = 0;
  std::uint64_t mask_ = 0;
  std::uint32_t mult_ = 0;
  std::uint32_t shift_ = 0;
};

}  // namespace verbatim
