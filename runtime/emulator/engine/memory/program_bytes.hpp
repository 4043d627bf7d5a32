// The program's memory, which may be gone: copies and atomics that then fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace verbatim::emulator::program_bytes {

/// Copy out of and into the program's memory. Return false if some of it is not there any more.
bool read(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;
bool write(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

/// True if the word at `at` can be written. Code that touches it directly has to ask first, or it
/// could get a signal.
bool writable(std::byte* at) noexcept;

/// Execute atomics that are atomic for the program's threads too. `at` must be aligned to 8
/// bytes. Both return the value before, in host order, or nothing if the memory is not there or
/// cannot be written.
std::optional<std::uint64_t> compare_and_swap(std::byte* at, std::uint64_t compare,
                                              std::uint64_t swap) noexcept;
std::optional<std::uint64_t> fetch_and_add(std::byte* at, std::uint64_t add) noexcept;

}  // namespace verbatim::emulator::program_bytes
