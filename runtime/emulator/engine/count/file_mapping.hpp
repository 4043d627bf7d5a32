// Finds a mapping of a file in this process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// Returns the address of a writable mapping of that offset of the file with that inode; null if
/// there is none but `known`. Libraries that replace mmap(2) themselves, such as UCX, hide it from
/// the preload library.
const std::byte* find_mapping(std::uint64_t inode, std::uint64_t offset,
                              const std::byte* known) noexcept;

}  // namespace verbatim::emulator
