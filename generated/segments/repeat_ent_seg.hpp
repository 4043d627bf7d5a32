// Generated from specs/segments/memory_keys/repeat_ent_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One entry of a strided translation list.
///
///   at    bits     field
///   0x00  31..16   stride
///   0x00  15..0    byte_count
///   0x04  31..0    memkey
///   0x08  63..0    va
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_repeat_ent_seg.
struct repeat_ent_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Bytes from one repetition to the next, those taken included.
  std::uint16_t stride = 0;

  /// Bytes that are taken per repetition.
  std::uint16_t byte_count = 0;

  /// Key of the region below.
  std::uint32_t memkey = 0;

  /// Address of the first byte.
  std::uint64_t va = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, va);
    wire::store64(
        at + 0x00,
        wire::put<31, 16>(std::uint32_t{stride}) | wire::put<15, 0>(std::uint32_t{byte_count}),
        memkey);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static repeat_ent_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .stride = wire::get<31, 16>(w00),
        .byte_count = wire::get<15, 0>(w00),
        .memkey = w04,
        .va = w08,
    };
  }

  /// Every piece of a list counts.
  static constexpr bool empty() noexcept { return false; }

  bool operator==(const repeat_ent_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"stride", 0x00, 31, 16},
      {"byte_count", 0x00, 15, 0},
      {"memkey", 0x04, 31, 0},
      {"va", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
