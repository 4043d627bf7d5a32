// Starts the command.
#pragma once

#include <string>
#include <vector>

namespace verbatim::emulator {

/// Replaces this process by the command; returns the exit status if that fails. Reports before if
/// the emulator's library cannot be loaded into it. `mounted` is true if the devices' files are at
/// their places.
int execute(const std::vector<std::string>& command, bool mounted);

}  // namespace verbatim::emulator
