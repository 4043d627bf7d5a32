// Has pages of the program there, or finds out that they cannot be.
#pragma once

#include <cstddef>

namespace verbatim::emulator {

/// True if the kernel can be asked (since 5.14); else every page is taken as good.
bool can_populate() noexcept;

/// Faults whole pages in, to be read or written. False if they are not all mapped, or, where `writable`, may not be
/// written; and if the kernel cannot be asked.
bool populate(void* pages, std::size_t bytes, bool writable) noexcept;

}  // namespace verbatim::emulator
