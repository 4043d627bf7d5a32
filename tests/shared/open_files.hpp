// The files of this process, for tests that look for leaks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>

namespace verbatim::testing {

/// The emulator's own files have this number or a higher one.
constexpr unsigned long first_of_emulator = 200;

/// Returns the number of open files whose own number is lower than `below`.
inline std::ptrdiff_t open_files(unsigned long below = std::numeric_limits<unsigned long>::max()) {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::count_if(begin(files), end(files), [below](const auto& one) {
    return std::stoul(one.path().filename()) < below;
  });
}

}  // namespace verbatim::testing
