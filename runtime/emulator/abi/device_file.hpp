// The uverbs character device, played by an anonymous file whose pages are the registers.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// st_rdev of the first device file, and the text of the sysfs file `dev`. The minor numbers of the
/// others follow.
inline constexpr unsigned device_major = 231;
inline constexpr unsigned first_device_minor = 192;

/// st_ino of an open descriptor, 0 if it is none.
std::uint64_t inode_of(int descriptor) noexcept;

/// Opens device number `card`: a descriptor, or -1 with errno. `flags` as for open(2).
int open_device_file(unsigned card, int flags) noexcept;

/// The number of the device whose file this is, of this process or inherited from its parent, by its
/// real fstat; -1 if it is another file.
int card_of_file(int descriptor, const struct stat& status) noexcept;

/// The program has mapped `bytes` of the device file at `offset`.
void device_file_mapped(std::uint64_t inode, void* address, std::size_t bytes,
                        std::uint64_t offset) noexcept;

/// The program has closed the last descriptor of this file: destroys its context.
void device_file_closed(std::uint64_t inode) noexcept;

/// The program has closed a descriptor of an event file: drops it if no object uses it.
void event_file_closed(std::uint64_t inode) noexcept;

}  // namespace verbatim::emulator
