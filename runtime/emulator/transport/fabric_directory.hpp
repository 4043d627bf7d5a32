// A fabric's directory: nobody else may write in it, and the last process that uses it removes it.
#pragma once

#include <sys/types.h>

#include <string>

#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Holds the directory of a fabric. A shared lock on the directory says that it is in use. The
/// kernel takes the lock back from a process that dies. The process that can lock it exclusively is
/// the last one and removes it.
class fabric_directory {
 public:
  /// Makes the directory, and those above it, if they do not exist. Throws std::system_error, with
  /// advice, if that fails, or if another user could have made it or could write in it.
  explicit fabric_directory(const std::string& path);

  /// Removes the directory if nobody else uses it.
  ~fabric_directory();
  fabric_directory(const fabric_directory&) = delete;
  fabric_directory& operator=(const fabric_directory&) = delete;

  int number() const noexcept { return directory_.number(); }

  /// Returns true if the directory is still held. False if it must be taken anew: it is gone, the
  /// program has closed the descriptor, or this process is a child of the one that took it.
  bool held() const noexcept;

  /// For a child after fork: lets go without unlocking, which would unlock the parent's.
  void abandon() noexcept;

  /// Calls `leave` for all directories of the process. No more can be taken after it.
  static void leave_all() noexcept;

  /// True after `leave_all`: the process is ending.
  static bool all_left() noexcept;

 private:
  std::string path_;
  descriptor directory_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  pid_t owner_ = 0;
};

/// Removes the fabrics below `base` that killed processes left behind.
void remove_abandoned_fabrics(const std::string& base) noexcept;

}  // namespace verbatim::emulator
