// The command line of this process.
#pragma once

#include <string>

namespace verbatim::emulator {

/// Returns the words of the command line, each with a zero byte at its end.
std::string own_arguments();

}  // namespace verbatim::emulator
