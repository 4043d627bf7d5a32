// The files of this process, for tests that look for leaks.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>

#include "long_enough.hpp"

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

/// Waits until so many files are open. Returns false if that does not happen: on iWARP the kernel closes
/// those of a connection when the peer has answered.
inline bool open_files_become(std::ptrdiff_t count) {
  const auto until = std::chrono::steady_clock::now() + long_enough;
  while (open_files() != count) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace verbatim::testing
