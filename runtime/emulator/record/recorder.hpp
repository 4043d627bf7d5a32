// Records what the program and the device do to each other, for --record.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/recording_file.hpp"
#include "recording/bodies.hpp"
#include "recording/reader.hpp"

namespace verbatim::emulator {

/// Keeps records until flush() writes them. Any thread may use it.
class recorder {
 public:
  explicit recorder(const std::string& path) : file_(path) {}

  bool is_open() const noexcept { return file_.is_open(); }

  /// Adds a record of the present time and thread.
  template <class Body>
  void add(const Body& body) {
    const std::lock_guard guard(mutex_);
    recording::append_record(waiting_, present(), body);
    added();
  }

  /// Writes what was added. If the process ends, writes its last record too.
  void flush();

  /// Asks for the last record. Any thread may call it; the engine's thread then has to flush.
  void ask_for_end() noexcept { ends_ = true; }

  /// Returns true if the last record is written.
  bool has_ended() const noexcept { return ended_; }

 private:
  static recording::record present();
  void added();
  void write();

  std::mutex mutex_;
  recording_file file_;
  std::string waiting_;
  std::uint64_t count_ = 0;
  std::atomic<bool> ends_ = false;
  std::atomic<bool> ended_ = false;
};

/// Returns the recorder of this process; null if it does not record.
recorder* recording_here() noexcept;

/// Begins to record, if options::record_file names a file. `slot` is the place of the process in the
/// fabric.
void begin_recording(std::uint32_t slot);

/// Forgets the recorder in a child of fork, which does not use the devices of its parent.
void forget_recording() noexcept;

/// Adds a record if this process records.
template <class Body>
void record(const Body& body) {
  if (recorder* const to = recording_here()) to->add(body);
}

/// A bit for each eight bytes, from the first on: those that are an address of this process, in the
/// byte order of the machine or of the wire.
using address_bits = std::vector<std::byte>;
address_bits addresses_in(std::span<const std::byte> bytes);

}  // namespace verbatim::emulator
