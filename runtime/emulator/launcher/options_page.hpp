// Prints the table of options.
#pragma once

#include <iosfwd>

namespace verbatim::emulator {

/// Writes the table of docs/emulator.md.
void print_options(std::ostream& to);

}  // namespace verbatim::emulator
