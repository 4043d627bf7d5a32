// What stat says of the device's file, truly and to the program.
#pragma once

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "abi/device_file.hpp"

namespace verbatim::emulator {

/// st_ino of the device file that is open as `descriptor`; 0 if that is another file.
std::uint64_t device_file_inode(int descriptor) noexcept;

/// `card` is the device's number.
inline void become_character_device(struct stat& status, int card) noexcept {
  status.st_mode = S_IFCHR | 0666;
  status.st_rdev = makedev(device_major, first_device_minor + static_cast<unsigned>(card));
  status.st_size = 0;
}

}  // namespace verbatim::emulator
