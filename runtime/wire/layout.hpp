// Layouts as data: generated field tables consist of them, and printing tools read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "verbatim/wire/words.hpp"

namespace verbatim::wire {

/// One field: bits msb..lsb of the big-endian word at offset `at`, or `bytes` bytes there.
struct field {
  std::string_view name;  ///< the vendor's, or reserved_ and an offset
  std::uint8_t at;        ///< offset in bytes
  std::uint8_t msb;       ///< the highest bit, from 0; above 31 in a word of 64 bits
  std::uint8_t lsb;       ///< the lowest bit, from 0
  std::string_view (*enumerator)(std::uint64_t) noexcept = nullptr;  ///< for enums; "" if unknown
  std::uint64_t expected = 0;  ///< content of a reserved or must-be field
  std::uint8_t bytes = 0;      ///< length of a field that is no number; else 0
  bool always = false;         ///< may hold only `expected`, though it has a name
  bool in_place = false;       ///< its value is the word with all other bits 0

  /// Returns the field's value in the layout that begins at `layout`. Not for a field of bytes.
  std::uint64_t read(const std::byte* layout) const noexcept {
    const auto word = msb > 31 ? load64(layout + at) : load32(layout + at);
    const auto value = (word >> lsb) & (~std::uint64_t{0} >> (63 - (msb - lsb)));
    return in_place ? value << lsb : value;
  }

  /// Returns true if a reserved or must-be field holds what it must.
  bool as_expected(const std::byte* layout) const noexcept {
    if (bytes == 0) return read(layout) == expected;
    for (std::size_t i = 0; i < bytes; ++i) {
      if (layout[at + i] != std::byte{}) return false;
    }
    return true;
  }

  /// Returns true if the field is reserved.
  constexpr bool reserved() const noexcept { return name.starts_with("reserved_"); }
};

/// The layout of a segment, CQE or doorbell.
struct layout {
  std::string_view name;          ///< such as `raddr_seg`
  std::size_t size;               ///< in bytes
  std::span<const field> fields;  ///< in the order of the wire
};

/// One step of a WQE: a segment, another segment in its place, or a payload behind a header.
struct step {
  std::string_view segment;       ///< name of the layout
  std::string_view instead = {};  ///< name of the segment that may stand in its place
  /// Name of the segment in front of an inline payload.
  std::string_view payload_header = {};
  std::string_view length_behind = {};  ///< field that counts the bytes from the last field on
  bool repeats = false;                 ///< may come more than once
  bool optional = false;  ///< may be missing, and with it the required steps behind it
};

/// A field whose content is fixed in a kind of WQE: a number, or the content of another field of
/// the segment.
struct given {
  std::uint8_t step;              ///< index of the WQE's step that has the segment
  std::string_view field;         ///< name of the field
  std::uint64_t value;            ///< 0 for bytes that are zero
  std::string_view same_as = {};  ///< if not empty, its content is that of this field
  bool complement = false;        ///< has the complement of that field
};

/// A kind of send WQE. Several kinds may share opcode and opmod; their segments tell them apart,
/// and the fixed content of these.
struct wqe {
  std::string_view name;                 ///< such as `rdma_write`
  std::uint8_t opcode;                   ///< ctrl_seg.opcode
  std::uint8_t opmod;                    ///< ctrl_seg.opmod
  bool bare;                             ///< no transport puts anything after ctrl_seg
  std::span<const step> steps;           ///< in the order of the wire, from ctrl_seg on
  std::span<const given> always = {};    ///< fields with fixed content
  unsigned pad = 1;                      ///< zeros fill it up to a multiple of so many octowords
  std::span<const step> behind = {};     ///< steps that may follow the zeros
  std::string_view behind_segment = {};  ///< the segment that has `behind_field`
  std::string_view behind_field = {};    ///< the field that counts the octowords of `behind`
};

/// A kind of QP: the steps that it puts after ctrl_seg, and the WQEs that it carries.
struct transport {
  std::string_view name;                   ///< such as `rc`
  std::span<const step> prefix;            ///< the steps after ctrl_seg
  std::span<const std::string_view> wqes;  ///< names of the WQEs
};

}  // namespace verbatim::wire
