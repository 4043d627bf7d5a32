// Generated from specs/segments/atomics/masked_cs128_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The operands of a masked compare-and-swap of 16 bytes, each big-endian.
///
///   at    bits     field
///   0x00  16 bytes swap
///   0x10  16 bytes compare
///   0x20  16 bytes swap_mask
///   0x30  16 bytes compare_mask
///
/// Source: rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod
/// counts them.
struct masked_cs128_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 64;

  /// Value to swap in. Uncertain: No public driver posts operands of 16 bytes; the order is that of the
  /// smaller sizes.
  std::array<std::byte, 16> swap = {};

  /// Value to compare with.
  std::array<std::byte, 16> compare = {};

  /// Bits of the target that are replaced.
  std::array<std::byte, 16> swap_mask = {};

  /// Bits of the target that are compared.
  std::array<std::byte, 16> compare_mask = {};

  /// Writes all 64 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store_bytes(at + 0x00, swap);
    wire::store_bytes(at + 0x10, compare);
    wire::store_bytes(at + 0x20, swap_mask);
    wire::store_bytes(at + 0x30, compare_mask);
  }

  /// Returns the fields of the 64 bytes at `at`.
  static masked_cs128_seg read(const std::byte* at) noexcept {
    return {
        .swap = wire::load_bytes<16>(at + 0x00),
        .compare = wire::load_bytes<16>(at + 0x10),
        .swap_mask = wire::load_bytes<16>(at + 0x20),
        .compare_mask = wire::load_bytes<16>(at + 0x30),
    };
  }

  bool operator==(const masked_cs128_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"swap", 0x00, 0, 0, nullptr, 0, 16},
      {"compare", 0x10, 0, 0, nullptr, 0, 16},
      {"swap_mask", 0x20, 0, 0, nullptr, 0, 16},
      {"compare_mask", 0x30, 0, 0, nullptr, 0, 16},
  }};
};

}  // namespace verbatim
