// Pieces of memory that know their bounds: one's own, as SGEs name it, and a peer's.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <type_traits>

namespace verbatim {
namespace verbs {

/// The longest message, and so the longest slice, in bytes.
constexpr std::uint64_t max_message = std::uint64_t{1} << 31;

constexpr bool inside(std::uint64_t offset, std::uint64_t length, std::uint64_t size) noexcept {
  return offset <= size && length <= size - offset;
}

/// Throws what is wrong with so many bytes of something that has `size`.
[[noreturn]] void refuse_slice(std::uint64_t offset, std::uint64_t length, std::uint64_t size,
                               const std::string& object);

}  // namespace verbs

/// A piece of registered memory with its key, as an SGE names it. A value: the registration and the memory
/// outlive what is posted with it.
///
///   auto header = mr.slice(0, 64);
///   auto name = header.slice(16, 8);
class memory_slice {
 public:
  /// No bytes.
  constexpr memory_slice() noexcept = default;

  /// Of memory that was registered elsewhere. mr::slice() makes one that is known to be inside.
  constexpr memory_slice(std::uint64_t addr, std::uint32_t length, std::uint32_t lkey) noexcept
      : addr_(addr), length_(length), lkey_(lkey) {}

  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// In bytes.
  constexpr std::uint32_t length() const noexcept { return length_; }
  constexpr std::uint32_t lkey() const noexcept { return lkey_; }

  /// `length` bytes of it from `offset` on; throws if they are not all inside.
  memory_slice slice(std::uint64_t offset, std::uint64_t length) const {
    if (!verbs::inside(offset, length, length_)) {
      verbs::refuse_slice(offset, length, length_, "a memory_slice");
    }
    return {addr_ + offset, static_cast<std::uint32_t>(length), lkey_};
  }

  bool operator==(const memory_slice&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint32_t length_ = 0;
  std::uint32_t lkey_ = 0;
};

/// `64 bytes at 0x7f00, lkey 0x2001`
std::string to_string(const memory_slice& slice);
inline std::ostream& operator<<(std::ostream& out, const memory_slice& slice) {
  return out << to_string(slice);
}

/// A peer's memory with the key that it handed out. A value of 24 bytes in host order, without pointers: so it
/// travels, by any means, from mr.remote() to who reads and writes there.
class remote_region {
 public:
  /// No bytes.
  constexpr remote_region() noexcept = default;
  constexpr remote_region(std::uint64_t addr, std::uint64_t length, std::uint32_t rkey) noexcept
      : addr_(addr), length_(length), rkey_(rkey) {}

  constexpr std::uint64_t addr() const noexcept { return addr_; }

  /// In bytes.
  constexpr std::uint64_t length() const noexcept { return length_; }
  constexpr std::uint32_t rkey() const noexcept { return rkey_; }

  /// `length` bytes of it from `offset` on; throws if they are not all inside.
  remote_region slice(std::uint64_t offset, std::uint64_t length) const {
    if (!verbs::inside(offset, length, length_)) {
      verbs::refuse_slice(offset, length, length_, "a remote_region");
    }
    return {addr_ + offset, length, rkey_};
  }

  bool operator==(const remote_region&) const = default;

 private:
  std::uint64_t addr_ = 0;
  std::uint64_t length_ = 0;
  std::uint32_t rkey_ = 0;
  std::uint32_t reserved_ = 0;
};

/// `64 bytes at 0x7f00, rkey 0x2001`
std::string to_string(const remote_region& region);
inline std::ostream& operator<<(std::ostream& out, const remote_region& region) {
  return out << to_string(region);
}

static_assert(std::is_trivially_copyable_v<remote_region> && sizeof(remote_region) == 24);

}  // namespace verbatim
