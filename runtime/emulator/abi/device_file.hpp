// The uverbs character device, played by an anonymous file whose pages are the registers.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// st_rdev of the device file, and the text of the sysfs file `dev`.
inline constexpr unsigned device_major = 231;
inline constexpr unsigned device_minor = 192;

/// st_ino of an open descriptor, 0 if it is none.
std::uint64_t inode_of(int descriptor) noexcept;

/// Opens the device: a descriptor, or -1 with errno. `flags` as for open(2).
int open_device_file(int flags) noexcept;

/// True for a device file of this process or inherited from its parent, by its real fstat.
bool is_device_file(int descriptor, const struct stat& status) noexcept;

/// The program has mapped `bytes` of the device file at `offset`.
void device_file_mapped(std::uint64_t inode, void* address, std::size_t bytes,
                        std::uint64_t offset) noexcept;

/// The program has closed the last descriptor of this file: destroys its context.
void device_file_closed(std::uint64_t inode) noexcept;

/// The program has closed a descriptor of an event file: drops it if no object uses it.
void event_file_closed(std::uint64_t inode) noexcept;

}  // namespace verbatim::emulator
