// A file descriptor that closes itself.
#pragma once

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace verbatim::emulator {

class descriptor {
 public:
  descriptor() noexcept = default;
  explicit descriptor(int number) noexcept : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() { reset(); }

  void reset() noexcept {
    // close(2) must not be called: it is interposed, and may wait for a lock that the caller holds.
    if (number_ >= 0) syscall(SYS_close, std::exchange(number_, -1));
  }

  int number() const noexcept { return number_; }
  explicit operator bool() const noexcept { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// Returns a copy of a descriptor with a high number, above those that programs choose or close by
/// number; if the limit of open files is low, with the highest possible number. Returns -1 with
/// errno if there is none. The copy is closed on exec.
inline int copy_high(int file) noexcept {
  for (int lowest = 200; lowest != 0; lowest /= 2) {
    const int copy = fcntl(file, F_DUPFD_CLOEXEC, lowest);
    // EINVAL means that the limit is lower than that.
    if (copy >= 0 || (errno != EINVAL && errno != EMFILE)) return copy;
  }
  errno = EMFILE;
  return -1;
}

/// Returns the file under a high number, or as it is if there is no such number. Programs and
/// libraries that close a number twice hit only their own files then.
inline descriptor moved_high(descriptor file) noexcept {
  if (!file) return file;
  descriptor copy(copy_high(file.number()));
  return copy ? std::move(copy) : std::move(file);
}

}  // namespace verbatim::emulator
