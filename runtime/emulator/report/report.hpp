// Prints everything that the emulated device reports, one line at a time, on stderr.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace verbatim::emulator {

/// Writes "verbatim-emulator: <text>\n" with one write(2), so that lines of several threads and
/// processes stay whole. Writes to the file that options::report_file names, otherwise to stderr.
/// Also writes to stderr if the file cannot be written, for example because the disk is full.
/// Preserves errno.
void report_line(std::string_view text) noexcept;

/// Sets a function that gets each line too, or null for none. It must not report.
void set_report_listener(void (*listener)(std::string_view) noexcept) noexcept;

/// Returns true if `note` prints.
bool reports_everything() noexcept;

/// Reports a mistake of the program, or the reason for a refusal. Safe from any thread.
template <class... Args>
void report(fmt::format_string<Args...> format, Args&&... args) {
  report_line(fmt::format(format, std::forward<Args>(args)...));
}

/// Reports a normal event; printed only with `--verbose`.
template <class... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  if (reports_everything()) report_line(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace verbatim::emulator
