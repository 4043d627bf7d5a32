// A process's place in a fabric: a number, and its files in the fabric's directory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/descriptor.hpp"
#include "transport/fabric_directory.hpp"

namespace verbatim::emulator {

/// Holds the lowest free slot. The lock on its file ends with the process, so the slot of a process
/// that died is free again.
class fabric_slot {
 public:
  static constexpr std::uint32_t first = 1;
  static constexpr std::uint32_t last = 1023;

  /// Makes the directory if it does not exist. Throws std::system_error, with a remedy, if that
  /// fails or no slot is free.
  explicit fabric_slot(const std::string& directory);

  std::uint32_t number() const noexcept { return number_; }

  /// Returns a path of the socket of the process in `slot`. It is short even if the directory's
  /// path is long, because paths of sockets are limited to 107 bytes.
  std::string socket_path(std::uint32_t slot) const;

  /// Returns the slots whose processes listen, except this one's.
  std::vector<std::uint32_t> others() const;

  /// For a child after fork: releases the slot without unlocking, which would release the parent's
  /// lock.
  void abandon() noexcept;

 private:
  fabric_directory directory_;
  descriptor lock_;
  std::uint32_t number_ = 0;
};

}  // namespace verbatim::emulator
