// The devices' files, mounted at the places where the kernel has those of real devices.
#pragma once

#include <string>
#include <vector>

namespace verbatim::emulator {

/// Runs the command where the files below `tree` are at their places: in a mount namespace of its
/// own, and in a user namespace of its own unless this process may mount. Waits for its end. Returns
/// the exit status for the launcher.
int run_with_mounted_tree(const std::string& tree, const std::vector<std::string>& command);

}  // namespace verbatim::emulator
