// Sleeping until a descriptor has something to read, or the time is over.
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

/// Returns the time at which the limit is over. A limit that is too long for the clock is for ever.
deadline deadline_after(const wait_limit& limit);

/// Returns the time that is left until the deadline, at least 0; nothing if there is no deadline.
wait_limit time_left(const deadline& until) noexcept;

/// Lets other threads run, between polls. Returns false if the time is over.
bool pause(const deadline& until) noexcept;

/// Makes the descriptor non-blocking, as reading must not sleep while the context is locked.
void do_not_block(int fd, const std::string& object);

/// True for the errno of a descriptor that has nothing to read.
bool is_nothing(int error_number) noexcept;

/// A descriptor that is readable while any that it watches is, and for ever after end(). Any number
/// of threads may sleep on it.
class watch {
 public:
  /// `object` is named in errors.
  explicit watch(const std::string& object);
  ~watch();
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;

  int fd() const noexcept { return epoll_; }
  void add(int fd, const std::string& object) const;

  /// Wakes whoever sleeps here, now and later, because what it watches is closed.
  void end() const noexcept;

  /// Wakes whoever sleeps here, until as many calls of resume() have followed.
  void interrupt() const noexcept;
  void resume() const noexcept;

  /// Sleeps until there is something in the descriptor. Returns false if the time is over.
  bool sleep(const deadline& until, const std::string& object) const;

 private:
  int epoll_;
  int ended_;
};

}  // namespace verbs
}  // namespace verbatim
