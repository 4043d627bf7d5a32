// A process's place in a fabric: a number, and the files in the fabric's directory that go with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "transport/descriptor.hpp"

namespace verbatim::emulator {

/// Holds the lowest free slot. The lock on its file goes with the process, so that the slot of a
/// process that died is free again.
class fabric_slot {
 public:
  static constexpr std::uint32_t first = 1;
  static constexpr std::uint32_t last = 1023;

  /// Makes the directory if it does not exist. Throws std::system_error, with what to do, if that
  /// fails or no slot is free.
  explicit fabric_slot(const std::string& directory);

  std::uint32_t number() const noexcept { return number_; }

  /// A short path of the socket of the process in `slot`, whatever the directory's length: paths of
  /// sockets are limited to 107 bytes.
  std::string socket_path(std::uint32_t slot) const;

  /// The slots whose processes listen, this one's aside.
  std::vector<std::uint32_t> others() const;

  /// In a child after fork: lets go without unlocking, which would unlock the parent's.
  void abandon() noexcept;

 private:
  descriptor directory_;
  descriptor lock_;
  std::uint32_t number_ = 0;
};

}  // namespace verbatim::emulator
