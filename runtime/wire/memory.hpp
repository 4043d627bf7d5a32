// Memory keys, and pieces of memory with their keys, which builders accept.
#pragma once

#include <cstdint>
#include <type_traits>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The local key of a memory region, 32 bits, which SGEs carry. It converts neither to a number nor
/// from one, nor from an rkey, unless the program says so: `lkey(number)`, `key.value()`.
class lkey {
 public:
  constexpr lkey() noexcept = default;
  constexpr explicit lkey(std::uint32_t value) noexcept : value_(value) {}

  /// Returns the 32 bits in host order.
  constexpr std::uint32_t value() const noexcept { return value_; }
  constexpr explicit operator std::uint32_t() const noexcept { return value_; }

  constexpr bool operator==(const lkey&) const noexcept = default;

 private:
  std::uint32_t value_ = 0;
};

/// The remote key of a memory region or window, 32 bits, which requests to that memory carry. It
/// converts neither to a number nor from one, nor from an lkey, unless the program says so.
class rkey {
 public:
  constexpr rkey() noexcept = default;
  constexpr explicit rkey(std::uint32_t value) noexcept : value_(value) {}

  /// Returns the 32 bits in host order.
  constexpr std::uint32_t value() const noexcept { return value_; }
  constexpr explicit operator std::uint32_t() const noexcept { return value_; }

  constexpr bool operator==(const rkey&) const noexcept = default;

 private:
  std::uint32_t value_ = 0;
};

static_assert(std::is_trivially_copyable_v<lkey> && sizeof(lkey) == sizeof(std::uint32_t));
static_assert(std::is_trivially_copyable_v<rkey> && sizeof(rkey) == sizeof(std::uint32_t));

namespace wire {

/// A piece of local memory, as an SGE describes it. Builders accept it instead of address, length
/// and key. A memory_slice can be sliced further.
class local_memory {
 public:
  constexpr local_memory() noexcept = default;
  constexpr local_memory(std::uint64_t addr, std::uint32_t length, verbatim::lkey key) noexcept
      : addr_(addr), length_(length), lkey_(key) {}

  /// Returns the address of the first byte, as WQEs use it.
  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// Returns the length in bytes.
  constexpr std::uint32_t length() const noexcept { return length_; }

  /// Returns the lkey of the region.
  constexpr verbatim::lkey lkey() const noexcept { return lkey_; }

  bool operator==(const local_memory&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint32_t length_ = 0;
  verbatim::lkey lkey_;
};

/// A piece of a peer's memory. Builders accept it instead of address and key. A remote_region can
/// be sliced further.
class remote_memory {
 public:
  constexpr remote_memory() noexcept = default;
  constexpr remote_memory(std::uint64_t addr, std::uint64_t length, verbatim::rkey key) noexcept
      : addr_(addr), length_(length), rkey_(key) {}

  /// Returns the address of the first byte, as requests to the peer use it.
  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// Returns the length in bytes.
  constexpr std::uint64_t length() const noexcept { return length_; }

  /// Returns the rkey, which requests to the peer carry.
  constexpr verbatim::rkey rkey() const noexcept { return rkey_; }

  bool operator==(const remote_memory&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint64_t length_ = 0;
  verbatim::rkey rkey_;
  std::uint32_t reserved_ = 0;
};

}  // namespace wire
}  // namespace verbatim
