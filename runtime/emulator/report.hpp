// One line on stderr for everything the emulated device has to say.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace verbatim::emulator {

/// Writes "verbatim-emulator: <text>\n" with one write(2), so that lines of several threads and
/// processes stay whole. Goes to stderr, or to the file that options::report_file names. Preserves
/// errno.
void report_line(std::string_view text) noexcept;

/// True if `note` prints.
bool reports_everything() noexcept;

/// Says what a program did wrong, or why something was refused. Safe from any thread.
template <class... Args>
void report(fmt::format_string<Args...> format, Args&&... args) {
  report_line(fmt::format(format, std::forward<Args>(args)...));
}

/// Says what is normal; printed only with `--verbose`.
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  if (reports_everything()) report_line(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace verbatim::emulator
