// Layouts as data: what generated field tables are made of and what printing tools read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "verbatim/wire/words.hpp"

namespace verbatim::wire {

/// One field: bits msb..lsb of the big-endian word at offset `at`, or `bytes` bytes there.
struct field {
  std::string_view name;
  std::uint8_t at;
  std::uint8_t msb;
  std::uint8_t lsb;
  std::string_view (*enumerator)(std::uint64_t) noexcept = nullptr;  ///< for enums; "" if unknown
  std::uint64_t expected = 0;  ///< what a reserved or must-be field holds
  std::uint8_t bytes = 0;      ///< of a field that is no number; else 0
  bool always = false;         ///< may not hold anything but `expected`, though it has a name

  /// The field's value in the layout that begins at `layout`. Not for bytes.
  std::uint64_t read(const std::byte* layout) const noexcept {
    const auto word = msb > 31 ? load64(layout + at) : load32(layout + at);
    return (word >> lsb) & (~std::uint64_t{0} >> (63 - (msb - lsb)));
  }

  /// True of a reserved or must-be field that holds what it must.
  bool as_expected(const std::byte* layout) const noexcept {
    if (bytes == 0) return read(layout) == expected;
    for (std::size_t i = 0; i < bytes; ++i) {
      if (layout[at + i] != std::byte{}) return false;
    }
    return true;
  }

  constexpr bool reserved() const noexcept { return name.starts_with("reserved_"); }
};

/// A segment, CQE or doorbell.
struct layout {
  std::string_view name;
  std::size_t size;  ///< in bytes
  std::span<const field> fields;
};

/// One step of a WQE: a segment, or in its place another one, or a payload behind a header.
struct step {
  std::string_view segment;
  std::string_view instead = {};
  std::string_view payload_header = {};
  std::string_view length_behind = {};  ///< field that counts bytes which go on from its last one
  bool repeats = false;
  bool optional = false;  ///< it may be missing, and with it those behind it that may not
};

/// What a kind of WQE always has in a field: a number, or what another field of the segment has.
struct given {
  std::uint8_t step;  ///< which of the WQE's steps has the segment
  std::string_view field;
  std::uint64_t value;            ///< 0 for bytes that are zero
  std::string_view same_as = {};  ///< if not empty, this field instead of `value`
  bool complement = false;        ///< of that field
};

/// A kind of send WQE. Several may share opcode and opmod; their segments tell them apart, and what
/// they always have there.
struct wqe {
  std::string_view name;
  std::uint8_t opcode;
  std::uint8_t opmod;
  bool bare;  ///< no transport puts anything after ctrl_seg
  std::span<const step> steps;
  std::span<const given> always = {};
  unsigned pad = 1;                      ///< zeros go on up to a multiple of so many octowords
  std::span<const step> behind = {};     ///< what may follow then
  std::string_view behind_segment = {};  ///< the segment with the field
  std::string_view behind_field = {};    ///< that says how many octowords of it do
};

/// What a kind of QP puts after ctrl_seg, and what it carries.
struct transport {
  std::string_view name;
  std::span<const step> prefix;
  std::span<const std::string_view> wqes;
};

}  // namespace verbatim::wire
