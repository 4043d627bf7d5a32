// Waits with ppoll(2) and growing timeouts.
#include "engine/turn/idle_wait.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// The time to spin before a pause. It is no longer than a few system calls, because the program
/// may need the CPU.
constexpr auto spinning = 10us;
constexpr auto shortest_pause = 20us;
constexpr auto longest_pause = 1ms;

/// The time that the kernel may take to end a sleep.
constexpr auto wakes_within = 60us;

/// The idle time after which the first doorbell may be noticed later.
constexpr auto long_idle = 1s;
constexpr auto long_idle_sleep = 4ms;
constexpr auto idle_before_guarding = 3ms;

/// The time between looks for a stopped writer while there is work.
constexpr auto between_looks = 1ms;

}  // namespace

idle_wait::idle_wait(int transport, bool punctual)
    : transport_(transport),
      punctual_(punctual),
      wake_(moved_high(descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)))) {
  if (!wake_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

bool idle_wait::wants_guard() const noexcept {
  return guard_.descriptor_to_poll() >= 0 && all_guarded_ && idle() > idle_before_guarding;
}

void idle_wait::worked() noexcept {
  last_work_ = engine_clock::now();
  if (last_work_ < next_look_) return;
  // While there is work, no pause finds out that a writer is stopped.
  next_look_ = last_work_ + between_looks;
  writer_is_stopped_ = writer_is_stopped_ || guard_.has_stopped_a_writer();
}

void idle_wait::pause(engine_clock::time_point until) noexcept {
  const auto idle_for = idle();
  if (idle_for < spinning) return;
  if (punctual_ && until != engine_clock::time_point::max()) until -= wakes_within;
  engine_clock::duration sleep = std::clamp<engine_clock::duration>(
      idle_for / 4, shortest_pause, idle_for > long_idle ? long_idle_sleep : longest_pause);
  const bool for_ever = guarded_ && until == engine_clock::time_point::max();
  if (guarded_) {
    sleep = until - engine_clock::now();
  } else if (until != engine_clock::time_point::max()) {
    sleep = std::min(sleep, until - engine_clock::now());
  }
  if (sleep <= 0ns) return;
  std::array<pollfd, 3> files{{{wake_.number(), POLLIN, 0},
                               {transport_, POLLIN, 0},
                               {guard_.descriptor_to_poll(), POLLIN, 0}}};
  const auto seconds = std::chrono::floor<std::chrono::seconds>(sleep);
  const timespec timeout{
      static_cast<time_t>(seconds.count()),
      static_cast<long>(
          std::chrono::duration_cast<std::chrono::nanoseconds>(sleep - seconds).count())};
  ppoll(files.data(), files.size(), for_ever ? nullptr : &timeout, nullptr);
  writer_is_stopped_ = (files[2].revents & POLLIN) != 0;
  if (files[0].revents & POLLIN) {
    std::uint64_t count;
    [[maybe_unused]] const auto n = syscall(SYS_read, wake_.number(), &count, sizeof count);
    worked();
  }
  // A doorbell or a message has arrived, and more are likely to follow soon.
  if (writer_is_stopped_ || files[1].revents & POLLIN) worked();
}

void idle_wait::wake() noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto n = syscall(SYS_write, wake_.number(), &one, sizeof one);
}

void idle_wait::release() noexcept {
  guard_.release();
  guarded_ = false;
  writer_is_stopped_ = false;
}

void idle_wait::abandon() noexcept {
  wake_.reset();
  guard_ = page_guard(nullptr);
}

}  // namespace verbatim::emulator
