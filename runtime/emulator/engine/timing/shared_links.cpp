// Maps the file of the links.
#include "engine/timing/shared_links.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "system/descriptor.hpp"
#include "system/whole_write.hpp"

namespace verbatim::emulator {
namespace {

/// Returns the mapped file, or null with errno.
void* map_file(const std::string& path, std::size_t bytes) noexcept {
  const descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return nullptr;
  {
    // Pages of a file with holes cannot be written when the disk is full.
    const held_file_signals held;
    if (const int error = posix_fallocate(file.number(), 0, static_cast<off_t>(bytes))) {
      errno = error;
      return nullptr;
    }
  }
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
  return mapped == MAP_FAILED ? nullptr : mapped;
}

}  // namespace

shared_links::shared_links(const std::string& directory, unsigned devices)
    : bytes_(devices * sizeof(device_links)) {
  // New bytes of the file are zero, which are empty queues.
  links_ = static_cast<device_links*>(map_file(directory + "/timing", bytes_));
  if (links_) return;
  problem_ = std::strerror(errno);
  own_ = std::make_unique<device_links[]>(devices);
  links_ = own_.get();
}

shared_links::~shared_links() {
  if (!own_) munmap(links_, bytes_);
}

}  // namespace verbatim::emulator
