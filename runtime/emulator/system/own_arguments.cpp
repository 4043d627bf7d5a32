// Reads the command line as the kernel keeps it.
#include "system/own_arguments.hpp"

#include <fstream>
#include <iterator>

namespace verbatim::emulator {

std::string own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace verbatim::emulator
