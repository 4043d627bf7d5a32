// Unmaps the engine's view of the device's memory.
#include "objects/memory/device_memory.hpp"

#include <sys/mman.h>

namespace verbatim::emulator {

device_memory::~device_memory() {
  if (memory) munmap(memory, pages * page_size);
}

}  // namespace verbatim::emulator
