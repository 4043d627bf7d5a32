// Writes each line with one write(2).
#include "report/report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include "settings/options.hpp"
#include "system/whole_write.hpp"

namespace verbatim::emulator {
namespace {

int open_report_file() noexcept {
  const std::string& path = current_options().report_file;
  if (path.empty()) return STDERR_FILENO;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  return file < 0 ? STDERR_FILENO : file;
}

std::atomic<void (*)(std::string_view) noexcept> listener_of_reports{nullptr};

}  // namespace

void set_report_listener(void (*listener)(std::string_view) noexcept) noexcept {
  listener_of_reports = listener;
}

void report_line(std::string_view text) noexcept {
  static const int file = open_report_file();
  const int saved = errno;
  if (auto* const listener = listener_of_reports.load()) listener(text);
  try {
    std::string line = "verbatim-emulator: ";
    line += text;
    line += '\n';
    if (!write_whole(file, line) && file != STDERR_FILENO) {
      static std::atomic<bool> said = false;
      if (!said.exchange(true)) {
        line.insert(0, "verbatim-emulator: --report: " + current_options().report_file + ": " +
                           std::strerror(errno) + ": what it does not take is said here\n");
      }
      // If the line cannot be written here either, it is lost.
      (void)write_whole(STDERR_FILENO, line);
    }
  } catch (const std::bad_alloc&) {
  }
  errno = saved;
}

bool reports_everything() noexcept { return current_options().verbose == verbosity::everything; }

}  // namespace verbatim::emulator
