// Decides when the counts of the process are written.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

#include "engine/count/count_file.hpp"

namespace verbatim::emulator {

/// Writes the counts at least every second while there is work, soon after the end of work, and at
/// the end of the process. The engine's thread does all of this, because a program may end in a
/// signal handler, where memory cannot be allocated.
class count_keeper {
 public:
  using clock = std::chrono::steady_clock;

  explicit count_keeper(const std::string& path) : file_(path) {}

  bool is_open() const noexcept { return file_.is_open(); }

  /// Makes the text that has to be written now, if there is one, by `line(ended)`. `worked` is true
  /// if counts may have changed since the last call. Returns the time of the next call. Must be
  /// called with device::lock() held.
  clock::time_point look(bool worked, clock::time_point now,
                         const std::function<std::string(bool)>& line);

  /// Writes the text. Must be called without the lock.
  void write();

  /// Asks for the last counts. Any thread may call it; wake the engine afterwards.
  void ask_for_end() noexcept { ends_ = true; }

  /// Returns true if the last counts are written.
  bool has_ended() const noexcept { return ended_; }

 private:
  count_file file_;
  std::string text_;
  bool is_last_ = false;
  bool changed_ = false;
  clock::time_point written_ = clock::now();
  std::atomic<bool> ends_ = false;
  std::atomic<bool> ended_ = false;
};

}  // namespace verbatim::emulator
