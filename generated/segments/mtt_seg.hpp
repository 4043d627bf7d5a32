// Generated from specs/segments/memory_keys/mtt_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One page of a translation list by pages.
///
///   at    bits     field
///   0x00  63..2    ptag
///   0x00  1..1     write_en
///   0x00  0..0     read_en
///
/// Source: Linux include/linux/mlx5/device.h, struct mlx5_mtt; MLX5_IB_MTT_READ and MLX5_IB_MTT_WRITE.
struct mtt_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  /// The physical address of the page. The whole number: its bits 1 to 0 are 0.
  std::uint64_t ptag = 0;

  /// 1 allows writing.
  std::uint8_t write_en = 0;

  /// 1 allows reading.
  std::uint8_t read_en = 0;

  /// Writes all 8 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x00, wire::put_in_place<63, 2>(std::uint64_t{ptag}) |
                                 wire::put<1, 1>(std::uint64_t{write_en}) |
                                 wire::put<0, 0>(std::uint64_t{read_en}));
  }

  /// Returns the fields of the 8 bytes at `at`.
  static mtt_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    return {
        .ptag = wire::get_in_place<63, 2>(w00),
        .write_en = wire::get<1, 1>(w00),
        .read_en = wire::get<0, 0>(w00),
    };
  }

  bool operator==(const mtt_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"ptag", 0x00, 63, 2, nullptr, 0, 0, false, true},
      {"write_en", 0x04, 1, 1},
      {"read_en", 0x04, 0, 0},
  }};
};

}  // namespace verbatim
