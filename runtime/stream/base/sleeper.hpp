// The sleep of an engine's thread.
#pragma once

#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::stream::detail {

/// Sleeps until there are completions or asynchronous events of the device, or until another thread
/// wakes it.
class sleeper {
 public:
  /// The arguments are the descriptors of the completion channel and of the device's events; -1 for
  /// none.
  sleeper(int completions, int events);
  ~sleeper();
  sleeper(const sleeper&) = delete;
  sleeper& operator=(const sleeper&) = delete;

  /// The descriptors that have something to read.
  struct found {
    bool completions = false;
    bool events = false;
    bool woken = false;
    bool watched = false;  ///< one of watch()
    bool rung = false;     ///< the time of ring_at() has come

    bool anything() const noexcept { return completions || events || woken || watched || rung; }
  };

  /// Adds a descriptor, which ends sleep() while it is readable, or takes it away.
  void watch(int fd) { add(fd, of_watched); }
  void unwatch(int fd) noexcept;

  /// Ends the sleep at this time, or at no time of its own.
  void ring_at(const verbs::deadline& when) noexcept;

  /// Sleeps until a descriptor is readable or wake() is called, at most until the deadline.
  found sleep(const verbs::deadline& until);

  /// Ends the current sleep, or else the next one. Any thread may call it.
  void wake() noexcept;

  /// Returns a descriptor that is readable while sleep() would return at once.
  int fd() const noexcept { return epoll_; }

 private:
  static constexpr unsigned of_watched = 3;

  void add(int fd, unsigned what);

  int epoll_;
  int wake_;
  int timer_;
};

}  // namespace verbatim::stream::detail
