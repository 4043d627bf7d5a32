// How a command is refused: an errno value for the program, a sentence for the person.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "report.hpp"

namespace verbatim::emulator {

/// Thrown out of a command handler; the ioctl then fails with `error`.
struct refusal {
  int error;
};

/// Reports why and throws a refusal.
template <class... Args>
[[noreturn]] void refuse(int error, fmt::format_string<Args...> format, Args&&... args) {
  report(format, std::forward<Args>(args)...);
  throw refusal{error};
}

}  // namespace verbatim::emulator
