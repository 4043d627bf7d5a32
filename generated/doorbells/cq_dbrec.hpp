// Generated from specs/doorbells/cq_dbrec.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The record in host memory from which the device reads the consumer index and the request for an event.
///
///   at    bits     field
///   0x00  31..24   reserved_00
///   0x00  23..0    set_ci
///   0x04  31..30   reserved_04
///   0x04  29..28   cmd_sn
///   0x04  27..25   reserved_05
///   0x04  24..24   cmd
///   0x04  23..0    arm_ci
///
/// Source: rdma-core providers/mlx5/cq.c, update_cons_index and mlx5_arm_cq.
struct cq_dbrec {
  /// Size in bytes.
  static constexpr std::size_t size = 8;

  /// Consumer index, modulo 2^24.
  std::uint32_t set_ci = 0;

  /// Arm sequence number, modulo 4; it counts events.
  std::uint8_t cmd_sn = 0;

  /// Completions that raise an event.
  verbatim::arm_mode cmd = {};

  /// Consumer index when the CQ was armed, modulo 2^24.
  std::uint32_t arm_ci = 0;

  /// Writes all 8 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x00, wire::put<23, 0>(std::uint32_t{set_ci}),
                  wire::put<29, 28>(std::uint32_t{cmd_sn}) |
                      wire::put<24, 24>(std::uint32_t{static_cast<std::uint8_t>(cmd)}) |
                      wire::put<23, 0>(std::uint32_t{arm_ci}));
  }

  /// Returns the fields of the 8 bytes at `at`.
  static cq_dbrec read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    return {
        .set_ci = wire::get<23, 0>(w00),
        .cmd_sn = wire::get<29, 28>(w04),
        .cmd = static_cast<verbatim::arm_mode>(wire::get<24, 24>(w04)),
        .arm_ci = wire::get<23, 0>(w04),
    };
  }

  bool operator==(const cq_dbrec&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 7> fields{{
      {"reserved_00", 0x00, 31, 24},
      {"set_ci", 0x00, 23, 0},
      {"reserved_04", 0x04, 31, 30},
      {"cmd_sn", 0x04, 29, 28},
      {"reserved_05", 0x04, 27, 25},
      {"cmd", 0x04, 24, 24, enumerator_name<verbatim::arm_mode>},
      {"arm_ci", 0x04, 23, 0},
  }};
};

}  // namespace verbatim
