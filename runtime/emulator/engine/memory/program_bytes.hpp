// The program's memory, which may not be mapped any more: copies and atomics then fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace verbatim::emulator::program_bytes {

/// These functions copy from and to the program's memory. They return false if some of it is not
/// mapped any more.
bool read(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;
bool write(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

/// Returns the number of bytes from `at` to the end of its page; at least 1.
std::size_t to_end_of_page(const std::byte* at) noexcept;

/// Returns true if each page of [at, at + bytes) is mapped, and can be read.
bool mapped(const std::byte* at, std::size_t bytes) noexcept;

/// Returns true if the word at `at` can be written. Code that accesses it directly has to call this
/// first, or it could get a signal.
bool writable(std::byte* at) noexcept;

/// These functions execute operations that are atomic for the program's threads too. `at` must be
/// aligned to 8 bytes. They return the previous value in host order, or nothing if the memory is
/// not mapped or cannot be written.
std::optional<std::uint64_t> compare_and_swap(std::byte* at, std::uint64_t compare,
                                              std::uint64_t swap) noexcept;
std::optional<std::uint64_t> fetch_and_add(std::byte* at, std::uint64_t add) noexcept;

}  // namespace verbatim::emulator::program_bytes
