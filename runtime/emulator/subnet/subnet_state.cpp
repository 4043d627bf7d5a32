// Maps and locks the file of the subnet.
#include "subnet/subnet_state.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>

#include "report/report.hpp"
#include "settings/options.hpp"
#include "system/whole_write.hpp"

namespace verbatim::emulator::subnet {
namespace {

/// It changes with the form of the image.
constexpr std::uint32_t magic = 0x56425303;

// Locks of files are those of a process: its threads need a mutex.
constinit std::mutex threads;
constinit std::mutex making;
// It is never destroyed, because the engine outlives static destructors.
constinit subnet_state* of_process = nullptr;
constinit bool tried = false;

// Threads take these mutexes while they hold others, so fork(2) does not wait for them. The child gets
// new ones: a thread that held one exists in the parent only, and ends there what it began.
[[maybe_unused]] const int registered = pthread_atfork(nullptr, nullptr, [] {
  new (&threads) std::mutex;
  new (&making) std::mutex;
  // The child has no lock on the directory. The old mapping stays: it costs nothing.
  of_process = nullptr;
  tried = false;
});

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

subnet_state::subnet_state(const std::string& directory, void (*fill)(image&))
    : directory_(directory),
      file_(moved_high(descriptor(openat(directory_.number(), "subnet",
                                         O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)))) {
  if (!file_) fail("cannot open the file of the subnet in " + directory);
  if (!change_lock(F_WRLCK)) fail("cannot lock the file of the subnet");
  {
    // Pages of a file with holes cannot be written when the disk is full.
    const held_file_signals held;
    if (const int error = posix_fallocate(file_.number(), 0, sizeof(image)); error != 0) {
      errno = error;
      fail("there is no room for the file of the subnet");
    }
  }
  void* const mapped =
      mmap(nullptr, sizeof(image), PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0);
  if (mapped == MAP_FAILED) fail("cannot map the file of the subnet");
  image_ = static_cast<image*>(mapped);
  if (image_->magic != magic) {
    image_->devices = image_->ports = 0;
    fill(*image_);
    image_->magic = magic;
  }
  const bool has_more_ports =
      current_options().devices > image_->devices || current_options().ports > image_->ports;
  if (has_more_ports) set(image_->switch_info, management::switch_info::port_state_change, 1);
  image_->devices = std::max(image_->devices, current_options().devices);
  image_->ports = std::max(image_->ports, current_options().ports);
  change_lock(F_UNLCK);
}

subnet_state::~subnet_state() { munmap(image_, sizeof(image)); }

bool subnet_state::change_lock(short type) noexcept {
  struct flock whole {};
  whole.l_type = type;
  whole.l_whence = SEEK_SET;
  int result = 0;
  do {
    result = fcntl(file_.number(), F_SETLKW, &whole);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

subnet_state::locked::locked(subnet_state& of) : of_(of) {
  threads.lock();
  of_.change_lock(F_WRLCK);
}

subnet_state::locked::~locked() {
  of_.change_lock(F_UNLCK);
  threads.unlock();
}

subnet_state* subnet_here(void (*fill)(image&)) noexcept {
  const std::lock_guard guard(making);
  if (tried) return of_process;
  tried = true;
  try {
    of_process = new subnet_state(current_options().directory, fill);
  } catch (const std::exception& error) {
    note("the subnet cannot be managed: {}", error.what());
  }
  return of_process;
}

}  // namespace verbatim::emulator::subnet
