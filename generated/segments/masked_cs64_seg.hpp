// Generated from specs/segments/atomics/masked_cs64_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The operands of a masked compare-and-swap of 8 bytes.
///
///   at    bits     field
///   0x00  63..0    swap
///   0x08  63..0    compare
///   0x10  63..0    swap_mask
///   0x18  63..0    compare_mask
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, two of uct_ib_mlx5_atomic_masked_cswap64_seg.
struct masked_cs64_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 32;

  /// Value to swap in.
  std::uint64_t swap = 0;

  /// Value to compare with.
  std::uint64_t compare = 0;

  /// Bits of the target that are replaced.
  std::uint64_t swap_mask = 0;

  /// Bits of the target that are compared.
  std::uint64_t compare_mask = 0;

  /// Writes all 32 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x18, compare_mask);
    wire::store64(at + 0x10, swap_mask);
    wire::store64(at + 0x08, compare);
    wire::store64(at + 0x00, swap);
  }

  /// Returns the fields of the 32 bytes at `at`.
  static masked_cs64_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    const auto w08 = wire::load64(at + 0x08);
    const auto w10 = wire::load64(at + 0x10);
    const auto w18 = wire::load64(at + 0x18);
    return {
        .swap = w00,
        .compare = w08,
        .swap_mask = w10,
        .compare_mask = w18,
    };
  }

  bool operator==(const masked_cs64_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"swap", 0x00, 63, 0},
      {"compare", 0x08, 63, 0},
      {"swap_mask", 0x10, 63, 0},
      {"compare_mask", 0x18, 63, 0},
  }};
};

}  // namespace verbatim
