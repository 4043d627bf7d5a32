// Generated from specs/segments/memory_keys/klm_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One entry of the translation list of a memory key.
///
///   at    bits     field
///   0x00  31..0    byte_count
///   0x04  31..0    mkey
///   0x08  63..0    address
///
/// Source: mlx5dv.h, struct mlx5_wqe_umr_klm_seg.
struct klm_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Bytes that the entry covers, at most 2 GiB.
  std::uint32_t byte_count = 0;

  /// Key of the region below.
  std::uint32_t mkey = 0;

  /// Address in that region.
  std::uint64_t address = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, address);
    wire::store64(at + 0x00, byte_count, mkey);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static klm_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .byte_count = w00,
        .mkey = w04,
        .address = w08,
    };
  }

  /// Every piece of a list counts.
  static constexpr bool empty() noexcept { return false; }

  /// True if a value is larger than the device takes.
  constexpr bool too_large() const noexcept { return byte_count > 0x80000000; }

  bool operator==(const klm_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"byte_count", 0x00, 31, 0},
      {"mkey", 0x04, 31, 0},
      {"address", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
