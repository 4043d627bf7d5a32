#include "verbatim/stream/base/sleeper.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::stream::detail {
namespace {

constexpr unsigned of_completions = 0, of_events = 1, of_wake = 2, of_timer = 4;

int checked(int fd, const char* call) {
  if (fd < 0) throw error(errno, call, "the sleep of an engine", "");
  return fd;
}

/// Returns the milliseconds until the deadline, rounded up so that a sleep does not end before it.
int milliseconds_until(const verbs::deadline& until) {
  const auto left = verbs::time_left(until);
  if (!left) return -1;
  const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(*left).count();
  return rounded > INT_MAX ? INT_MAX : static_cast<int>(rounded);
}

}  // namespace

sleeper::sleeper(int completions, int events)
    : epoll_(checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")), wake_(-1), timer_(-1) {
  try {
    wake_ = checked(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd");
    add(completions, of_completions);
    if (events >= 0) add(events, of_events);
    add(wake_, of_wake);
    timer_ = checked(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK), "timerfd_create");
    add(timer_, of_timer);
  } catch (...) {
    if (timer_ >= 0) close(timer_);
    if (wake_ >= 0) close(wake_);
    close(epoll_);
    throw;
  }
}

sleeper::~sleeper() {
  close(timer_);
  close(wake_);
  close(epoll_);
}

void sleeper::add(int fd, unsigned what) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u32 = what;
  checked(epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event), "epoll_ctl");
}

void sleeper::unwatch(int fd) noexcept { (void)epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, nullptr); }

void sleeper::ring_at(const verbs::deadline& when) noexcept {
  itimerspec at{};
  if (when) {
    // steady_clock is CLOCK_MONOTONIC. A time of 0 would turn the timer off.
    const auto since =
        std::max<std::chrono::nanoseconds>(when->time_since_epoch(), std::chrono::nanoseconds(1));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
    at.it_value.tv_sec = seconds.count();
    at.it_value.tv_nsec = (since - seconds).count();
  }
  (void)timerfd_settime(timer_, TFD_TIMER_ABSTIME, &at, nullptr);
}

sleeper::found sleeper::sleep(const verbs::deadline& until) {
  std::array<epoll_event, 8> events{};
  int count = 0;
  do {
    count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                       milliseconds_until(until));
  } while (count < 0 && errno == EINTR);
  checked(count, "epoll_wait");
  found there;
  for (int i = 0; i < count; ++i) {
    const auto what = events[static_cast<std::size_t>(i)].data.u32;
    if (what == of_completions) there.completions = true;
    if (what == of_events) there.events = true;
    if (what == of_watched) there.watched = true;
    if (what == of_timer) {
      there.rung = true;
      std::uint64_t times = 0;
      (void)!read(timer_, &times, sizeof times);
    }
    if (what == of_wake) {
      there.woken = true;
      std::uint64_t times = 0;
      (void)!read(wake_, &times, sizeof times);
    }
  }
  return there;
}

void sleeper::wake() noexcept {
  const std::uint64_t once = 1;
  (void)!write(wake_, &once, sizeof once);
}

}  // namespace verbatim::stream::detail
