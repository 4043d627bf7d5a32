// A second process for tests: the peer of a connection, which can be killed.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

namespace {

/// A child process that runs a function and then sleeps until it is killed. The function gets a
/// reporter, by which it says numbers to the parent.
class other_process {
 public:
  class reporter {
   public:
    explicit reporter(int file) : file_(file) {}
    void say(std::uint32_t value) const {
      EXPECT_EQ(write(file_, &value, sizeof value), ssize_t(sizeof value));
    }

   private:
    int file_;
  };

  template <class Body>
  explicit other_process(Body&& body) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    child_ = fork();
    if (child_ == 0) {
      close(ends[0]);
      alarm(60);
      body(reporter(ends[1]));
      if (::testing::Test::HasFailure()) _exit(1);
      for (;;) pause();
    }
    close(ends[1]);
    heard_ = ends[0];
  }
  ~other_process() {
    kill_it();
    close(heard_);
  }
  other_process(const other_process&) = delete;
  other_process& operator=(const other_process&) = delete;

  /// Returns the next number that the child says.
  std::uint32_t hear() const {
    std::uint32_t value = 0;
    EXPECT_EQ(read(heard_, &value, sizeof value), ssize_t(sizeof value))
        << "the other process ended";
    return value;
  }

  void kill_it() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }

 private:
  pid_t child_ = 0;
  int heard_ = -1;
};

}  // namespace
