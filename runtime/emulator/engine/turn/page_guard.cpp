// Guards pages with userfaultfd in write-protect mode.
#include "engine/turn/page_guard.hpp"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "objects/uar_page.hpp"

namespace verbatim::emulator {
namespace {

// The preload library interposes ioctl(2); these calls must not reach it.
bool control(int file, unsigned long request, void* argument) noexcept {
  return syscall(SYS_ioctl, file, request, argument) == 0;
}

uffdio_range range_of(const std::byte* page) noexcept {
  return {.start = reinterpret_cast<std::uintptr_t>(page), .len = uar_page::size};
}

}  // namespace

page_guard::page_guard() noexcept {
  // Faults inside system calls are not reported. Therefore a program without privileges can use it.
  descriptor made(
      static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY)));
  uffdio_api api{};
  api.api = UFFD_API;
  api.features = UFFD_FEATURE_WP_HUGETLBFS_SHMEM;
  if (made && control(made.number(), UFFDIO_API, &api)) fault_ = moved_high(std::move(made));
}

bool page_guard::add(std::byte* page) noexcept {
  if (!fault_) return false;
  if (std::find(pages_.begin(), pages_.end(), page) != pages_.end()) return true;
  uffdio_register registration{};
  registration.range = range_of(page);
  registration.mode = UFFDIO_REGISTER_MODE_WP;
  if (!control(fault_.number(), UFFDIO_REGISTER, &registration)) return false;
  pages_.push_back(page);
  return true;
}

void page_guard::remove(std::byte* page) noexcept {
  if (std::erase(pages_, page) == 0) return;
  uffdio_range range = range_of(page);
  control(fault_.number(), UFFDIO_UNREGISTER, &range);
}

bool page_guard::set_protection(std::byte* page, bool on) noexcept {
  uffdio_writeprotect change{};
  change.range = range_of(page);
  change.mode = on ? UFFDIO_WRITEPROTECT_MODE_WP : 0;
  return control(fault_.number(), UFFDIO_WRITEPROTECT, &change);
}

bool page_guard::protect() noexcept {
  bool all = true;
  for (std::byte* const page : pages_) all = set_protection(page, true) && all;
  return all;
}

bool page_guard::has_stopped_a_writer() const noexcept {
  if (!fault_) return false;
  pollfd file{fault_.number(), POLLIN, 0};
  constexpr timespec at_once{};
  return ppoll(&file, 1, &at_once, nullptr) == 1;
}

void page_guard::release() noexcept {
  // The events contain only the page and the thread; all pages are released anyway.
  std::array<uffd_msg, 16> events;
  while (syscall(SYS_read, fault_.number(), events.data(), sizeof events) > 0) {
  }
  for (std::byte* const page : pages_) set_protection(page, false);
}

}  // namespace verbatim::emulator
