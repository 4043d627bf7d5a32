// Generated from specs/segments/addresses/xrc_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The shared receive queue of the peer that takes an XRC message.
///
///   at    bits     field
///   0x00  31..0    xrc_srqn
///   0x04  12 bytes reserved_04
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_xrc_seg.
struct xrc_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Number of the peer's XRC SRQ.
  std::uint32_t xrc_srqn = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store32(at + 0x00, xrc_srqn);
    std::memset(at + 0x04, 0, 12);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static xrc_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    return {
        .xrc_srqn = w00,
    };
  }

  bool operator==(const xrc_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"xrc_srqn", 0x00, 31, 0},
      {"reserved_04", 0x04, 0, 0, nullptr, 0, 12},
  }};
};

}  // namespace verbatim
