// The records of a process, played in their order.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "objects/device.hpp"
#include "objects/engine_hooks.hpp"
#include "replay/effects.hpp"
#include "replay/flushing.hpp"
#include "replay/recorded_process.hpp"

namespace verbatim::emulator {

/// Each step of the program is compared with the next record, and each step of the device is done
/// again. All functions require device::lock().
class script {
 public:
  using clock = std::chrono::steady_clock;

  script(device& on, const recorded_process& from) : on_(on), from_(from) {}

  /// Plays on until the program has to do something, or until it is too early for what the device
  /// did next; `hurry` plays that at once. Returns true if it played something.
  bool play(clock::time_point now, bool hurry);

  /// Returns the time at which to play on, if the program does nothing.
  clock::time_point next() const noexcept { return next_; }

  /// Begins a command that is due. Returns false if something else is.
  bool begin_command(std::string_view name, recorded_command& into);

  /// Plays what the device did during the command, up to the answer or, if `resized` is true, up to
  /// the change of a ring.
  void play_command(bool resized);

  /// Reports a difference, if it is the first one, with the place of the present record.
  void differs(std::string_view what);

  /// Ends the replay, with a sentence.
  void stop(std::string_view why);

  /// Flushes what the program has posted after the end.
  void flush() { flushing_.flush(on_); }

  /// Returns true if nothing is played any more.
  bool stopped() const noexcept { return stopped_; }

  /// Returns true if all records are played.
  bool at_end() const noexcept { return at_ == from_.records().size(); }

  /// Returns true if the program has to do something next, or if nothing comes any more.
  bool waits_for_program() const noexcept { return at_end() || !is_effect(from_.records()[at_]); }

  /// Returns the next record in words, or that there is none.
  std::string due() const;

  /// Returns something that the program has posted and that is not played, in words; empty if there
  /// is nothing.
  std::string posted() const;

  /// Returns the number of WQEBBs of a send queue that were played, modulo 2^16.
  std::uint16_t played_sends(std::uint32_t qpn) const;

  bool differed() const noexcept { return differed_; }

  /// Forgets the indexes of a queue pair in RESET.
  void reset(std::uint32_t qpn);

 private:
  void do_again(const recording::record& one);
  bool play_one(clock::time_point now, bool hurry);
  bool matched(const recording::record& one);
  bool match(const recording::send_wqe_body& then);
  bool match(const recording::receive_wqe_body& then);
  bool early(const recording::record& one, clock::time_point now);
  void pass(bool by_program);
  std::string place() const;

  device& on_;
  const recorded_process& from_;
  std::size_t at_ = 0;
  bool stopped_ = false;
  bool differed_ = false;
  bool in_command_ = false;
  bool failed_ = false;  ///< the command, in the recording
  clock::time_point next_ = clock::time_point::max();

  /// The time of the program's last step, now and in the recording.
  clock::time_point step_ = clock::now();
  std::uint64_t recorded_step_ = from_.begin();

  /// The WQEBBs and WQEs that were played, modulo 2^16.
  std::map<std::uint32_t, std::uint16_t> sends_;
  std::map<std::uint32_t, std::uint16_t> receives_;
  std::map<std::uint32_t, std::uint16_t> shared_receives_;
  flushing flushing_;
};

}  // namespace verbatim::emulator
