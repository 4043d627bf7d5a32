// Runs the checks one after the other, and ends the run if one of them hangs.
#pragma once

#include <string>
#include <vector>

#include "tools/selftest/check.hpp"
#include "tools/selftest/report.hpp"

namespace verbatim::tools::selftest {

/// From now on, interrupts (SIGINT, SIGTERM) skip the checks that have not ended.
void catch_interrupts();

/// Runs the checks and completes `so_far`. If a check
/// does not end, which a call into a broken kernel driver may cause, writes `path` with what was
/// found until then and ends the process with status 1.
void run_all(const std::vector<check>& checks, bench& on, outcome& so_far, const std::string& path);

/// Returns true if the id is one of those that the pattern names: the id itself, or one of its
/// beginnings at a slash, or any of its parts behind a slash. `*` in the pattern is any text.
bool matches(std::string_view id, std::string_view pattern);

}  // namespace verbatim::tools::selftest
