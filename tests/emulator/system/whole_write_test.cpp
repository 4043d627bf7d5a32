// Text that is appended to files which take only a part of it, or nothing. Linux is the judge.
#include "system/whole_write.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "system/descriptor.hpp"

namespace verbatim::emulator {
namespace {

/// An empty file without a name.
descriptor appended_file() {
  std::string path = "/tmp/verbatim-whole-write-XXXXXX";
  const descriptor made(mkstemp(path.data()));
  descriptor file(open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC));
  unlink(path.c_str());
  return file;
}

off_t size_of(const descriptor& file) {
  struct stat status {};
  EXPECT_EQ(fstat(file.number(), &status), 0);
  return status.st_size;
}

/// While it lives, no file of the process may grow beyond so many bytes.
class size_limit {
 public:
  explicit size_limit(rlim_t most) {
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
    const rlimit limit{most, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  ~size_limit() { setrlimit(RLIMIT_FSIZE, &before_); }
  size_limit(const size_limit&) = delete;
  size_limit& operator=(const size_limit&) = delete;

 private:
  rlimit before_{};
};

TEST(whole_write, appends_the_text) {
  const descriptor file = appended_file();
  ASSERT_TRUE(file);
  EXPECT_TRUE(write_whole(file.number(), "one line\n"));
  EXPECT_TRUE(write_whole(file.number(), "another\n"));
  EXPECT_EQ(size_of(file), 17);
}

TEST(whole_write, removes_a_part_of_a_line) {
  const descriptor file = appended_file();
  ASSERT_TRUE(file);
  ASSERT_TRUE(write_whole(file.number(), "one line\n"));
  bool written = true;
  int why = 0;
  {
    const size_limit limit(12);
    written = write_whole(file.number(), "another\n");  // SIGXFSZ would end this process
    why = errno;
  }
  EXPECT_FALSE(written);
  EXPECT_EQ(why, EFBIG);
  EXPECT_EQ(size_of(file), 9);
}

TEST(whole_write, survives_a_pipe_without_reader) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  close(ends[0]);
  const descriptor writer(ends[1]);
  EXPECT_FALSE(write_whole(writer.number(), "a line\n"));  // SIGPIPE would end this process
  EXPECT_EQ(errno, EPIPE);
}

TEST(whole_write, keeps_a_signal_that_was_pending) {
  sigset_t pipe_signal;
  sigset_t before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &pipe_signal, &before), 0);
  raise(SIGPIPE);
  const descriptor file = appended_file();
  EXPECT_TRUE(write_whole(file.number(), "a line\n"));
  sigset_t pending;
  EXPECT_EQ(sigpending(&pending), 0);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 1);
  const timespec at_once{};
  EXPECT_EQ(sigtimedwait(&pipe_signal, nullptr, &at_once), SIGPIPE);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace
}  // namespace verbatim::emulator
