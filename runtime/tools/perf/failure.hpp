// The failures that end `verbatim perf` early, and its exit statuses.
#pragma once

#include <stdexcept>
#include <string>

namespace verbatim::tools::perf {

/// The exit statuses of the program.
enum exit_status : int {
  measured = 0,  ///< everything was measured, or the comparison found nothing that is worse
  failed = 1,    ///< the measurement failed in the middle, or the comparison found something worse
  wrong = 2,     ///< the command line is wrong, or a file cannot be read or written
  nothing_run = 3  ///< nothing could be measured: no device, no peer, or what does not fit
};

/// A sentence for the user, and the exit status.
class failure : public std::runtime_error {
 public:
  failure(exit_status status, const std::string& sentence)
      : std::runtime_error(sentence), status_(status) {}

  exit_status status() const noexcept { return status_; }

 private:
  exit_status status_;
};

}  // namespace verbatim::tools::perf
