// The thread of the engine.
#pragma once

#include <pthread.h>

#include <functional>

namespace verbatim::emulator {

/// A thread beside those of the program: it takes none of the program's signals, yields to the
/// program and wakes quickly.
class engine_thread {
 public:
  /// Runs `body` on the thread, which has that name of at most 15 characters. Throws
  /// std::system_error if there can be no thread.
  void start(std::function<void()> body, const char* name = "verbatim-engine");

  /// Waits until the body has returned.
  void join() noexcept { pthread_join(thread_, nullptr); }

 private:
  pthread_t thread_{};
  std::function<void()> body_;
  const char* name_ = "";
};

}  // namespace verbatim::emulator
