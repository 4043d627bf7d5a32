// The recording of a program on a real device.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "recording/bodies.hpp"
#include "recording/reader.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator::watch {

/// Appends records to the file that VERBATIM_WATCH names. Any thread may use it.
class watch_file {
 public:
  /// Returns the file of this process. Null if the variable is not set, if the file cannot be written,
  /// which is reported, and in a child of fork.
  static watch_file* here() noexcept;

  /// Returns true if the file is open.
  static bool begun() noexcept;

  explicit watch_file(descriptor file) noexcept : file_(std::move(file)) {}

  template <class Body>
  void add(const Body& body) {
    const std::lock_guard guard(mutex_);
    recording::append_record(waiting_, present(), body);
  }

  /// Writes what was added. If that fails, says so once, and writes nothing more.
  void flush();

 private:
  static recording::record present();

  std::mutex mutex_;
  descriptor file_;
  std::string waiting_;
};

}  // namespace verbatim::emulator::watch
