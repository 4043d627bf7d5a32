// Sleeping until a descriptor has something to read, or the time is over.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace verbatim {

/// How long to wait at most; nothing is for ever.
using wait_limit = std::optional<std::chrono::nanoseconds>;

namespace verbs {

using deadline = std::optional<std::chrono::steady_clock::time_point>;

/// Saturated: a limit of years is for ever.
deadline deadline_after(const wait_limit& limit);

/// What is left until then.
wait_limit time_left(const deadline& until) noexcept;

/// Lets other threads run, for those that poll. False if the time is over.
bool pause(const deadline& until) noexcept;

/// Reading must not sleep while the context is locked.
void do_not_block(int fd, const std::string& object);

/// The errno of a descriptor that has nothing to read.
bool is_nothing(int error_number) noexcept;

/// A descriptor that is readable while one that it watches is, and for ever once it was ended. Any
/// number of threads may sleep on it.
class watch {
 public:
  /// `object` is for what goes wrong.
  explicit watch(const std::string& object);
  ~watch();
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;

  int fd() const noexcept { return epoll_; }
  void add(int fd, const std::string& object) const;

  /// What it watches is closed: whoever sleeps wakes up, now and later.
  void end() const noexcept;

  /// Until there is something in the descriptor. False if the time is over.
  bool sleep(const deadline& until, const std::string& object) const;

 private:
  int epoll_;
  int ended_;
};

}  // namespace verbs
}  // namespace verbatim
