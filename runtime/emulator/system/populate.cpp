// Faults in pages of the program, or finds out that this is not possible.
#include "system/populate.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

namespace verbatim::emulator {

bool can_populate() noexcept {
  static const bool answer = [] {
    alignas(8) std::byte here{};
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<std::uintptr_t>(&here) & ~(page - 1);
    return populate(reinterpret_cast<void*>(start), page, false);
  }();
  return answer;
}

bool populate(void* pages, std::size_t bytes, bool writable) noexcept {
  return madvise(pages, bytes, writable ? MADV_POPULATE_WRITE : MADV_POPULATE_READ) == 0;
}

}  // namespace verbatim::emulator
