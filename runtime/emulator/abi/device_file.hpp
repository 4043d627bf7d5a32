// The uverbs character device: an anonymous file whose pages are the registers.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// The st_rdev of the first device file, which is also in the sysfs file `dev`. The minor numbers
/// of the other devices follow.
inline constexpr unsigned device_major = 231;
inline constexpr unsigned first_device_minor = 192;

/// Returns st_ino of an open descriptor; 0 if it is not open.
std::uint64_t inode_of(int descriptor) noexcept;

/// Opens device number `card` and returns a descriptor, or -1 with errno. `flags` are those of
/// open(2).
int open_device_file(unsigned card, int flags) noexcept;

/// Returns the number of the device whose file this is; -1 if it is another file. The file may
/// belong to this process or be inherited from its parent. `status` is its real fstat.
int card_of_file(int descriptor, const struct stat& status) noexcept;

/// Records that the program has mapped `bytes` of the device file at `offset`.
void device_file_mapped(std::uint64_t inode, void* address, std::size_t bytes,
                        std::uint64_t offset) noexcept;

/// Destroys the context of a device file after the program has closed its last descriptor.
void device_file_closed(std::uint64_t inode) noexcept;

/// Releases an event file that no object uses, after the program has closed a descriptor of it.
void event_file_closed(std::uint64_t inode) noexcept;

}  // namespace verbatim::emulator
