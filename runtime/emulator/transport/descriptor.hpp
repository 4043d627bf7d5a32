// A file descriptor that closes itself.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

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
    // Not close(2): that one is interposed, and may wait for a lock that the caller holds.
    if (number_ >= 0) syscall(SYS_close, std::exchange(number_, -1));
  }

  int number() const noexcept { return number_; }
  explicit operator bool() const noexcept { return number_ >= 0; }

 private:
  int number_ = -1;
};

}  // namespace verbatim::emulator
