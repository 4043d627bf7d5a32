// Generated from specs/segments/atomics/masked_cs32_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The operands of a masked compare-and-swap of 4 bytes.
///
///   at    bits     field
///   0x00  31..0    swap
///   0x04  31..0    compare
///   0x08  31..0    swap_mask
///   0x0c  31..0    compare_mask
///
/// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_cswap32_seg.
struct masked_cs32_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Value to swap in.
  std::uint32_t swap = 0;

  /// Value to compare with.
  std::uint32_t compare = 0;

  /// Bits of the target that are replaced.
  std::uint32_t swap_mask = 0;

  /// Bits of the target that are compared.
  std::uint32_t compare_mask = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, swap_mask, compare_mask);
    wire::store64(at + 0x00, swap, compare);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static masked_cs32_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .swap = w00,
        .compare = w04,
        .swap_mask = w08,
        .compare_mask = w0c,
    };
  }

  bool operator==(const masked_cs32_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"swap", 0x00, 31, 0},
      {"compare", 0x04, 31, 0},
      {"swap_mask", 0x08, 31, 0},
      {"compare_mask", 0x0c, 31, 0},
  }};
};

}  // namespace verbatim
