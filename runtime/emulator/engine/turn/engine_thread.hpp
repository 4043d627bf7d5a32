// The thread of the engine.
#pragma once

#include <pthread.h>

#include <functional>

namespace verbatim::emulator {

/// A thread next to those of the program. It takes none of the program's signals, yields to the
/// program and wakes quickly.
class engine_thread {
 public:
  /// Runs `body` on the thread, whose name has at most 15 characters. Throws std::system_error if
  /// the thread cannot be started.
  void start(std::function<void()> body, const char* name = "verbatim-engine");

  /// Waits until the body has returned.
  void join() noexcept { pthread_join(thread_, nullptr); }

 private:
  pthread_t thread_{};
  std::function<void()> body_;
  const char* name_ = "";
};

}  // namespace verbatim::emulator
