// The memory of a process by the library that has taken it: the library, the device's library, or the
// emulator.
#pragma once

#include <cstdint>

namespace verbatim::testing {

/// Bytes that were taken and not given back since count_memory().
struct memory_by_object {
  std::int64_t ours = 0;      ///< by the program and Verbatim, with the registered memory
  std::int64_t provider = 0;  ///< by libibverbs and libmlx5: the rings of queues, above all
  std::int64_t emulator = 0;  ///< by the emulated device, which a NIC needs not
  std::int64_t others = 0;    ///< by libc and libstdc++

  memory_by_object operator-(const memory_by_object& from) const noexcept {
    return {ours - from.ours, provider - from.provider, emulator - from.emulator,
            others - from.others};
  }
};

/// Returns false under a sanitizer, which has its own functions for memory.
bool can_count_memory() noexcept;

/// Begins to count. Call it when all libraries are loaded.
void count_memory();

memory_by_object memory_now() noexcept;

/// Returns the resident memory of the process, and the bytes of the heap that are in use.
std::int64_t resident_memory();
std::int64_t heap_in_use() noexcept;

}  // namespace verbatim::testing
