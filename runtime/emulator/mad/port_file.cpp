// Keeps datagrams, and one byte in a socket for each.
#include "mad/port_file.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace verbatim::emulator::mad {

port_file::port_file(unsigned end_port_in, bool is_issm_in, int flags)
    : end_port(end_port_in), is_issm(is_issm_in) {
  std::array<int, 2> ends{};
  const int type = SOCK_DGRAM | (flags & O_CLOEXEC ? SOCK_CLOEXEC : 0) |
                   (flags & O_NONBLOCK ? SOCK_NONBLOCK : 0);
  if (socketpair(AF_UNIX, type, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category());
  }
  program_fd_ = ends[0];
  writer_ = moved_high(descriptor(ends[1]));
  struct stat status {};
  if (fcntl(writer_.number(), F_SETFD, FD_CLOEXEC) != 0 || fstat(program_fd_, &status) != 0) {
    const int error = errno;
    syscall(SYS_close, program_fd_);
    throw std::system_error(error, std::generic_category());
  }
  inode_ = status.st_ino;
}

void port_file::put(received made) {
  waiting_.push_back(std::move(made));
  announce();
}

void port_file::announce() noexcept {
  const char byte = 0;
  while (announced_ < waiting_.size()) {
    if (syscall(SYS_sendto, writer_.number(), &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL, nullptr, 0) !=
        1) {
      return;
    }
    ++announced_;
  }
}

void port_file::drain(int through) noexcept {
  char byte = 0;
  while (announced_ > waiting_.size()) {
    if (syscall(SYS_recvfrom, through, &byte, 1, MSG_DONTWAIT, nullptr, nullptr) != 1) return;
    --announced_;
  }
}

void port_file::pop(int through) {
  waiting_.pop_front();
  drain(through);
  announce();
}

void port_file::forget(std::uint32_t agent, int through) {
  std::erase_if(waiting_, [agent](const received& one) { return one.agent == agent; });
  drain(through);
}

}  // namespace verbatim::emulator::mad
