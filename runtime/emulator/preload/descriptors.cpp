// Interposed functions on descriptors: commands to the device, mappings of its registers, close.

// Both functions of pairs such as open and open64 are defined here, so neither may be renamed.
#undef _FILE_OFFSET_BITS

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "abi/device_file.hpp"
#include "abi/dispatch.hpp"
#include "abi/process.hpp"
#include "abi/watched.hpp"
#include "cm/device_file.hpp"
#include "cm/manager.hpp"
#include "mad/device_file.hpp"
#include "mad/manager.hpp"
#include "netdev/interfaces.hpp"
#include "netlink/socket.hpp"
#include "preload/exported.hpp"
#include "preload/next.hpp"
#include "preload/status.hpp"

using verbatim::emulator::device_file_inode;
using verbatim::emulator::next_function;
using verbatim::emulator::watched_descriptors;

namespace {

next_function<int(int, unsigned long, void*)> next_ioctl("ioctl");
next_function<void*(void*, size_t, int, int, int, off_t)> next_mmap("mmap");
next_function<int(int)> next_close("close");
next_function<int(int)> next_dup("dup");
next_function<ssize_t(int, void*, size_t)> next_read("read");
next_function<ssize_t(int, const void*, size_t)> next_write("write");
next_function<int(int, int)> next_dup2("dup2");
next_function<int(int, int, int)> next_dup3("dup3");
next_function<int(int, int, void*)> next_fcntl("fcntl");
next_function<int(int, int, void*)> next_fcntl64("fcntl64");

/// The work to do when a descriptor is closed, determined while the descriptor still exists.
class closing {
 public:
  explicit closing(int descriptor) noexcept : descriptor_(descriptor) {
    if (!watched_descriptors.contains(descriptor)) return;
    if (!verbatim::emulator::started_device() && !verbatim::emulator::cm::started_manager() &&
        !verbatim::emulator::netlink::has_sockets() &&
        !verbatim::emulator::mad::started_manager()) {
      return;
    }
    device_inode_ = device_file_inode(descriptor);
    event_inode_ = device_inode_ ? 0 : verbatim::emulator::inode_of(descriptor);
    watched_descriptors.remove(descriptor);
  }

  /// Records that the descriptor is closed. The file is closed with its last descriptor.
  void done() const noexcept {
    if (device_inode_ && !has_other(device_inode_)) {
      verbatim::emulator::device_file_closed(device_inode_);
    }
    if (event_inode_ && !has_other(event_inode_)) {
      verbatim::emulator::event_file_closed(event_inode_);
      verbatim::emulator::cm::device_file_closed(event_inode_);
      verbatim::emulator::netlink::socket_closed(event_inode_);
      verbatim::emulator::mad::device_file_closed(event_inode_);
    }
  }

  /// Records that the descriptor stays open after all.
  void undo() const noexcept {
    if (device_inode_ || event_inode_) watched_descriptors.add(descriptor_);
  }

 private:
  static bool has_other(std::uint64_t inode) noexcept {
    bool found = false;
    watched_descriptors.each(
        [&](int other) { found = found || verbatim::emulator::inode_of(other) == inode; });
    return found;
  }

  int descriptor_;
  std::uint64_t device_inode_ = 0;
  std::uint64_t event_inode_ = 0;
};

/// Watches `copy`, another descriptor of the file of `descriptor`, or -1.
int watch_copy(int descriptor, int copy) noexcept {
  if (copy >= 0 && watched_descriptors.contains(descriptor)) watched_descriptors.add(copy);
  return copy;
}

/// Replaces descriptor `to` with a copy of `from`, by calling `replace`.
template <class Replace>
int replace_descriptor(int from, int to, Replace&& replace) noexcept {
  if (from == to) return replace();
  const closing replaced(to);
  const int result = replace();
  if (result < 0) {
    replaced.undo();
  } else {
    replaced.done();
  }
  return watch_copy(from, result);
}

/// Passes the address of the program's mapping of the registers to the device.
void* watch_mapping(void* mapped, size_t length, int protection, int flags, int descriptor,
                    off_t offset) noexcept {
  constexpr int registers = PROT_WRITE;
  if (mapped != MAP_FAILED && (flags & MAP_TYPE) == MAP_SHARED && protection & registers &&
      watched_descriptors.contains(descriptor)) {
    if (const std::uint64_t inode = device_file_inode(descriptor)) {
      verbatim::emulator::device_file_mapped(inode, mapped, length,
                                             static_cast<std::uint64_t>(offset));
    }
  }
  return mapped;
}

/// Returns the inode of a management file; 0 for any other descriptor, which costs one bit test.
std::uint64_t management_inode(int descriptor) noexcept {
  if (!watched_descriptors.contains(descriptor)) return 0;
  const int saved = errno;
  const std::uint64_t inode = verbatim::emulator::inode_of(descriptor);
  errno = saved;
  return verbatim::emulator::mad::file_of(inode) ? inode : 0;
}

bool copies_descriptor(int command) noexcept {
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC;
}

}  // namespace

