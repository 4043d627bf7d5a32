// The file of --record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Appends whole records to a file, to which several processes may append. If a write fails, says so
/// once, and writes nothing more; the file ends with a whole record.
class recording_file {
 public:
  /// Opens the file and writes its header, unless another process has. If that is not possible, or
  /// if the file holds something else, says so, and writes nothing.
  explicit recording_file(std::string path);

  bool is_open() const noexcept { return static_cast<bool>(file_); }

  /// Appends records, and counts them.
  void write(std::string_view records, std::uint64_t count);

 private:
  bool begin(int file) const;

  std::string path_;
  descriptor file_;
  std::uint64_t written_ = 0;
};

}  // namespace verbatim::emulator
