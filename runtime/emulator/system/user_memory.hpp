// Copies memory of the program that may not be mapped.
#pragma once

#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// These functions copy `bytes` bytes from or to an address of the program. They return false if
/// the bytes are not all mapped, or not writable; a part may then have been copied.
bool copy_from_program(void* to, std::uint64_t from, std::size_t bytes) noexcept;
bool copy_to_program(std::uint64_t to, const void* from, std::size_t bytes) noexcept;

}  // namespace verbatim::emulator
