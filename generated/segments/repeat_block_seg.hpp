// Generated from specs/segments/memory_keys/repeat_block_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Opens a strided translation list, which takes turns through its entries.
///
///   at    bits     field
///   0x00  31..0    byte_count
///   0x04  31..0    op = 1024
///   0x08  31..0    repeat_count
///   0x0c  31..16   reserved_0c
///   0x0c  15..0    num_ent
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_repeat_block_seg.
struct repeat_block_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Bytes per repetition, the sum of the entries.
  std::uint32_t byte_count = 0;

  /// Number of repetitions of the entries.
  std::uint32_t repeat_count = 0;

  /// Number of entries that follow.
  std::uint16_t num_ent = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, repeat_count, wire::put<15, 0>(std::uint32_t{num_ent}));
    wire::store64(at + 0x00, byte_count, wire::put<31, 0>(std::uint32_t{1024}));
  }

  /// Returns the fields of the 16 bytes at `at`.
  static repeat_block_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .byte_count = w00,
        .repeat_count = w08,
        .num_ent = wire::get<15, 0>(w0c),
    };
  }

  bool operator==(const repeat_block_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 5> fields{{
      {"byte_count", 0x00, 31, 0},
      {"op", 0x04, 31, 0, nullptr, 1024, 0, true},
      {"repeat_count", 0x08, 31, 0},
      {"reserved_0c", 0x0c, 31, 16},
      {"num_ent", 0x0c, 15, 0},
  }};
};

}  // namespace verbatim
