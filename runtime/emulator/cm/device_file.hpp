// The character device /dev/infiniband/rdma_cm.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace verbatim::emulator::cm {

class event_file;
class manager;

/// The number of the device: the major of misc devices, and a minor that a kernel could assign.
inline constexpr unsigned device_major = 10;
inline constexpr unsigned device_minor = 122;

/// RDMA_USER_CM_ABI_VERSION of Linux.
inline constexpr unsigned abi_version = 4;

/// Opens the device and returns a descriptor, or -1 with errno. `flags` are those of open(2).
int open_device_file(int flags) noexcept;

/// Returns true if this process or its parent opened a file with that inode through
/// open_device_file().
bool is_device_file(std::uint64_t inode) noexcept;

/// Executes one command. Returns its length, or -1 with errno. Sleeps in GET_EVENT, and can then be
/// cancelled like write(2).
ssize_t write_device_file(int descriptor, std::uint64_t inode, const void* from, std::size_t bytes);

/// Destroys the ids of a file after the program has closed its last descriptor.
void device_file_closed(std::uint64_t inode) noexcept;

/// Returns the file of a descriptor. Refuses with ENOENT if it is closed, and with EINVAL if it is
/// another file.
std::shared_ptr<event_file> file_of_descriptor(manager& on, int descriptor);

}  // namespace verbatim::emulator::cm
