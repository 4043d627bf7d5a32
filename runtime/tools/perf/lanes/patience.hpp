// The time that a loop polls without finding anything, and the reasons why it stops.
#pragma once

#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdint>

#include "tools/perf/clock.hpp"
#include "tools/perf/control.hpp"

namespace verbatim::tools::perf {

/// A loop calls idle() for each poll that finds nothing. Only one of 4096 calls costs more than a
/// few instructions: it yields the processor, and looks at the clock and at the peer.
///
/// The work of a device that is made of software waits for a processor, on which a loop that polls
/// would stay. There one of 16 calls yields.
class patience {
 public:
  enum class verdict { wait, spoke, gone, silent, stopped };

  patience(const control& peer, std::chrono::milliseconds limit, bool of_software) noexcept
      : peer_(peer),
        limit_(static_cast<std::uint64_t>(limit.count()) * 1'000'000u),
        yield_mask_(of_software ? 0xf : look_mask) {}

  /// Returns the patience of one of several threads, which ends when `stop` becomes true.
  patience of_thread(const std::atomic<bool>& stop) const noexcept {
    auto one = *this;
    one.stop_ = &stop;
    return one;
  }

  /// Something has been found.
  void progress() noexcept {
    spins_ = 0;
    since_ = 0;
  }

  verdict idle(bool has_slept) noexcept {
    if (!has_slept) [[likely]] {
      ++spins_;
      if ((spins_ & yield_mask_) != 0) [[likely]]
        return verdict::wait;
      sched_yield();
      if ((spins_ & look_mask) != 0) return verdict::wait;
    }
    return look();
  }

  /// Returns the time without progress, in ns.
  std::uint64_t idle_ns() const noexcept {
    return since_ == 0 ? 0 : tick_clock::nanoseconds() - since_;
  }

  std::uint64_t limit_ns() const noexcept { return limit_; }
  std::uint64_t limit_ms() const noexcept { return limit_ / 1'000'000u; }

 private:
  verdict look() noexcept {
    const auto now = tick_clock::nanoseconds();
    if (since_ == 0) since_ = now;
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return verdict::stopped;
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

  static constexpr std::uint32_t look_mask = 0xfff;

  const control& peer_;
  std::uint64_t limit_;
  std::uint32_t yield_mask_;
  const std::atomic<bool>* stop_ = nullptr;
  std::uint64_t since_ = 0;
  std::uint32_t spins_ = 0;
};

}  // namespace verbatim::tools::perf
