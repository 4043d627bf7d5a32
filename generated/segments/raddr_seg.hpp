// Generated from specs/segments/data/raddr_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The place in the peer's memory that an RDMA or atomic operation accesses.
///
///   at    bits     field
///   0x00  63..0    raddr
///   0x08  31..0    rkey
///   0x0c  31..0    reserved_0c
///
/// Source: mlx5dv.h, struct mlx5_wqe_raddr_seg.
struct raddr_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Remote virtual address.
  std::uint64_t raddr = 0;

  /// Key the peer handed out for that memory.
  std::uint32_t rkey = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, rkey, 0);
    wire::store64(at + 0x00, raddr);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static raddr_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load64(at + 0x00);
    const auto w08 = wire::load32(at + 0x08);
    return {
        .raddr = w00,
        .rkey = w08,
    };
  }

  bool operator==(const raddr_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"raddr", 0x00, 63, 0},
      {"rkey", 0x08, 31, 0},
      {"reserved_0c", 0x0c, 31, 0},
  }};
};

}  // namespace verbatim
