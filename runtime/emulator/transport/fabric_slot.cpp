// Finds the lowest slot whose lock file is not locked.
#include "transport/fabric_slot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace verbatim::emulator {
namespace {

[[noreturn]] void fail(int error, std::string words) {
  throw std::system_error(error, std::generic_category(), std::move(words));
}

}  // namespace

fabric_slot::fabric_slot(const std::string& directory) : directory_(directory) {
  for (number_ = first; number_ <= last; ++number_) {
    const auto file = fmt::format("slot-{}.lock", number_);
    lock_ = moved_high(
        descriptor(openat(directory_.number(), file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)));
    if (!lock_) fail(errno, fmt::format("cannot make {}/{}", directory, file));
    if (flock(lock_.number(), LOCK_EX | LOCK_NB) == 0) return;
    lock_.reset();
  }
  fail(EUSERS, fmt::format("all {} slots of the fabric {} are taken", last, directory));
}

std::string fabric_slot::socket_path(std::uint32_t slot) const {
  return fmt::format("/proc/self/fd/{}/slot-{}.socket", directory_.number(), slot);
}

std::vector<std::uint32_t> fabric_slot::others() const {
  std::vector<std::uint32_t> result;
  // The lowest slots are taken first, so few unused files exist above the highest used slot.
  for (std::uint32_t slot = first; slot <= last; ++slot) {
    if (faccessat(directory_.number(), fmt::format("slot-{}.lock", slot).c_str(), F_OK, 0) != 0) {
      break;
    }
    if (slot != number_ &&
        faccessat(directory_.number(), fmt::format("slot-{}.socket", slot).c_str(), F_OK, 0) == 0) {
      result.push_back(slot);
    }
  }
  return result;
}

void fabric_slot::abandon() noexcept {
  lock_.reset();
  directory_.abandon();
}

}  // namespace verbatim::emulator
