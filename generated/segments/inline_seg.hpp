// Generated from specs/segments/data/inline_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The length of the payload that follows directly; header and payload are padded to octowords.
///
///   at    bits     field
///   0x00  31..31   inline_flag = 1
///   0x00  30..10   reserved_00
///   0x00  9..0     byte_count
///
/// Source: mlx5dv.h, struct mlx5_wqe_inl_data_seg.
struct inline_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 4;

  /// Length of the payload in bytes.
  std::uint16_t byte_count = 0;

  /// Writes all 4 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store32(at + 0x00,
                  wire::put<31, 31>(std::uint32_t{1}) | wire::put<9, 0>(std::uint32_t{byte_count}));
  }

  /// Returns the fields of the 4 bytes at `at`.
  static inline_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    return {
        .byte_count = wire::get<9, 0>(w00),
    };
  }

  bool operator==(const inline_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"inline_flag", 0x00, 31, 31, nullptr, 1, 0, true},
      {"reserved_00", 0x00, 30, 10},
      {"byte_count", 0x00, 9, 0},
  }};
};

}  // namespace verbatim
