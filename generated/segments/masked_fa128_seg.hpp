// Generated from specs/segments/atomics/masked_fa128_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The operands of a masked fetch-and-add of 16 bytes, each big-endian.
///
///   at    bits     field
///   0x00  16 bytes add
///   0x10  16 bytes field_boundary
///
/// Source: rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod
/// counts them.
struct masked_fa128_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 32;

  /// Value to add. Uncertain: No public driver posts operands of 16 bytes; the order is that of the smaller
  /// sizes.
  std::array<std::byte, 16> add = {};

  /// A 1 marks the highest bit of a field out of which no carry goes.
  std::array<std::byte, 16> field_boundary = {};

  /// Writes all 32 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store_bytes(at + 0x00, add);
    wire::store_bytes(at + 0x10, field_boundary);
  }

  /// Returns the fields of the 32 bytes at `at`.
  static masked_fa128_seg read(const std::byte* at) noexcept {
    return {
        .add = wire::load_bytes<16>(at + 0x00),
        .field_boundary = wire::load_bytes<16>(at + 0x10),
    };
  }

  bool operator==(const masked_fa128_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"add", 0x00, 0, 0, nullptr, 0, 16},
      {"field_boundary", 0x10, 0, 0, nullptr, 0, 16},
  }};
};

}  // namespace verbatim
