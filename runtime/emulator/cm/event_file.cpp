// Keeps events, and one byte in a pipe for each.
#include "cm/event_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace verbatim::emulator::cm {

event_file::event_file(bool close_on_exec) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
  program_fd_ = ends[0];
  writer_ = moved_high(descriptor(ends[1]));
  struct stat status {};
  if (fcntl(writer_.number(), F_SETFL, O_NONBLOCK) != 0 || fstat(program_fd_, &status) != 0 ||
      fcntl(program_fd_, F_SETFD, close_on_exec ? FD_CLOEXEC : 0) != 0) {
    const int error = errno;
    syscall(SYS_close, program_fd_);
    throw std::system_error(error, std::generic_category());
  }
  sem_init(&arrivals_, 0, 0);
  inode_ = status.st_ino;
}

event_file::~event_file() { sem_destroy(&arrivals_); }

void event_file::put(event made) { events_.push_back(std::move(made)); }

event_file::clock::time_point event_file::publish(clock::time_point now) {
  while (visible_ < events_.size() && events_[visible_].due <= now) {
    ++visible_;
    sem_post(&arrivals_);
  }
  announce();
  return visible_ < events_.size() ? events_[visible_].due : clock::time_point::max();
}

void event_file::announce() noexcept {
  // If the pipe is full, the rest follows when the program has taken events.
  const char byte = 0;
  while (in_pipe_ < visible_) {
    // Bytes of removed events announce new ones, but edge-triggered epoll needs a write.
    if (syscall(SYS_write, writer_.number(), &byte, 1) != 1) return;
    ++in_pipe_;
  }
}

void event_file::drain(int through) noexcept {
  char byte = 0;
  for (; surplus_ > 0; --surplus_) {
    if (syscall(SYS_read, through, &byte, 1) != 1) return;
  }
}

void event_file::pop(int through) {
  events_.pop_front();
  --visible_;
  if (in_pipe_ > visible_) {
    surplus_ += in_pipe_ - visible_;
    in_pipe_ = visible_;
  }
  // There is one event less to wake up for.
  sem_trywait(&arrivals_);
  drain(through);
  announce();
}

int event_file::wait() { return sem_wait(&arrivals_) == 0 ? 0 : errno; }

}  // namespace verbatim::emulator::cm
