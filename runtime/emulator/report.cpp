// One line with one write(2).
#include "report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "options.hpp"

namespace verbatim::emulator {
namespace {

int open_report_file() noexcept {
  const std::string& path = current_options().report_file;
  if (path.empty()) return STDERR_FILENO;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  return file < 0 ? STDERR_FILENO : file;
}

}  // namespace

void report_line(std::string_view text) noexcept {
  static const int file = open_report_file();
  const int saved = errno;
  try {
    std::string line = "verbatim-emulator: ";
    line += text;
    line += '\n';
    // A line that cannot be written has nowhere else to go.
    [[maybe_unused]] const ssize_t written = write(file, line.data(), line.size());
  } catch (const std::bad_alloc&) {
  }
  errno = saved;
}

bool reports_everything() noexcept { return current_options().verbose == verbosity::everything; }

}  // namespace verbatim::emulator
