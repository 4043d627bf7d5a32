// Layouts as data: generated tables of fields consist of these types, and the printing tools read
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "verbatim/wire/words.hpp"

namespace verbatim::wire {

/// One field: bits msb..lsb of the big-endian word at offset `at`, or `bytes` bytes there.
struct field {
  std::string_view name;  ///< the vendor's name, or reserved_ and an offset
  std::uint8_t at;        ///< offset in bytes
  std::uint8_t msb;       ///< the highest bit, counted from 0; above 31 in a 64-bit word
  std::uint8_t lsb;       ///< the lowest bit, counted from 0
  std::string_view (*enumerator)(std::uint64_t) noexcept = nullptr;  ///< name of a value, or ""
  std::uint64_t expected = 0;  ///< content of a reserved or must-be field
  std::uint8_t bytes = 0;      ///< length of a field that is not a number; 0 for numbers
  bool always = false;         ///< a field with a name that may hold only `expected`
  bool in_place = false;       ///< the value is the word with all other bits 0

  /// Returns the field's value in the layout that begins at `layout`. Do not call it for a field of
  /// bytes.
  std::uint64_t read(const std::byte* layout) const noexcept {
    const auto word = msb > 31 ? load64(layout + at) : load32(layout + at);
    const auto value = (word >> lsb) & (~std::uint64_t{0} >> (63 - (msb - lsb)));
    return in_place ? value << lsb : value;
  }

  /// Returns true if a reserved or must-be field holds `expected`.
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
  std::span<const field> fields;  ///< in wire order
};

/// One step of a WQE: a segment, an alternative segment, or an inline payload after a header.
struct step {
  std::string_view segment;       ///< name of the layout
  std::string_view instead = {};  ///< name of the alternative segment
  /// Name of the header segment before an inline payload.
  std::string_view payload_header = {};
  std::string_view length_behind = {};  ///< the field that counts bytes from the last field on
  bool repeats = false;                 ///< the step may be repeated
  bool optional = false;  ///< may be missing, together with the required steps after it
};

/// A field whose content is fixed in a kind of WQE: a number, or the content of another field of
/// the segment.
struct given {
  std::uint8_t step;              ///< index of the step in the WQE
  std::string_view field;         ///< name of the field
  std::uint64_t value;            ///< the fixed number; 0 for bytes that are zero
  std::string_view same_as = {};  ///< if not empty, the field has the content of this one
  bool complement = false;        ///< the field has the complement of `same_as`
};

/// A kind of send WQE. Several kinds may share opcode and opmod; their segments and fixed fields
/// tell them apart.
struct wqe {
  std::string_view name;                 ///< such as `rdma_write`
  std::uint8_t opcode;                   ///< ctrl_seg.opcode
  std::uint8_t opmod;                    ///< ctrl_seg.opmod
  bool bare;                             ///< no transport puts anything after ctrl_seg
  std::span<const step> steps;           ///< in wire order, from ctrl_seg on
  std::span<const given> always = {};    ///< fields with fixed content
  unsigned pad = 1;                      ///< in octowords: zeros pad the WQE to a multiple of this
  std::span<const step> behind = {};     ///< steps that may follow the zeros
  std::string_view behind_segment = {};  ///< the segment that contains `behind_field`
  std::string_view behind_field = {};    ///< the field that counts the octowords of `behind`
};

/// A kind of QP: the steps that it puts after ctrl_seg, and the WQEs that it carries.
struct transport {
  std::string_view name;                   ///< such as `rc`
  std::span<const step> prefix;            ///< the steps after ctrl_seg
  std::span<const std::string_view> wqes;  ///< names of the WQEs
};

}  // namespace verbatim::wire
