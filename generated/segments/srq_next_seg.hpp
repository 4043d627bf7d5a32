// Generated from specs/segments/receive/srq_next_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Opens a WQE of a shared receive queue and links it to the one that comes after it.
///
///   at    bits     field
///   0x00  31..16   reserved_00
///   0x00  15..0    next_wqe_index
///   0x04  31..24   signature
///   0x05  11 bytes reserved_05
///
/// Source: mlx5dv.h, struct mlx5_wqe_srq_next_seg.
struct srq_next_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Index of the next WQE in the list.
  std::uint16_t next_wqe_index = 0;

  /// Inverted XOR over the WQE, if the SRQ checks signatures.
  std::uint8_t signature = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x00, wire::put<15, 0>(std::uint32_t{next_wqe_index}),
                  wire::put<31, 24>(std::uint32_t{signature}));
    std::memset(at + 0x05, 0, 11);
  }

  /// Returns the fields of the 16 bytes at `at`.
  static srq_next_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    return {
        .next_wqe_index = wire::get<15, 0>(w00),
        .signature = wire::get<31, 24>(w04),
    };
  }

  bool operator==(const srq_next_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"reserved_00", 0x00, 31, 16},
      {"next_wqe_index", 0x00, 15, 0},
      {"signature", 0x04, 31, 24},
      {"reserved_05", 0x05, 0, 0, nullptr, 0, 11},
  }};
};

}  // namespace verbatim
