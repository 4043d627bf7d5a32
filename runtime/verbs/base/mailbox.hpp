// Firmware commands and their answers, in the form that DevX transfers.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/words.hpp"

namespace verbatim::verbs {

/// The place of a field in a command: its first bit, counted from the highest bit of the first byte
/// as in mlx5_ifc.h, and its width in bits. A field of up to 32 bits lies in one word, and others
/// take two words.
struct mailbox_field {
  std::uint32_t bit;
  std::uint32_t width;
};

/// Returns the place of the field in a structure that begins at bit `base`.
constexpr mailbox_field operator+(std::uint32_t base, mailbox_field field) noexcept {
  return {base + field.bit, field.width};
}

/// A command or an answer: big-endian words, initially zero.
template <std::size_t Words>
struct mailbox {
  alignas(8) std::array<std::byte, 4 * Words> bytes{};

  /// These functions write and read the word at an offset in bytes.
  void word(std::size_t at, std::uint32_t value) noexcept {
    wire::store32(bytes.data() + at, value);
  }
  void word64(std::size_t at, std::uint64_t value) noexcept {
    wire::store64(bytes.data() + at, value);
  }
  std::uint32_t word(std::size_t at) const noexcept { return wire::load32(bytes.data() + at); }

  void set(mailbox_field field, std::uint64_t value) noexcept {
    const auto at = field.bit / 32 * 4;
    if (field.width == 64) return word64(at, value);
    assert(value <= mask(field));
    const auto shift = lowest(field);
    word(at, (word(at) & ~(mask(field) << shift)) | static_cast<std::uint32_t>(value) << shift);
  }

  std::uint32_t get(mailbox_field field) const noexcept {
    return word(field.bit / 32 * 4) >> lowest(field) & mask(field);
  }

 private:
  static constexpr std::uint32_t lowest(mailbox_field field) noexcept {
    return 32 - field.bit % 32 - field.width;
  }
  static constexpr std::uint32_t mask(mailbox_field field) noexcept {
    return ~0u >> (32 - field.width);
  }
};

/// The first fields of commands and of answers.
namespace mailbox_header {
inline constexpr mailbox_field opcode{0x00, 16};
inline constexpr mailbox_field op_mod{0x30, 16};
inline constexpr mailbox_field object{0x48, 24};  ///< the object that is made, changed or queried
inline constexpr mailbox_field status{0x00, 8};
inline constexpr mailbox_field syndrome{0x20, 32};
}  // namespace mailbox_header

/// The answer to most commands.
using mailbox_answer = mailbox<4>;

}  // namespace verbatim::verbs
