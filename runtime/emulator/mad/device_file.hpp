// The character devices /dev/infiniband/umadN and issmN.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace verbatim::emulator::mad {

/// The device numbers of the kernel: those of umadN, and of issmN.
inline constexpr unsigned device_major = 231;
inline constexpr unsigned first_minor = 0;
inline constexpr unsigned first_issm_minor = 64;

/// IB_USER_MAD_ABI_VERSION of Linux.
inline constexpr unsigned abi_version = 5;

/// One of the files.
struct file_name {
  unsigned number = 0;
  bool is_issm = false;

  unsigned device_minor() const noexcept {
    return (is_issm ? first_issm_minor : first_minor) + number;
  }
};

/// Returns the file at a path of /dev/infiniband or /dev/char; nothing if it is another file.
std::optional<file_name> file_at(std::string_view path) noexcept;

/// Returns the number of files umadN of this process's options.
unsigned file_count() noexcept;

/// Opens a file and returns a descriptor, or -1 with errno. `flags` are those of open(2).
int open_device_file(file_name which, int flags) noexcept;

/// Returns the file of a descriptor that open_device_file() has made; nothing for another inode.
std::optional<file_name> file_of(std::uint64_t inode) noexcept;

/// Returns true for the commands of ioctl(2) that the files have.
bool is_command(unsigned long request) noexcept;

// These functions are for files of open_device_file(). They return -1 with errno if they fail.

int control_device_file(int descriptor, std::uint64_t inode, unsigned long request,
                        void* argument) noexcept;
ssize_t write_device_file(std::uint64_t inode, const void* from, std::size_t bytes) noexcept;

/// Sleeps until there is a datagram, unless the file is non-blocking. It can be cancelled like
/// read(2).
ssize_t read_device_file(int descriptor, std::uint64_t inode, void* to, std::size_t bytes);

/// Closes a file after the program has closed its last descriptor.
void device_file_closed(std::uint64_t inode) noexcept;

}  // namespace verbatim::emulator::mad
