// Notifies engines when the process forks.
#pragma once

namespace verbatim::emulator {

/// An object that is called around fork(2) on the forking thread, in every process that has
/// enrolled one.
class fork_aware {
 public:
  virtual ~fork_aware() = default;
  virtual void before_fork() = 0;
  virtual void after_fork() = 0;
  virtual void after_fork_in_child() = 0;
};

/// Registers with pthread_atfork. Call it before other handlers are registered that take a lock under
/// which objects enroll: fork then takes that lock first, in the same order as enrolling.
void prepare_forks();

void enroll(fork_aware& one);
void dismiss(fork_aware& one);

}  // namespace verbatim::emulator
