// Faults in pages of the program, or finds out that they cannot be.
#pragma once

#include <cstddef>

namespace verbatim::emulator {

/// Returns true if the kernel can be asked (since Linux 5.14); else every page is taken as good.
bool can_populate() noexcept;

/// Faults whole pages in, to be read or written. Returns false if they are not all mapped, if
/// `writable` is set and they may not be written, or if the kernel cannot be asked.
bool populate(void* pages, std::size_t bytes, bool writable) noexcept;

}  // namespace verbatim::emulator
