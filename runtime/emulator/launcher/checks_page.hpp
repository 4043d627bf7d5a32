// The list of checks as a page for people.
#pragma once

#include <iosfwd>

namespace verbatim::emulator {

/// Writes docs/emulator-checks.md.
void print_checks(std::ostream& to);

}  // namespace verbatim::emulator
