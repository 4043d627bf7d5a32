// The part of /sys and /dev in which a program finds the devices.
#pragma once

#include <limits.h>

#include <cstddef>
#include <optional>

#include "mad/device_file.hpp"

namespace verbatim::emulator {

/// The real location of a path of the device. Paths that do not concern the device, which are
/// nearly all paths, cost one comparison of a few characters.
class real_path {
 public:
  explicit real_path(const char* path) noexcept;

  /// Returns the path to use: the given one, or one in the directory of the device's files.
  const char* c_str() const noexcept { return path_; }

  /// Returns true if the path belongs to the device.
  bool replaced() const noexcept { return path_ == buffer_; }

  /// Returns the device's number if the path is a device file (/dev/infiniband/uverbs0 or
  /// /dev/char/231:192); otherwise -1.
  int card() const noexcept { return card_; }

  /// Returns true if the path is the file of the connection manager (/dev/infiniband/rdma_cm).
  bool connection_manager() const noexcept { return connection_manager_; }

  /// Returns the file of management datagrams if the path is one (/dev/infiniband/umad0, issm0).
  const std::optional<mad::file_name>& management() const noexcept { return management_; }

 private:
  const char* path_;
  int card_ = -1;
  bool connection_manager_ = false;
  std::optional<mad::file_name> management_;
  char buffer_[PATH_MAX];
};

/// Converts a path below the directory of the device's files back into the path that programs know,
/// in place. Other paths do not change.
void restore_path(char* path) noexcept;

}  // namespace verbatim::emulator
