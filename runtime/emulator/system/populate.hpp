// Faults in pages of the program, or finds out that this is not possible.
#pragma once

#include <cstddef>

namespace verbatim::emulator {

/// Returns true if the kernel supports this (since Linux 5.14); otherwise every page counts as
/// mapped.
bool can_populate() noexcept;

/// Faults in whole pages, for reading or writing. Returns false if they are not all mapped, if
/// `writable` is true and they are not writable, or if the kernel does not support this.
bool populate(void* pages, std::size_t bytes, bool writable) noexcept;

}  // namespace verbatim::emulator
