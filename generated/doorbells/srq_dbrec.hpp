// Generated from specs/doorbells/srq_dbrec.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// Doorbell record of a shared receive queue, in host memory.
///
///   at    bits     field
///   0x00  31..16   reserved_00
///   0x00  15..0    counter
///
/// Source: rdma-core providers/mlx5/srq.c, mlx5_post_srq_recv.
struct srq_dbrec {
  /// Size in bytes.
  static constexpr std::size_t size = 4;

  /// Receive WQEs posted so far, modulo 2^16.
  std::uint16_t counter = 0;

  /// Writes all 4 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store32(at + 0x00, wire::put<15, 0>(std::uint32_t{counter}));
  }

  /// Returns the fields of the 4 bytes at `at`.
  static srq_dbrec read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    return {
        .counter = wire::get<15, 0>(w00),
    };
  }

  bool operator==(const srq_dbrec&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 2> fields{{
      {"reserved_00", 0x00, 31, 16},
      {"counter", 0x00, 15, 0},
  }};
};

}  // namespace verbatim
