// Pieces of memory that know their bounds: local memory for SGEs, and memory of a peer.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <type_traits>

#include "verbatim/wire/cpp20.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim {
namespace verbs {

/// The longest message, and so the longest slice, in bytes.
constexpr std::uint64_t max_message = std::uint64_t{1} << 31;

/// The longest SGE that is posted, in bytes: libmlx5 uses bit 31 of a length as the flag of inline
/// data.
constexpr std::uint32_t max_sge_length = 0x7fffffff;

constexpr bool inside(std::uint64_t offset, std::uint64_t length, std::uint64_t size) noexcept {
  return offset <= size && length <= size - offset;
}

/// Throws the error for `length` bytes from `offset` on that cannot be a slice of `object`, which
/// has `size` bytes.
[[noreturn]] void refuse_slice(std::uint64_t offset, std::uint64_t length, std::uint64_t size,
                               const std::string& object);

}  // namespace verbs

/// Returns text such as `0x2001`.
std::string to_string(lkey key);
std::string to_string(rkey key);
inline std::ostream& operator<<(std::ostream& out, lkey key) { return out << to_string(key); }
inline std::ostream& operator<<(std::ostream& out, rkey key) { return out << to_string(key); }

/// A piece of registered memory with its key, as an SGE describes it. It is a plain value: the
/// registration and the memory must outlive the requests that use it.
///
///   auto header = mr.slice(0, 64);
///   auto name = header.slice(16, 8);
class memory_slice : public wire::local_memory {
 public:
  /// Makes an empty slice.
  constexpr memory_slice() noexcept = default;

  /// Makes a slice of memory that was registered elsewhere. mr::slice() checks that a slice is
  /// inside its region.
  constexpr memory_slice(std::uint64_t addr, std::uint32_t length, verbatim::lkey lkey) noexcept
      : local_memory(addr, length, lkey) {}

  /// Returns the slice of `length` bytes from `offset` on. Throws if they are not all inside.
  memory_slice slice(std::uint64_t offset, std::uint64_t length) const {
    if (!verbs::inside(offset, length, wire::local_memory::length())) {
      verbs::refuse_slice(offset, length, wire::local_memory::length(), "a memory_slice");
    }
    return {addr() + offset, static_cast<std::uint32_t>(length), lkey()};
  }

  bool operator==(const memory_slice&) const = default;
};

/// Returns text such as `64 bytes at 0x7f00, lkey 0x2001`.
std::string to_string(const memory_slice& slice);
inline std::ostream& operator<<(std::ostream& out, const memory_slice& slice) {
  return out << to_string(slice);
}

/// A piece of a peer's memory, with the peer's key. It is a value of 24 bytes in host order,
/// without pointers. So the host that called mr.remote() can send it by any means to the host that
/// reads and writes there.
class remote_region : public wire::remote_memory {
 public:
  /// Makes an empty region.
  constexpr remote_region() noexcept = default;
  constexpr remote_region(std::uint64_t addr, std::uint64_t length, verbatim::rkey rkey) noexcept
      : remote_memory(addr, length, rkey) {}

  /// Returns the region of `length` bytes from `offset` on. Throws if they are not all inside.
  remote_region slice(std::uint64_t offset, std::uint64_t length) const {
    if (!verbs::inside(offset, length, wire::remote_memory::length())) {
      verbs::refuse_slice(offset, length, wire::remote_memory::length(), "a remote_region");
    }
    return {addr() + offset, length, rkey()};
  }

  bool operator==(const remote_region&) const = default;
};

/// Returns text such as `64 bytes at 0x7f00, rkey 0x2001`.
std::string to_string(const remote_region& region);
inline std::ostream& operator<<(std::ostream& out, const remote_region& region) {
  return out << to_string(region);
}

static_assert(std::is_trivially_copyable_v<remote_region> && sizeof(remote_region) == 24);

}  // namespace verbatim
