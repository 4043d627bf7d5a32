// The sleep of a thread that other threads wake up.
#pragma once

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <system_error>

#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Its reads and writes go past the calls that the emulator interposes.
class waking {
 public:
  using clock = std::chrono::steady_clock;

  /// Throws std::system_error, with the name, if there is no descriptor left.
  explicit waking(const char* what)
      : event_(moved_high(descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)))) {
    if (!event_) throw std::system_error(errno, std::generic_category(), what);
  }

  /// Ends the current sleep, or else the next one. Any thread may call it.
  void wake() noexcept {
    const std::uint64_t one = 1;
    syscall(SYS_write, event_.number(), &one, sizeof one);
  }

  /// Sleeps until wake(), until the file is readable, or until the time; for ever if that is max().
  void sleep(int file, clock::time_point until) noexcept {
    std::array<pollfd, 2> on = {pollfd{file, POLLIN, 0}, pollfd{event_.number(), POLLIN, 0}};
    timespec left{};
    if (until != clock::time_point::max()) {
      const auto time = std::max(until - clock::now(), clock::duration::zero());
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
      left.tv_sec = seconds.count();
      left.tv_nsec = std::chrono::nanoseconds(time - seconds).count();
    }
    ppoll(on.data(), on.size(), until == clock::time_point::max() ? nullptr : &left, nullptr);
    std::uint64_t count = 0;
    syscall(SYS_read, event_.number(), &count, sizeof count);
  }

  /// Closes the descriptor.
  void reset() noexcept { event_.reset(); }

 private:
  descriptor event_;
};

}  // namespace verbatim::emulator
