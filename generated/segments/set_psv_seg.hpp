// Generated from specs/segments/memory_keys/set_psv_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Sets a protection signature value (PSV), the state that a signature has reached so far.
///
///   at    bits     field
///   0x00  31..0    psv_index
///   0x04  31..16   syndrome
///   0x04  15..0    reserved_06
///   0x08  63..0    transient_signature
///
/// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_set_psv_seg.
struct set_psv_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Number of the PSV.
  std::uint32_t psv_index = 0;

  /// 0 clears its error.
  std::uint16_t syndrome = 0;

  /// Signature from which to go on.
  std::uint64_t transient_signature = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, transient_signature);
    wire::store64(at + 0x00, psv_index, wire::put<31, 16>(std::uint32_t{syndrome}));
  }

  /// Returns the fields of the 16 bytes at `at`.
  static set_psv_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    return {
        .psv_index = w00,
        .syndrome = wire::get<31, 16>(w04),
        .transient_signature = w08,
    };
  }

  bool operator==(const set_psv_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"psv_index", 0x00, 31, 0},
      {"syndrome", 0x04, 31, 16},
      {"reserved_06", 0x04, 15, 0},
      {"transient_signature", 0x08, 63, 0},
  }};
};

}  // namespace verbatim
