// Generated from specs/segments/packets/eth_pad_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The room between the address vector and eth_seg in an IPoIB underlay datagram.
///
///   at    bits     field
///   0x00  16 bytes reserved_00
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_eth_pad.
struct eth_pad_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept { std::memset(at + 0x00, 0, 16); }

  /// Returns the fields of the 16 bytes.
  static eth_pad_seg read(const std::byte*) noexcept { return {}; }

  bool operator==(const eth_pad_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 1> fields{{
      {"reserved_00", 0x00, 0, 0, nullptr, 0, 16},
  }};
};

}  // namespace verbatim
