// Starts the engine's thread.
#include "engine/turn/engine_thread.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <system_error>
#include <utility>

namespace verbatim::emulator {
namespace {

/// Lets the thread yield to the program and wake quickly.
void adjust_thread(const char* name) noexcept {
  prctl(PR_SET_NAME, name);
  prctl(PR_SET_TIMERSLACK, 1000ul);
  // A thread with short time slices gets the CPU soon after it wakes, even if a program polls all
  // the time; see sched_setattr(2), sched_runtime of SCHED_OTHER (Linux 6.12).
  struct {
    std::uint32_t size;
    std::uint32_t policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime;
    std::uint64_t deadline;
    std::uint64_t period;
  } attributes{};
  attributes.size = sizeof attributes;
  attributes.policy = SCHED_OTHER;
  attributes.runtime = 100'000;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

}  // namespace

void engine_thread::start(std::function<void()> body, const char* name) {
  body_ = std::move(body);
  name_ = name;
  // The program's threads handle the program's signals.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const auto run = [](void* self) -> void* {
    const auto& of = *static_cast<engine_thread*>(self);
    adjust_thread(of.name_);
    of.body_();
    return nullptr;
  };
  const int error = pthread_create(&thread_, nullptr, run, this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start the engine's thread");
  }
}

}  // namespace verbatim::emulator
