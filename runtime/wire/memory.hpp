// Pieces of memory with their keys, which builders accept.
#pragma once

#include <cstdint>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::wire {

/// A piece of local memory, as an SGE describes it. Builders accept it instead of address, length
/// and key. A memory_slice can be sliced further.
class local_memory {
 public:
  constexpr local_memory() noexcept = default;
  constexpr local_memory(std::uint64_t addr, std::uint32_t length, std::uint32_t key) noexcept
      : addr_(addr), length_(length), lkey_(key) {}

  /// Returns the address of the first byte, as WQEs use it.
  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// Returns the length in bytes.
  constexpr std::uint32_t length() const noexcept { return length_; }

  /// Returns the lkey of the region.
  constexpr std::uint32_t lkey() const noexcept { return lkey_; }

  bool operator==(const local_memory&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint32_t length_ = 0;
  std::uint32_t lkey_ = 0;
};

/// A piece of a peer's memory. Builders accept it instead of address and key. A remote_region can
/// be sliced further.
class remote_memory {
 public:
  constexpr remote_memory() noexcept = default;
  constexpr remote_memory(std::uint64_t addr, std::uint64_t length, std::uint32_t key) noexcept
      : addr_(addr), length_(length), rkey_(key) {}

  /// Returns the address of the first byte, as requests to the peer use it.
  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// Returns the length in bytes.
  constexpr std::uint64_t length() const noexcept { return length_; }

  /// Returns the rkey, which requests to the peer carry.
  constexpr std::uint32_t rkey() const noexcept { return rkey_; }

  bool operator==(const remote_memory&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint64_t length_ = 0;
  std::uint32_t rkey_ = 0;
  std::uint32_t reserved_ = 0;
};

}  // namespace verbatim::wire
