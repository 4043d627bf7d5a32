// What the device's files in /sys and /dev say.
#pragma once

#include <string>
#include <vector>

namespace verbatim::emulator {

/// One file or symbolic link. Directories come into being with what is in them.
struct tree_entry {
  std::string path;
  std::string text;
  bool is_link = false;
};

/// All of them, always the same.
std::vector<tree_entry> device_tree();

}  // namespace verbatim::emulator
