// Generated from specs/segments/atomics/masked_fa32_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The operands of a masked fetch-and-add of 4 bytes.
///
///   at    bits     field
///   0x00  31..0    add
///   0x04  31..0    field_boundary
///   0x08  63..0    reserved_08
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_fadd32_seg.
struct masked_fa32_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Value to add.
  std::uint32_t add = 0;

  /// A 1 marks the highest bit of a field out of which no carry goes.
  std::uint32_t field_boundary = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, 0);
    wire::store64(at + 0x00, add, field_boundary);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static masked_fa32_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    return {
        .add = w00,
        .field_boundary = w04,
    };
  }

  bool operator==(const masked_fa32_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"add", 0x00, 31, 0},
      {"field_boundary", 0x04, 31, 0},
      {"reserved_08", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
