// A second process for tests: the peer of a connection, which can be killed.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

namespace {

/// A child process that runs a function and then sleeps until it is killed. The function gets a
/// reporter, by which it and the parent say numbers to each other.
class other_process {
 public:
  class reporter {
   public:
    explicit reporter(int file) : file_(file) {}
    void say(std::uint32_t value) const { put(file_, value); }
    std::uint32_t hear() const { return get(file_); }

    /// Keeps what the function has made, until the process is killed.
    [[noreturn]] void stay() const {
      for (;;) pause();
    }

   private:
    int file_;
  };

  template <class Body>
  explicit other_process(Body&& body) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    child_ = fork();
    if (child_ == 0) {
      close(ends[0]);
      alarm(60);
      body(reporter(ends[1]));
      if (::testing::Test::HasFailure()) _exit(1);
      for (;;) pause();
    }
    close(ends[1]);
    file_ = ends[0];
  }
  ~other_process() {
    kill_it();
    close(file_);
  }
  other_process(const other_process&) = delete;
  other_process& operator=(const other_process&) = delete;

  /// Returns the next number that the child says.
  std::uint32_t hear() const { return get(file_); }
  void tell(std::uint32_t value) const { put(file_, value); }

  void kill_it() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }

 private:
  static void put(int file, std::uint32_t value) {
    EXPECT_EQ(write(file, &value, sizeof value), ssize_t(sizeof value));
  }
  static std::uint32_t get(int file) {
    std::uint32_t value = 0;
    EXPECT_EQ(read(file, &value, sizeof value), ssize_t(sizeof value)) << "the other process ended";
    return value;
  }

  pid_t child_ = 0;
  int file_ = -1;
};

}  // namespace