VERBATIM_EXPORTED int ioctl(int descriptor, unsigned long request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if (request == RDMA_VERBS_IOCTL) {
    if (const std::uint64_t inode = device_file_inode(descriptor)) {
      const int error = argument ? verbatim::emulator::execute(
                                       inode, *static_cast<ib_uverbs_ioctl_hdr*>(argument))
                                 : EFAULT;
      if (error == 0) return 0;
      errno = error;
      return -1;
    }
  }
  if (verbatim::emulator::mad::is_command(request)) {
    if (const std::uint64_t inode = management_inode(descriptor)) {
      return verbatim::emulator::mad::control_device_file(descriptor, inode, request, argument);
    }
  }
  if (verbatim::emulator::netdev::is_request(request)) {
    if (const auto error = verbatim::emulator::netdev::execute(request, argument)) {
      if (*error == 0) return 0;
      errno = *error;
      return -1;
    }
  }
  return next_ioctl(descriptor, request, argument);
}

VERBATIM_EXPORTED void* mmap(void* address, size_t length, int protection, int flags,
                             int descriptor, off_t offset) noexcept {
  return watch_mapping(next_mmap(address, length, protection, flags, descriptor, offset), length,
                       protection, flags, descriptor, offset);
}

VERBATIM_EXPORTED void* mmap64(void* address, size_t length, int protection, int flags,
                               int descriptor, off64_t offset) noexcept {
  return mmap(address, length, protection, flags, descriptor, offset);
}

VERBATIM_EXPORTED int close(int descriptor) {
  const closing closed(descriptor);
  const int result = next_close(descriptor);
  const int saved = errno;
  // Linux frees the descriptor even when it reports an error.
  closed.done();
  errno = saved;
  return result;
}

VERBATIM_EXPORTED ssize_t read(int descriptor, void* to, size_t bytes) {
  if (const std::uint64_t inode = management_inode(descriptor)) {
    return verbatim::emulator::mad::read_device_file(descriptor, inode, to, bytes);
  }
  const ssize_t result = next_read(descriptor, to, bytes);
  if (result > 0 && watched_descriptors.contains(descriptor)) {
    const std::uint64_t inode = verbatim::emulator::inode_of(descriptor);
    if (verbatim::emulator::netlink::is_socket(inode)) verbatim::emulator::netlink::received(inode);
  }
  // Event files end when their device is removed; the kernel returns EIO instead of an end.
  if (result != 0 || bytes == 0 || !watched_descriptors.contains(descriptor)) return result;
  errno = EIO;
  return -1;
}

VERBATIM_EXPORTED ssize_t write(int descriptor, const void* from, size_t bytes) {
  // Programs write in signal handlers: other descriptors cost one bit test, and take no lock.
  if (watched_descriptors.contains(descriptor)) {
    const std::uint64_t inode = verbatim::emulator::inode_of(descriptor);
    if (verbatim::emulator::cm::is_device_file(inode)) {
      return verbatim::emulator::cm::write_device_file(descriptor, inode, from, bytes);
    }
    if (verbatim::emulator::mad::file_of(inode)) {
      return verbatim::emulator::mad::write_device_file(inode, from, bytes);
    }
    if (verbatim::emulator::netlink::is_socket(inode)) {
      return verbatim::emulator::netlink::send(inode, {static_cast<const std::byte*>(from), bytes});
    }
  }
  return next_write(descriptor, from, bytes);
}

VERBATIM_EXPORTED int dup(int descriptor) noexcept {
  return watch_copy(descriptor, next_dup(descriptor));
}

VERBATIM_EXPORTED int dup2(int from, int to) noexcept {
  return replace_descriptor(from, to, [&] { return next_dup2(from, to); });
}

VERBATIM_EXPORTED int dup3(int from, int to, int flags) noexcept {
  return replace_descriptor(from, to, [&] { return next_dup3(from, to, flags); });
}

VERBATIM_EXPORTED int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  const int result = next_fcntl(descriptor, command, argument);
  return copies_descriptor(command) ? watch_copy(descriptor, result) : result;
}

VERBATIM_EXPORTED int fcntl64(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  const int result = next_fcntl64(descriptor, command, argument);
  return copies_descriptor(command) ? watch_copy(descriptor, result) : result;
}
