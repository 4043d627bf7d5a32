// Generated from specs/segments/data/mmo_meta_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Opens the work of a memory-to-memory engine and names the buffer for its result.
///
///   at    bits     field
///   0x00  31..0    mmo_control_31_0
///   0x04  31..0    opaque_lkey
///   0x08  63..0    opaque_va
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_mmo_metadata_seg.
struct mmo_meta_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Low half of the control word; 0 for a copy.
  std::uint32_t mmo_control_31_0 = 0;

  /// Key of the result buffer.
  std::uint32_t opaque_lkey = 0;

  /// Address of the result buffer, 64 bytes that begin at a multiple of 64.
  std::uint64_t opaque_va = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, opaque_va);
    wire::store64(at + 0x00, mmo_control_31_0, opaque_lkey);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static mmo_meta_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .mmo_control_31_0 = w00,
        .opaque_lkey = w04,
        .opaque_va = w08,
    };
  }

  bool operator==(const mmo_meta_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"mmo_control_31_0", 0x00, 31, 0},
      {"opaque_lkey", 0x04, 31, 0},
      {"opaque_va", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
