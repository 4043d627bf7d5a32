// The refusal of a command: an errno value for the program, and a sentence for the person.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "report/finding.hpp"

namespace verbatim::emulator {

/// Thrown out of a command handler; the ioctl then fails with `error`.
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
