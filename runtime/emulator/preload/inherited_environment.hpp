// The environment variables that a program needs so that it sees the device.
#pragma once

#include <cstddef>

namespace verbatim::emulator {

/// Puts back the launcher's variables if an environment was cleaned of all of them. A program that
/// removes LD_PRELOAD alone does it on purpose. Allocates nothing.
class inherited_environment {
 public:
  /// Prepares for a program that is to get `environment`, which may be null.
  explicit inherited_environment(char* const* environment) noexcept;

  /// The number of missing variables; 0: the program gets the environment as it is.
  std::size_t count() const noexcept { return count_; }

  /// The length of the array that `fill` needs.
  std::size_t whole_count() const noexcept { return given_count_ + count_ + 1; }

  /// Writes the environment with the missing variables, and a null at its end.
  void fill(char** to) const noexcept;

 private:
  char* const* given_;
  std::size_t given_count_ = 0;
  std::size_t count_ = 0;
};

/// Reports that the program starts another one that will run without this library, if that one uses
/// RDMA.
void mention_missing_library(const char* program) noexcept;

}  // namespace verbatim::emulator
