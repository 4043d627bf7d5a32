// Interposed functions that end the process without exit(3).
#include <unistd.h>

#include <cstdlib>

#include "abi/process.hpp"
#include "preload/exported.hpp"
#include "preload/next.hpp"

namespace {

verbatim::emulator::next_function<void(int)> next_exit("_exit");

}  // namespace

VERBATIM_EXPORTED void _exit(int status) {
  verbatim::emulator::process_ends();
  next_exit(status);
  std::abort();
}

VERBATIM_EXPORTED void _Exit(int status) noexcept { _exit(status); }
