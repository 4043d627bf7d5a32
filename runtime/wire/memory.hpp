// Pieces of memory with their keys, as builders take them.
#pragma once

#include <cstdint>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// A piece of local memory, as an SGE names it. Builders take it in place of address, length and
/// key; memory_slice is one that can be sliced further.
class local_memory {
 public:
  constexpr local_memory() noexcept = default;
  constexpr local_memory(std::uint64_t addr, std::uint32_t length, std::uint32_t key) noexcept
      : addr_(addr), length_(length), lkey_(key) {}

  /// Returns the address of the first byte, as WQEs name it.
  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// Returns the length in bytes.
  constexpr std::uint32_t length() const noexcept { return length_; }

  /// Returns the key of the region for local use.
  constexpr std::uint32_t lkey() const noexcept { return lkey_; }

  bool operator==(const local_memory&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint32_t length_ = 0;
  std::uint32_t lkey_ = 0;
};

/// A piece of a peer's memory. Builders take it in place of address and key; remote_region is one
/// that can be sliced further.
class remote_memory {
 public:
  constexpr remote_memory() noexcept = default;
  constexpr remote_memory(std::uint64_t addr, std::uint64_t length, std::uint32_t key) noexcept
      : addr_(addr), length_(length), rkey_(key) {}

  /// Returns the address of the first byte, as requests of the peer name it.
  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// Returns the length in bytes.
  constexpr std::uint64_t length() const noexcept { return length_; }

  /// Returns the key that the peer's requests name.
  constexpr std::uint32_t rkey() const noexcept { return rkey_; }

  bool operator==(const remote_memory&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint64_t length_ = 0;
  std::uint32_t rkey_ = 0;
  std::uint32_t reserved_ = 0;
};

}  // namespace verbatim::wire
