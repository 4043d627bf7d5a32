// The time that a loop polls without finding anything, and the reasons why it stops.
#pragma once

#include <sched.h>

#include <chrono>
#include <cstdint>

#include "tools/perf/clock.hpp"
#include "tools/perf/control.hpp"

namespace verbatim::tools::perf {

/// A loop calls idle() for each poll that finds nothing. Only one of 4096 calls costs more than a
/// few instructions: it yields the processor, and looks at the clock and at the peer.
class patience {
 public:
  enum class verdict { wait, spoke, gone, silent };

  patience(const control& peer, std::chrono::milliseconds limit) noexcept
      : peer_(peer), limit_(static_cast<std::uint64_t>(limit.count()) * 1'000'000u) {}

  /// Something has been found.
  void progress() noexcept {
    spins_ = 0;
    since_ = 0;
  }

  verdict idle(bool has_slept) noexcept {
    if (!has_slept && (++spins_ & 0xfff) != 0) [[likely]]
      return verdict::wait;
    return look();
  }

  /// Returns the time without progress, in ns.
  std::uint64_t idle_ns() const noexcept {
    return since_ == 0 ? 0 : tick_clock::nanoseconds() - since_;
  }

  std::uint64_t limit_ms() const noexcept { return limit_ / 1'000'000u; }

 private:
  verdict look() noexcept {
    sched_yield();
    const auto now = tick_clock::nanoseconds();
    if (since_ == 0) since_ = now;
    switch (peer_.look()) {
      case control::state::gone:
        return verdict::gone;
      case control::state::spoke:
        return verdict::spoke;
      case control::state::quiet:
        break;
    }
    return now - since_ > limit_ ? verdict::silent : verdict::wait;
  }

  const control& peer_;
  std::uint64_t limit_;
  std::uint64_t since_ = 0;
  std::uint32_t spins_ = 0;
};

}  // namespace verbatim::tools::perf
