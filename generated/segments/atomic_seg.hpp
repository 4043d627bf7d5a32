// Generated from specs/segments/atomics/atomic_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The operands of a 64-bit compare-and-swap or fetch-and-add.
///
///   at    bits     field
///   0x00  63..0    swap_add
///   0x08  63..0    compare
///
/// Source: mlx5dv.h, struct mlx5_wqe_atomic_seg.
struct atomic_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Value to swap in, or value to add.
  std::uint64_t swap_add = 0;

  /// Value to compare with; fetch-and-add ignores it.
  std::uint64_t compare = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, compare);
    wire::store64(at + 0x00, swap_add);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static atomic_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .swap_add = w00,
        .compare = w08,
    };
  }

  bool operator==(const atomic_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"swap_add", 0x00, 63, 0},
      {"compare", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
