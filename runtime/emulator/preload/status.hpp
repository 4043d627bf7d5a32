// The real and the emulated stat of the device's file.
#pragma once

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "abi/device_file.hpp"
#include "cm/device_file.hpp"
#include "mad/device_file.hpp"

namespace verbatim::emulator {

/// Returns st_ino of the device file that is open as `descriptor`; 0 if that is another file.
std::uint64_t device_file_inode(int descriptor) noexcept;

/// Turns `status` into that of the character device number `card`.
inline void become_character_device(struct stat& status, int card) noexcept {
  status.st_mode = S_IFCHR | 0666;
  status.st_rdev = makedev(device_major, first_device_minor + static_cast<unsigned>(card));
  status.st_size = 0;
}

/// Turns `status` into that of the connection manager's character device.
inline void become_connection_manager(struct stat& status) noexcept {
  status.st_mode = S_IFCHR | 0666;
  status.st_rdev = makedev(cm::device_major, cm::device_minor);
  status.st_size = 0;
}

/// Turns `status` into that of a character device of management datagrams.
inline void become_management(struct stat& status, const mad::file_name& which) noexcept {
  status.st_mode = S_IFCHR | 0600;
  status.st_rdev = makedev(mad::device_major, which.device_minor());
  status.st_size = 0;
}

}  // namespace verbatim::emulator
