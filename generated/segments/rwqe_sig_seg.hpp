// Generated from specs/segments/receive/rwqe_sig_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Opens a receive WQE if the QP checks signatures.
///
///   at    bits     field
///   0x00  31..0    reserved_00
///   0x04  31..24   signature
///   0x05  11 bytes reserved_05
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_rwqe_sig.
struct rwqe_sig_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Inverted XOR over the WQE, the QP number and the index.
  std::uint8_t signature = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x00, 0, wire::put<31, 24>(std::uint32_t{signature}));
    std::memset(at + 0x05, 0, 11);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static rwqe_sig_seg read(const std::byte* at) noexcept {
    const auto w04 = wire::load32(at + 0x04);
    return {
        .signature = wire::get<31, 24>(w04),
    };
  }

  bool operator==(const rwqe_sig_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 3> fields{{
      {"reserved_00", 0x00, 31, 0},
      {"signature", 0x04, 31, 24},
      {"reserved_05", 0x05, 0, 0, nullptr, 0, 11},
  }};
};

}  // namespace verbatim
