// The file of --count.
#pragma once

#include <string>
#include <string_view>

#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Appends the line of this process when the process ends. Until then the counts so far are in a
/// file of their own, FILE.PID, which remains if the process is killed. If a write fails, says so
/// once.
class count_file {
 public:
  /// Opens the file. If that is not possible, says so, and writes nothing.
  explicit count_file(std::string path);

  bool is_open() const noexcept { return static_cast<bool>(file_); }

  /// Writes the counts so far.
  void keep(std::string_view line);

  /// Appends the last counts, and removes those so far.
  void end(std::string_view line);

 private:
  std::string path_;
  descriptor file_;

  /// The file of the counts so far; empty if there is none, because FILE is no regular file or
  /// because a write has failed.
  std::string interim_;
};

}  // namespace verbatim::emulator
