// One device per process. The program's first open makes it, and a child of fork forgets it.
#include "abi/process.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/turn/engine.hpp"
#include "engine/turn/forks.hpp"
#include "record/recorder.hpp"
#include "replay/replay_engine.hpp"
#include "report/report.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator {
namespace {

std::mutex starting;
std::atomic<device*> current{nullptr};
std::atomic<pid_t> owner{0};

// The mutex is held over fork, so that no child sees an incomplete device. The child does not use
// the parent's device, because the engine thread does not exist in the child and the device's mutex
// may stay locked there.
void before_fork() { starting.lock(); }
void in_parent() { starting.unlock(); }
void in_child() {
  current = nullptr;
  forget_recording();
  starting.unlock();
}

[[maybe_unused]] const int registered =
    (prepare_forks(), pthread_atfork(before_fork, in_parent, in_child));

/// Notifies the engine that the process ends by exit(3). A thread that holds the device's lock may
/// have called exit(3) itself, so the wait for the lock is limited.
[[gnu::destructor]] void at_exit() {
  process_ends();
  device* const left = started_device();
  const bool has_more_to_say =
      !current_options().rings_file.empty() || (current_options().wire && reports_everything());
  if (!left || !has_more_to_say) return;
  using namespace std::chrono_literals;
  for (int tries = 1000; tries > 0; --tries, std::this_thread::sleep_for(1ms)) {
    const std::unique_lock guarded(left->lock(), std::try_to_lock);
    if (guarded) return left->engine().process_ends();
  }
}

}  // namespace

device& this_device() {
  const std::lock_guard guard(starting);
  if (!current) {
    auto made = std::make_unique<device>(current_options());
    if (!current_options().replay_file.empty()) {
      made->execute_with(start_replay(*made));
    } else if (current_options().engine) {
      made->execute_with(start_engine(*made));
    }
    begin_recording(made->engine().slot());
    current = made.release();
    owner = getpid();
  }
  return *current;
}

void process_ends() noexcept {
  if (device* const left = started_device()) left->engine().write_files();
}

device* started_device() noexcept {
  device* const found = current;
  return found && owner == getpid() ? found : nullptr;
}

}  // namespace verbatim::emulator
