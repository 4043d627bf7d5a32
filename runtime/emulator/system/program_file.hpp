// Tests whether the emulator's library can be loaded into a program.
#pragma once

#include <string>

namespace verbatim::emulator {

/// Returns the reason why the program that execvp(3) would start for `command` runs without the
/// emulator's library, as the end of a sentence that begins with the program's name; empty if
/// nothing prevents the library. Follows `#!` lines.
std::string why_not_emulated(const std::string& command);

/// Returns the sentence about a program that runs without the library for that reason. `mounted` is
/// true if the devices' files are at their places.
std::string without_library(const std::string& program, const std::string& reason, bool mounted);

/// Returns true if the program, or the interpreter in its `#!` line, uses RDMA: it contains names
/// of RDMA's libraries or files.
bool speaks_of_rdma(const std::string& command);

}  // namespace verbatim::emulator
