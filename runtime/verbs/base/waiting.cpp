// Sleeping until a descriptor has something to read, or the time limit passes.
#include "verbatim/verbs/base/waiting.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <thread>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {

using clock = std::chrono::steady_clock;

deadline deadline_after(const wait_limit& limit) {
  if (!limit) return std::nullopt;
  const auto now = clock::now();
  if (*limit > clock::time_point::max() - now) return std::nullopt;
  return now + *limit;
}

wait_limit time_left(const deadline& until) noexcept {
  if (!until) return std::nullopt;
  return std::max<std::chrono::nanoseconds>(*until - clock::now(), std::chrono::nanoseconds(0));
}

bool pause(const deadline& until) noexcept {
  if (until && clock::now() >= *until) return false;
  std::this_thread::yield();
  return true;
}

void do_not_block(int fd, const std::string& object) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) >= 0) return;
  throw error(errno, "fcntl", object, "");
}

bool is_nothing(int error_number) noexcept {
  return error_number == EAGAIN || error_number == EWOULDBLOCK || error_number == EINTR;
}

watch::watch(const std::string& object)
    : epoll_(epoll_create1(EPOLL_CLOEXEC)),
      ended_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {
  try {
    if (epoll_ < 0 || ended_ < 0) {
      throw error(errno, "epoll_create1 and eventfd", object, "raise RLIMIT_NOFILE");
    }
    add(ended_, object);
  } catch (...) {
    ::close(ended_);
    ::close(epoll_);
    throw;
  }
}

watch::~watch() {
  ::close(ended_);
  ::close(epoll_);
}

void watch::add(int fd, const std::string& object) const {
  epoll_event readable{};
  readable.events = EPOLLIN;
  if (epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &readable) != 0) {
    throw error(errno, "epoll_ctl", object, "");
  }
}

void watch::end() const noexcept { (void)eventfd_write(ended_, 1); }

void watch::interrupt() const noexcept { (void)eventfd_write(ended_, 1); }

void watch::resume() const noexcept {
  eventfd_t one = 0;
  (void)eventfd_read(ended_, &one);
}

bool watch::sleep(const deadline& until, const std::string& object) const {
  for (;;) {
    timespec left{};
    if (until) {
      const auto nanoseconds = std::max<std::chrono::nanoseconds::rep>(
          0, std::chrono::nanoseconds(*until - clock::now()).count());
      left.tv_sec = static_cast<time_t>(nanoseconds / 1'000'000'000);
      left.tv_nsec = static_cast<long>(nanoseconds % 1'000'000'000);
    }
    pollfd one{.fd = epoll_, .events = POLLIN, .revents = 0};
    const int count = ppoll(&one, 1, until ? &left : nullptr, nullptr);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw error(errno, "poll", object, "");
    if (count == 0) return false;
    if ((one.revents & POLLIN) != 0) return true;
    throw error(ENODEV, "poll", object,
                "its descriptor reports an error: the device has gone, or the descriptor was "
                "closed by others");
  }
}

}  // namespace verbatim::verbs
