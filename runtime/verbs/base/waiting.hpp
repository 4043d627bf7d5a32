// Sleeping until a descriptor has something to read, or the time limit passes.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

namespace verbs {

/// The longest time to wait. Without a value, waiting has no limit.
using wait_limit = std::optional<std::chrono::nanoseconds>;

using deadline = std::optional<std::chrono::steady_clock::time_point>;

/// Returns the time at which the limit ends. A limit that is too long for the clock never ends.
deadline deadline_after(const wait_limit& limit);

/// Returns the time that is left until the deadline, at least 0; nothing if there is no deadline.
wait_limit time_left(const deadline& until) noexcept;

/// Lets other threads run between polls. Returns false if the time limit passes first.
bool pause(const deadline& until) noexcept;

/// Makes the descriptor non-blocking, because reading must not sleep while the context is locked.
void do_not_block(int fd, const std::string& object);

/// Returns true for the errno of a descriptor that has nothing to read.
bool is_nothing(int error_number) noexcept;

/// A descriptor that is readable while any of the watched descriptors is readable, and always after
/// end(). Any number of threads may sleep on it.
class watch {
 public:
  /// `object` is the name used in errors.
  explicit watch(const std::string& object);
  ~watch();
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;

  int fd() const noexcept { return epoll_; }
  void add(int fd, const std::string& object) const;

  /// Wakes all threads that sleep here, now and later, because the watched descriptors are closed.
  void end() const noexcept;

  /// Wakes all threads that sleep here. Sleeping works again after the same number of calls of
  /// resume().
  void interrupt() const noexcept;
  void resume() const noexcept;

  /// Sleeps until the descriptor is readable. Returns false if the time limit passes first.
  bool sleep(const deadline& until, const std::string& object) const;

 private:
  int epoll_;
  int ended_;
};

}  // namespace verbs
}  // namespace verbatim
