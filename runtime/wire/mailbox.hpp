// Commands to the firmware, records of the subnet administrator, headers of packets, and management
// datagrams: structures whose fields are counted in bits.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::wire {

/// The place of a number in a structure. Bits count from the highest bit of the first byte on, as in
/// mlx5_ifc.h. A number of up to 32 bits lies in one word of 32 bits. Other numbers have 64 bits and
/// begin at a word.
template <class Layout>
struct mailbox_number {
  std::uint32_t bit;
  std::uint32_t width;
  std::string_view name;  ///< as in mlx5_ifc.h
};

/// A number in a structure, which is read as a `Value`.
template <class Layout, class Value = std::uint32_t>
struct mailbox_field : mailbox_number<Layout> {
  constexpr mailbox_field(std::uint32_t at, std::uint32_t bits, std::string_view called) noexcept
      : mailbox_number<Layout>{at, bits, called} {}
};

/// A field of bytes, such as an address, or one of several structures.
template <class Layout, std::size_t Size>
struct mailbox_bytes {
  static constexpr std::size_t size = Size;

  std::uint32_t bit;
};

/// A structure in a structure. It begins at a word.
template <class Layout, class Inner>
struct mailbox_part {
  std::uint32_t bit;
  std::string_view name;  ///< as in mlx5_ifc.h
};

/// A list that ends with the mailbox.
template <class Layout>
struct mailbox_rest {
  std::uint32_t bit;
};

/// A field of a record of the subnet administrator.
template <class Field>
struct component : Field {
  std::uint8_t number;  ///< its bit in the mask of a request
};

/// A structure in memory. A program chooses the length of its mailboxes: bytes after the end read as
/// 0, and are not written. `Byte` is const in views that only read.
template <class Layout, class Byte = std::byte>
class mailbox_view {
 public:
  /// The structure begins at bit `from`, which begins a word.
  constexpr explicit mailbox_view(std::span<Byte> bytes, std::uint32_t from = 0) noexcept
      : bytes_(bytes), from_(from) {}

  constexpr operator mailbox_view<Layout, const std::byte>() const noexcept {
    return mailbox_view<Layout, const std::byte>(bytes_, from_);
  }

  template <class Value>
  Value get(const mailbox_field<Layout, Value>& field) const noexcept {
    return static_cast<Value>(value(field));
  }

  std::uint64_t value(const mailbox_number<Layout>& field) const noexcept {
    const auto at = place(field.bit);
    if (field.width == 64) return std::uint64_t{word(at)} << 32 | word(at + 4);
    return word(at) >> lowest(field) & mask(field);
  }

  bool is_set(const mailbox_number<Layout>& field) const noexcept { return value(field) != 0; }

  /// Writes a number, which must fit the field.
  void set(const mailbox_number<Layout>& field, std::uint64_t value) const noexcept {
    assert(field.width == 64 || value <= mask(field));
    set_low(field, value);
  }

  /// Writes the lowest bits of a number, as many as the field has.
  void set_low(const mailbox_number<Layout>& field, std::uint64_t value) const noexcept {
    const auto at = place(field.bit);
    if (field.width == 64) {
      write(at, static_cast<std::uint32_t>(value >> 32));
      write(at + 4, static_cast<std::uint32_t>(value));
      return;
    }
    const auto others = word(at) & ~(mask(field) << lowest(field));
    write(at, others | (static_cast<std::uint32_t>(value) & mask(field)) << lowest(field));
  }

  /// These functions read and write a field of bytes.
  template <std::size_t Size>
  std::array<std::byte, Size> get(mailbox_bytes<Layout, Size> field) const noexcept {
    std::array<std::byte, Size> copy{};
    const auto there = after((from_ + field.bit) / 8);
    std::copy_n(there.begin(), std::min(Size, there.size()), copy.begin());
    return copy;
  }
  template <std::size_t Size>
  void set(mailbox_bytes<Layout, Size> field,
           std::span<const std::byte, Size> value) const noexcept {
    const auto there = after((from_ + field.bit) / 8);
    std::copy_n(value.begin(), std::min(Size, there.size()), there.begin());
  }

  /// Returns a structure inside of this one.
  template <class Inner>
  mailbox_view<Inner, Byte> part(mailbox_part<Layout, Inner> field) const noexcept {
    return mailbox_view<Inner, Byte>(bytes_, from_ + field.bit);
  }

  /// Returns a field of bytes as the structure that it has.
  template <class Inner, std::size_t Size>
  mailbox_view<Inner, Byte> part(mailbox_bytes<Layout, Size> field) const noexcept {
    static_assert(Inner::size <= Size, "the structure is longer than the field");
    return mailbox_view<Inner, Byte>(bytes_, from_ + field.bit);
  }

  /// Returns the bytes of a list that ends with the mailbox.
  std::span<Byte> rest(mailbox_rest<Layout> field) const noexcept {
    return after((from_ + field.bit) / 8);
  }

  /// Returns another structure at the same place, such as the command whose opcode was read.
  template <class Other>
  mailbox_view<Other, Byte> as() const noexcept {
    return mailbox_view<Other, Byte>(bytes_, from_);
  }

  /// Returns all bytes of the mailbox.
  std::span<Byte> bytes() const noexcept { return bytes_; }

 private:
  std::size_t place(std::uint32_t bit) const noexcept { return (from_ + bit) / 32 * 4; }

  static constexpr std::uint32_t lowest(const mailbox_number<Layout>& field) noexcept {
    return 32 - field.bit % 32 - field.width;
  }
  static constexpr std::uint32_t mask(const mailbox_number<Layout>& field) noexcept {
    return ~0u >> (32 - field.width);
  }

  std::span<Byte> after(std::size_t at) const noexcept {
    return bytes_.subspan(std::min(at, bytes_.size()));
  }

  std::uint32_t word(std::size_t at) const noexcept {
    if (at + 4 <= bytes_.size()) return load32(bytes_.data() + at);
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      value = value << 8 | (i < bytes_.size() ? std::to_integer<std::uint32_t>(bytes_[i]) : 0u);
    }
    return value;
  }

  void write(std::size_t at, std::uint32_t value) const noexcept {
    if (at + 4 <= bytes_.size()) return store32(bytes_.data() + at, value);
    for (std::size_t i = at; i < std::min(at + 4, bytes_.size()); ++i) {
      bytes_[i] = static_cast<std::byte>(value >> (8 * (at + 3 - i)));
    }
  }

  std::span<Byte> bytes_;
  std::uint32_t from_;
};

/// A command or an answer with memory of its own. All bytes are initially 0, except the opcode of a
/// command.
template <class Layout>
struct mailbox {
  alignas(8) std::array<std::byte, Layout::size> bytes{};

  mailbox() noexcept {
    if constexpr (requires { Layout::command; }) set(Layout::opcode, Layout::command);
  }

  mailbox_view<Layout> view() noexcept { return mailbox_view<Layout>(bytes); }
  mailbox_view<Layout, const std::byte> view() const noexcept {
    return mailbox_view<Layout, const std::byte>(bytes);
  }

  /// These functions are those of the view.
  auto get(const auto& field) const noexcept { return view().get(field); }
  void set(const mailbox_number<Layout>& field, std::uint64_t value) noexcept {
    view().set(field, value);
  }
  auto part(const auto& field) noexcept { return view().part(field); }
  auto part(const auto& field) const noexcept { return view().part(field); }
};

}  // namespace verbatim::wire
