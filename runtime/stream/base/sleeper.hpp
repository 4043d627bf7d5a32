// The sleep of an engine's thread.
#pragma once

#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/base/waiting.hpp"

namespace verbatim::stream::detail {

/// Sleeps until completions or asynchronous events of the device are there, or another thread wakes
/// it.
class sleeper {
 public:
  /// The descriptors of the completion channel and of the device's events, or -1 for none of these.
  sleeper(int completions, int events);
  ~sleeper();
  sleeper(const sleeper&) = delete;
  sleeper& operator=(const sleeper&) = delete;

  /// The descriptors that have something.
  struct found {
    bool completions = false;
    bool events = false;
    bool woken = false;
  };

  /// Sleeps until something is there, at most until the deadline.
  found sleep(const verbs::deadline& until);

  /// Ends the present sleep, or the next one. Any thread may call it.
  void wake() noexcept;

  /// A descriptor that is readable while sleep() would return at once.
  int fd() const noexcept { return epoll_; }

 private:
  void add(int fd, unsigned what);

  int epoll_;
  int wake_;
};

}  // namespace verbatim::stream::detail
