// The part of a recording that belongs to this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "recording/bodies.hpp"
#include "recording/reader.hpp"

namespace verbatim::emulator {

/// The records of one process, from the opening of its first device on.
class recorded_process {
 public:
  /// Reads the file, and chooses the process that had the command line of this one, or the number
  /// `wanted` if it is not 0. Throws std::runtime_error with the reason and a remedy if there is
  /// none.
  recorded_process(const std::string& path, std::uint32_t wanted);
  recorded_process(const recorded_process&) = delete;
  recorded_process& operator=(const recorded_process&) = delete;

  /// The records after the process record.
  const std::vector<recording::record>& records() const noexcept { return records_; }

  const recording::process_body& process() const noexcept { return process_; }
  std::uint32_t number() const noexcept { return number_; }

  /// The time of the process record.
  std::uint64_t begin() const noexcept { return begin_; }

  /// Returns the reason why the file ends too early; empty if it does not.
  const std::string& problem() const noexcept { return problem_; }

 private:
  void choose(const std::vector<recording::record>& all, std::uint32_t wanted);

  std::vector<std::byte> file_;
  std::vector<recording::record> records_;
  recording::process_body process_;
  std::uint32_t number_ = 0;
  std::uint64_t begin_ = 0;
  std::string problem_;
};

}  // namespace verbatim::emulator
