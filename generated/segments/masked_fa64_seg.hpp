// Generated from specs/segments/atomics/masked_fa64_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The operands of a masked fetch-and-add of 8 bytes.
///
///   at    bits     field
///   0x00  63..0    add
///   0x08  63..0    field_boundary
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_fadd64_seg.
struct masked_fa64_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Value to add.
  std::uint64_t add = 0;

  /// A 1 marks the highest bit of a field out of which no carry goes.
  std::uint64_t field_boundary = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, field_boundary);
    wire::store64(at + 0x00, add);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static masked_fa64_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .add = w00,
        .field_boundary = w08,
    };
  }

  bool operator==(const masked_fa64_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"add", 0x00, 63, 0},
      {"field_boundary", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
