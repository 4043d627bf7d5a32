// Generated from specs/doorbells/cq_doorbell.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The register at offset 0x20 of a UAR page that arms a CQ, written as one 8-byte store.
///
///   at    bits     field
///   0x00  31..30   reserved_00
///   0x00  29..28   cmd_sn
///   0x00  27..25   reserved_01
///   0x00  24..24   cmd
///   0x00  23..0    ci
///   0x04  31..24   reserved_04
///   0x04  23..0    cqn
///
/// Source: mlx5dv.h, MLX5_CQ_DOORBELL; rdma-core providers/mlx5/cq.c, mlx5_arm_cq.
struct cq_doorbell {
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  /// Arm sequence number, modulo 4; it counts events.
  std::uint8_t cmd_sn = 0;

  /// Completions that raise an event.
  verbatim::arm_mode cmd = {};

  /// Consumer index, modulo 2^24.
  std::uint32_t ci = 0;

  /// CQ number.
  std::uint32_t cqn = 0;

  /// Writes all 8 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x00,
                  wire::put<29, 28>(std::uint32_t{cmd_sn}) |
                      wire::put<24, 24>(std::uint32_t{static_cast<std::uint8_t>(cmd)}) |
                      wire::put<23, 0>(std::uint32_t{ci}),
                  wire::put<23, 0>(std::uint32_t{cqn}));
  }

  /// Returns the fields of the 8 bytes at `at`.
  static cq_doorbell read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    return {
        .cmd_sn = wire::get<29, 28>(w00),
        .cmd = static_cast<verbatim::arm_mode>(wire::get<24, 24>(w00)),
        .ci = wire::get<23, 0>(w00),
        .cqn = wire::get<23, 0>(w04),
    };
  }

  bool operator==(const cq_doorbell&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 7> fields{{
      {"reserved_00", 0x00, 31, 30},
      {"cmd_sn", 0x00, 29, 28},
      {"reserved_01", 0x00, 27, 25},
      {"cmd", 0x00, 24, 24, enumerator_name<verbatim::arm_mode>},
      {"ci", 0x00, 23, 0},
      {"reserved_04", 0x04, 31, 24},
      {"cqn", 0x04, 23, 0},
  }};
};

}  // namespace verbatim
