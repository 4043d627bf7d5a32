// Appends to files so that they never end in the middle of a line. It never ends the program.
#pragma once

#include <signal.h>

#include <string_view>

namespace verbatim::emulator {

/// While an object lives, a file beyond its limit (`ulimit -f`) or a pipe without a reader gives
/// this thread an errno instead of a signal, because the program does not expect signals for these
/// files. Preserves errno.
class held_file_signals {
 public:
  held_file_signals() noexcept;
  ~held_file_signals();
  held_file_signals(const held_file_signals&) = delete;
  held_file_signals& operator=(const held_file_signals&) = delete;

 private:
  sigset_t held_;    // the signals that were not pending before
  sigset_t before_;  // the thread's mask
};

/// Appends `text` to a file that was opened with O_APPEND, with one write(2) if possible. If only a
/// part can be written, removes that part if it is still at the end of the file, and returns false
/// with errno.
bool write_whole(int file, std::string_view text) noexcept;

}  // namespace verbatim::emulator
