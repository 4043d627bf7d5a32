// Accesses words that the program and the device share: doorbell records, registers, CQEs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/words.hpp"

namespace verbatim::emulator {

/// Returns a big-endian word in host order. Everything that the program wrote before it is visible
/// afterwards.
inline std::uint32_t load_acquire32(const std::byte* at) noexcept {
  const auto* const word = reinterpret_cast<const std::uint32_t*>(at);
  return wire::big_endian(__atomic_load_n(word, __ATOMIC_ACQUIRE));
}

/// Replaces a word and returns the old one; both are in the byte order of memory.
inline std::uint32_t exchange32(std::byte* at, std::uint32_t leave) noexcept {
  return __atomic_exchange_n(reinterpret_cast<std::uint32_t*>(at), leave, __ATOMIC_ACQ_REL);
}
inline std::uint64_t exchange64(std::byte* at, std::uint64_t leave) noexcept {
  return __atomic_exchange_n(reinterpret_cast<std::uint64_t*>(at), leave, __ATOMIC_ACQ_REL);
}

/// Returns eight bytes in the byte order of memory.
inline std::uint64_t load_acquire64(const std::byte* at) noexcept {
  return __atomic_load_n(reinterpret_cast<const std::uint64_t*>(at), __ATOMIC_ACQUIRE);
}

/// Stores eight bytes in the byte order of memory. Everything written before becomes visible before
/// them.
inline void store_release64(std::byte* at, std::uint64_t bytes) noexcept {
  __atomic_store_n(reinterpret_cast<std::uint64_t*>(at), bytes, __ATOMIC_RELEASE);
}

}  // namespace verbatim::emulator
