// One device per process, made when the program first opens it, forgotten in a child of fork.
#include "abi/process.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

#include "options.hpp"

namespace verbatim::emulator {
namespace {

std::mutex starting;
std::atomic<device*> current{nullptr};
std::atomic<pid_t> owner{0};

// The mutex is held over fork, so that no child sees a device half made. The child leaves the
// parent's device alone: its engine thread does not exist there and its mutex may be held for ever.
void before_fork() { starting.lock(); }
void in_parent() { starting.unlock(); }
void in_child() {
  current = nullptr;
  starting.unlock();
}

[[maybe_unused]] const int registered = pthread_atfork(before_fork, in_parent, in_child);

}  // namespace

device& this_device() {
  const std::lock_guard guard(starting);
  if (!current) {
    current = new device(current_options());
    owner = getpid();
  }
  return *current;
}

device* started_device() noexcept {
  device* const found = current;
  return found && owner == getpid() ? found : nullptr;
}

}  // namespace verbatim::emulator
