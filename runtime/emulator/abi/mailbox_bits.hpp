// A command that a program sends to the firmware by DevX, and its answer, both as bits. The program
// chooses their lengths. The library's mailbox.hpp is for its own commands, whose sizes are fixed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace verbatim::emulator {

/// The position of a field. Bits count from the highest bit of the first byte on, as in the
/// vendor's headers. A field has at most 64 bits; a field of more than 32 begins at a word.
struct mailbox_field {
  std::uint32_t bit;
  std::uint32_t width;
};

/// Returns the place of the field in a structure that begins at bit `base`.
constexpr mailbox_field operator+(std::uint32_t base, mailbox_field field) noexcept {
  return {base + field.bit, field.width};
}

/// A command. Bytes after its end read as 0.
class mailbox_input {
 public:
  explicit mailbox_input(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

  std::uint64_t get(mailbox_field field) const noexcept {
    std::uint64_t value = 0;
    for (std::uint32_t i = field.bit; i < field.bit + field.width; ++i) {
      value = value << 1 | (i / 8 < bytes_.size() ? at(i) : 0u);
    }
    return value;
  }
  std::uint32_t get32(mailbox_field field) const noexcept {
    return static_cast<std::uint32_t>(get(field));
  }
  bool is_set(mailbox_field field) const noexcept { return get(field) != 0; }

  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  unsigned at(std::uint32_t bit) const noexcept {
    return std::to_integer<unsigned>(bytes_[bit / 8]) >> (7 - bit % 8) & 1;
  }

  std::span<const std::byte> bytes_;
};

/// An answer, initially zero, which means success.
class mailbox_output {
 public:
  explicit mailbox_output(std::size_t bytes) : bytes_(bytes) {}

  /// Sets a field. Bits after the end are dropped, because a program may request a shorter answer.
  void set(mailbox_field field, std::uint64_t value) noexcept {
    for (std::uint32_t i = 0; i < field.width; ++i) {
      const std::uint32_t bit = field.bit + field.width - 1 - i;
      if (bit / 8 >= bytes_.size()) continue;
      const auto mask = std::byte{1} << (7 - bit % 8);
      bytes_[bit / 8] = value >> i & 1 ? bytes_[bit / 8] | mask : bytes_[bit / 8] & ~mask;
    }
  }

  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// The first fields of every command.
namespace mailbox_header {
inline constexpr mailbox_field opcode{0x00, 16};
inline constexpr mailbox_field op_mod{0x30, 16};
}  // namespace mailbox_header

}  // namespace verbatim::emulator
