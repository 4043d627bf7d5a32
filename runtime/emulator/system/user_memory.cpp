// Copies through the kernel, which returns an error in cases in which the processor would raise a
// signal.
#include "system/user_memory.hpp"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace verbatim::emulator {
namespace {

/// Returns true if the kernel copied everything, false if it could not. Copies directly if the
/// system call is forbidden, as in some containers.
bool copy(long call, void* local, std::uint64_t remote, std::size_t bytes) noexcept {
  if (bytes == 0) return true;
  const iovec here{local, bytes};
  const iovec there{reinterpret_cast<void*>(remote), bytes};
  const int saved = errno;
  const long copied = syscall(call, getpid(), &here, 1ul, &there, 1ul, 0ul);
  const bool refused = copied < 0 && (errno == EPERM || errno == ENOSYS);
  errno = saved;
  if (!refused) return copied == static_cast<long>(bytes);
  if (call == SYS_process_vm_readv) {
    std::memcpy(local, there.iov_base, bytes);
  } else {
    std::memcpy(there.iov_base, local, bytes);
  }
  return true;
}

}  // namespace

bool copy_from_program(void* to, std::uint64_t from, std::size_t bytes) noexcept {
  return copy(SYS_process_vm_readv, to, from, bytes);
}

bool copy_to_program(std::uint64_t to, const void* from, std::size_t bytes) noexcept {
  return copy(SYS_process_vm_writev, const_cast<void*>(from), to, bytes);
}

}  // namespace verbatim::emulator
