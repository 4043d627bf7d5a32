// Generated from specs/doorbells/qp_dbrec.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The record in host memory from which the device reads the producer indexes of a QP.
///
///   at    bits     field
///   0x00  31..16   reserved_00
///   0x00  15..0    rcv_counter
///   0x04  31..16   reserved_04
///   0x04  15..0    snd_counter
///
/// Source: mlx5dv.h, MLX5_RCV_DBR and MLX5_SND_DBR.
struct qp_dbrec {
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  /// Receive WQEs posted, modulo 2^16.
  std::uint16_t rcv_counter = 0;

  /// Send WQEBBs posted, modulo 2^16.
  std::uint16_t snd_counter = 0;

  /// Writes all 8 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x00, wire::put<15, 0>(std::uint32_t{rcv_counter}),
                  wire::put<15, 0>(std::uint32_t{snd_counter}));
  }

  /// Returns the fields of the 8 bytes at `at`.
  static qp_dbrec read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    return {
        .rcv_counter = wire::get<15, 0>(w00),
        .snd_counter = wire::get<15, 0>(w04),
    };
  }

  bool operator==(const qp_dbrec&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 4> fields{{
      {"reserved_00", 0x00, 31, 16},
      {"rcv_counter", 0x00, 15, 0},
      {"reserved_04", 0x04, 31, 16},
      {"snd_counter", 0x04, 15, 0},
  }};
};

}  // namespace verbatim
