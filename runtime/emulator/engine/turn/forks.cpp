// One pthread_atfork for all engines of the process.
#include "engine/turn/forks.hpp"

#include <pthread.h>

#include <mutex>
#include <vector>

namespace verbatim::emulator {
namespace {

struct roll {
  std::mutex mutex;
  std::vector<fork_aware*> enrolled;
};

/// Returns the list of enrolled objects. It is never destroyed, because programs may fork while
/// they exit.
roll& everybody() {
  static roll& all = []() -> roll& {
    pthread_atfork(
        [] {
          everybody().mutex.lock();
          for (fork_aware* const one : everybody().enrolled) one->before_fork();
        },
        [] {
          for (fork_aware* const one : everybody().enrolled) one->after_fork();
          everybody().mutex.unlock();
        },
        [] {
          for (fork_aware* const one : everybody().enrolled) one->after_fork_in_child();
          everybody().mutex.unlock();
        });
    return *new roll;
  }();
  return all;
}

}  // namespace

void prepare_forks() { (void)everybody(); }

void enroll(fork_aware& one) {
  roll& all = everybody();
  const std::lock_guard guard(all.mutex);
  all.enrolled.push_back(&one);
}

void dismiss(fork_aware& one) {
  roll& all = everybody();
  const std::lock_guard guard(all.mutex);
  std::erase(all.enrolled, &one);
}

}  // namespace verbatim::emulator
