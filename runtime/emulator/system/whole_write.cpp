// Appends all of a text, or nothing.
#include "system/whole_write.hpp"

#include <pthread.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace verbatim::emulator {
namespace {

constexpr int file_signals[] = {SIGXFSZ, SIGPIPE};

}  // namespace

held_file_signals::held_file_signals() noexcept {
  sigset_t pending;
  sigpending(&pending);
  sigemptyset(&held_);
  for (const int one : file_signals) {
    if (sigismember(&pending, one) == 0) sigaddset(&held_, one);
  }
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

held_file_signals::~held_file_signals() {
  const int saved = errno;
  const timespec at_once{};
  while (sigtimedwait(&held_, nullptr, &at_once) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = saved;
}

bool write_whole(int file, std::string_view text) noexcept {
  const held_file_signals held;
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  if (done == text.size()) return true;
  const int why = errno;
  // The file position is the end of what was written. Another process may have appended something
  // after it.
  const off_t end = lseek(file, 0, SEEK_CUR);
  struct stat status {};
  if (done != 0 && end >= static_cast<off_t>(done) && fstat(file, &status) == 0 &&
      status.st_size == end) {
    [[maybe_unused]] const int cut = ftruncate(file, end - static_cast<off_t>(done));
  }
  errno = why;
  return false;
}

}  // namespace verbatim::emulator
