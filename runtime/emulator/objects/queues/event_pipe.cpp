// Keeps events in a pipe, and in memory if the pipe is full.
#include "objects/queues/event_pipe.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace verbatim::emulator {

event_pipe::event_pipe(std::size_t event_bytes) : event_bytes_(event_bytes) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
  program_fd_ = ends[0];
  write_ = moved_high(descriptor(ends[1]));
  // This reading end is a separate open file, so that it can be non-blocking whatever flags the
  // program sets on its own end. While it exists, writing never raises SIGPIPE.
  drain_ = moved_high(descriptor(open(("/proc/self/fd/" + std::to_string(program_fd_)).c_str(),
                                      O_RDONLY | O_NONBLOCK | O_CLOEXEC)));
  struct stat status {};
  if (!drain_ || fcntl(write_.number(), F_SETFL, O_NONBLOCK) != 0 ||
      fstat(drain_.number(), &status) != 0) {
    const int error = errno;
    syscall(SYS_close, program_fd_);
    throw std::system_error(error, std::generic_category());
  }
  inode_ = status.st_ino;
}

void event_pipe::put(std::span<const std::byte> bytes) noexcept {
  const std::lock_guard guard(mutex_);
  if (ended_) return;
  waiting_.emplace_back(bytes.begin(), bytes.end());
  flush();
}

void event_pipe::end() noexcept {
  const std::lock_guard guard(mutex_);
  ended_ = true;
  flush();
}

void event_pipe::flush() noexcept {
  // A pipe takes up to PIPE_BUF bytes completely or not at all, so events are never split.
  while (!waiting_.empty() &&
         write(write_.number(), waiting_.front().data(), event_bytes_) == ssize_t(event_bytes_)) {
    waiting_.pop_front();
  }
  if (ended_ && waiting_.empty()) write_.reset();
}

std::uint32_t event_pipe::withdraw(std::uint64_t element) noexcept {
  const std::lock_guard guard(mutex_);
  std::deque<event> unread;
  event next(event_bytes_);
  while (read(drain_.number(), next.data(), event_bytes_) == ssize_t(event_bytes_)) {
    unread.push_back(next);
  }
  unread.insert(unread.end(), waiting_.begin(), waiting_.end());
  const auto of_element = [element](const event& one) {
    std::uint64_t named = 0;
    std::memcpy(&named, one.data(), sizeof named);
    return named == element;
  };
  const auto withdrawn = std::erase_if(unread, of_element);
  waiting_ = std::move(unread);
  flush();
  return static_cast<std::uint32_t>(withdrawn);
}

}  // namespace verbatim::emulator
