// Generated from specs/segments/data/data_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// One contiguous piece of local memory to gather from or scatter to.
///
///   at    bits     field
///   0x00  31..31   reserved_00 = 0
///   0x00  30..0    byte_count
///   0x04  31..0    lkey
///   0x08  63..0    addr
///
/// Source: mlx5dv.h, struct mlx5_wqe_data_seg.
struct data_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Length in bytes.
  std::uint32_t byte_count = 0;

  /// Local key of the memory region.
  std::uint32_t lkey = 0;

  /// Local virtual address.
  std::uint64_t addr = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, addr);
    wire::store64(at + 0x00, wire::put<30, 0>(std::uint32_t{byte_count}), lkey);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static data_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .byte_count = wire::get<30, 0>(w00),
        .lkey = w04,
        .addr = w08,
    };
  }

  /// True if a WQE leaves the segment out.
  constexpr bool empty() const noexcept { return byte_count == 0; }

  /// True if a value is larger than the device takes.
  constexpr bool too_large() const noexcept { return byte_count > 0x7fffffff; }

  bool operator==(const data_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"reserved_00", 0x00, 31, 31, nullptr, 0, 0, true},
      {"byte_count", 0x00, 30, 0},
      {"lkey", 0x04, 31, 0},
      {"addr", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
