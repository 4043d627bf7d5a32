#include "watch/watch_file.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "system/whole_write.hpp"

namespace verbatim::emulator::watch {
namespace {

std::atomic<bool> in_child{false};
std::atomic<bool> is_open{false};

void complain(const char* path, const char* why) noexcept {
  fprintf(stderr, "verbatim-watch: %s: %s: nothing is recorded\n", path, why);
}

std::uint64_t nanoseconds(auto clock_time) noexcept {
  using namespace std::chrono;
  return static_cast<std::uint64_t>(
      duration_cast<std::chrono::nanoseconds>(clock_time.time_since_epoch()).count());
}

/// Opens the file, and writes its header if it is new. Returns -1 if nothing can be recorded.
descriptor open_file(const char* path) {
  descriptor file(open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file) {
    complain(path, std::strerror(errno));
    return file;
  }
  std::string header;
  recording::append_file_header(header);
  // Several processes may begin it.
  (void)flock(file.number(), LOCK_EX);
  std::string found(header.size(), '\0');
  const ssize_t length = pread(file.number(), found.data(), found.size(), 0);
  const bool fits = length == 0 ? write_whole(file.number(), header)
                                : length == static_cast<ssize_t>(header.size()) && found == header;
  (void)flock(file.number(), LOCK_UN);
  if (fits) return moved_high(std::move(file));
  complain(path, length == 0 ? std::strerror(errno) : "it holds something else");
  return {};
}

watch_file* make() {
  const char* const path = std::getenv("VERBATIM_WATCH");
  if (!path || !*path) return nullptr;
  descriptor file = open_file(path);
  if (!file) return nullptr;
  pthread_atfork(nullptr, nullptr, [] { in_child = true; });
  // It is never destroyed, because threads may still use it while the process ends.
  auto* const made = new watch_file(std::move(file));
  std::ifstream line("/proc/self/cmdline", std::ios::binary);
  const std::string arguments{std::istreambuf_iterator<char>(line), {}};
  recording::process_body body;
  body.wall_time = nanoseconds(std::chrono::system_clock::now());
  body.parent = static_cast<std::uint32_t>(getppid());
  body.arguments = arguments;
  made->add(body);
  is_open = true;
  return made;
}

}  // namespace

watch_file* watch_file::here() noexcept {
  static watch_file* const made = make();
  return in_child ? nullptr : made;
}

bool watch_file::begun() noexcept { return is_open && !in_child; }

recording::record watch_file::present() {
  recording::record result;
  result.process = static_cast<std::uint32_t>(getpid());
  result.thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
  result.time = nanoseconds(std::chrono::steady_clock::now());
  return result;
}

void watch_file::flush() {
  const std::lock_guard guard(mutex_);
  if (waiting_.empty()) return;
  if (file_ && !write_whole(file_.number(), waiting_)) {
    fprintf(stderr, "verbatim-watch: the recording ends here: %s\n", std::strerror(errno));
    file_.reset();
  }
  waiting_.clear();
}

}  // namespace verbatim::emulator::watch
