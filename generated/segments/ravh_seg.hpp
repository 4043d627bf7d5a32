// Generated from specs/segments/tag_matching/ravh_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The address header behind rvh_seg on DC, by which the receiver finds the sender.
///
///   at    bits     field
///   0x00  31..0    sl_dct
///   0x04  31..0    reserved_04
///   0x08  63..0    dc_access_key
///
/// Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.h, struct ibv_ravh.
struct ravh_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Number of the sender's DCT. Uncertain: UCX writes the DCT number into the low 24 bits; no public source
  /// shows the place of the service level.
  std::uint32_t sl_dct = 0;

  /// Access key of the sender's DCT.
  std::uint64_t dc_access_key = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, dc_access_key);
    wire::store64(at + 0x00, sl_dct, 0);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static ravh_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .sl_dct = w00,
        .dc_access_key = w08,
    };
  }

  bool operator==(const ravh_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"sl_dct", 0x00, 31, 0},
      {"reserved_04", 0x04, 31, 0},
      {"dc_access_key", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
