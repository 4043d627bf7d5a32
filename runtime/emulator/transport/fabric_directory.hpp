// A fabric's directory. Other users cannot write in it, and the last process that uses it removes
// it.
#pragma once

#include <sys/types.h>

#include <string>

#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Holds the directory of a fabric. A shared lock on the directory means that it is in use. The
/// kernel releases the lock of a process that dies. A process that can lock it exclusively is the
/// last one and removes it.
class fabric_directory {
 public:
  /// Makes the directory, and those above it, if they do not exist. Throws std::system_error, with
  /// a remedy, if that fails, or if another user could have made it or can write in it.
  explicit fabric_directory(const std::string& path);

  /// Removes the directory if no other process uses it.
  ~fabric_directory();
  fabric_directory(const fabric_directory&) = delete;
  fabric_directory& operator=(const fabric_directory&) = delete;

  int number() const noexcept { return directory_.number(); }

  /// Returns true if the directory is still held. Returns false if it must be taken again, because
  /// it is gone, because the program has closed the descriptor, or because this process is a child
  /// of the one that took it.
  bool held() const noexcept;

  /// For a child after fork: releases the directory without unlocking, which would release the
  /// parent's lock.
  void abandon() noexcept;

  /// Calls `leave` for all directories of the process. No directory can be taken afterwards.
  static void leave_all() noexcept;

  /// Returns true after `leave_all`: the process is ending.
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
