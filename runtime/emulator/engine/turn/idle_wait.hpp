// The sleep of the engine: none after work, then short sleeps, then a sleep until something
// happens.
#pragma once

#include "engine/base/engine_room.hpp"
#include "engine/turn/page_guard.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator {

class idle_wait {
 public:
  /// Creates a wait that also ends when `transport` polls readable. If it is `punctual`, it does not
  /// sleep through the last moments before the time that it waits for.
  explicit idle_wait(int transport, bool punctual = false);

  /// Records that there was work, so that the next pause is short again.
  void worked() noexcept;

  /// Waits for a while that grows with idleness, at most until `until`.
  void pause(engine_clock::time_point until) noexcept;

  /// Ends a pause. Any thread may call it.
  void wake() noexcept;

  // A long pause needs the program's doorbell pages guarded. The functions below need the device's
  // lock.

  void add_page(std::byte* page) noexcept { all_guarded_ = guard_.add(page) && all_guarded_; }
  void remove_page(std::byte* page) noexcept { guard_.remove(page); }

  /// Returns true if the engine has been idle for so long that guarding is worth its cost.
  bool wants_guard() const noexcept;

  /// Guards the pages, as far as that is possible. The doorbells must be checked once more
  /// afterwards.
  void guard() noexcept { guarded_ = guard_.protect() && all_guarded_; }

  /// Returns true if the pages are guarded, or if a writer is stopped although they are not.
  bool needs_release() const noexcept { return guarded_ || writer_is_stopped_; }
  void release() noexcept;

  /// Closes everything in a child after fork.
  void abandon() noexcept;

 private:
  engine_clock::duration idle() const noexcept { return engine_clock::now() - last_work_; }

  int transport_;
  bool punctual_;
  descriptor wake_;
  page_guard guard_;
  bool all_guarded_ = true;
  bool guarded_ = false;
  bool writer_is_stopped_ = false;
  engine_clock::time_point last_work_ = engine_clock::now();
  engine_clock::time_point next_look_ = last_work_;
};

}  // namespace verbatim::emulator
