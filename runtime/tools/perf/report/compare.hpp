// The changes from one run to another.
#pragma once

#include <string>

namespace verbatim::tools::perf {

struct comparison {
  std::string text = {};
  bool is_worse = false;  ///< at least one row is, beyond the noise
};

/// Compares two files that `--json` has written. Throws `failure` if they cannot be compared.
comparison compare(const std::string& older, const std::string& newer);

}  // namespace verbatim::tools::perf
