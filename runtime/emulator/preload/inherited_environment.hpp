// The environment variables that a program needs to see the device.
#pragma once

#include <cstddef>

namespace verbatim::emulator {

/// Restores the launcher's variables if an environment has none of them. A program that removes
/// only LD_PRELOAD does so on purpose. Allocates nothing.
class inherited_environment {
 public:
  /// Prepares the environment of a program from `environment`, which may be null.
  explicit inherited_environment(char* const* environment) noexcept;

  /// Returns the number of missing variables; 0 if the environment needs no change.
  std::size_t count() const noexcept { return count_; }

  /// Returns the length of the array that `fill` needs.
  std::size_t whole_count() const noexcept { return given_count_ + count_ + 1; }

  /// Writes the environment with the missing variables, and a null at its end.
  void fill(char** to) const noexcept;

 private:
  char* const* given_;
  std::size_t given_count_ = 0;
  std::size_t count_ = 0;
};

/// Reports that the program starts another program that uses RDMA but will run without this
/// library.
void mention_missing_library(const char* program) noexcept;

}  // namespace verbatim::emulator
