// The refusal of a command: an errno for the program, and a sentence for the user.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "report/finding.hpp"

namespace verbatim::emulator {

/// Command handlers throw it; the ioctl then fails with `error`.
struct refusal {
  int error;
};

/// Reports the reason and throws a refusal.
template <check Which, class... Args>
[[noreturn]] void refuse(int error, fmt::format_string<Args...> format, Args&&... args) {
  tell<Which>(format, std::forward<Args>(args)...);
  throw refusal{error};
}

}  // namespace verbatim::emulator
