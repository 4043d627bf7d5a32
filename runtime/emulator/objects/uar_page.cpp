// Unmaps the engine's view of the registers.
#include "objects/uar_page.hpp"

#include <sys/mman.h>

namespace verbatim::emulator {

uar_page::~uar_page() {
  if (registers) munmap(registers, size);
}

}  // namespace verbatim::emulator
