// Generated from specs/segments/control/wait_data_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The value in memory, or the time, to wait for.
///
///   at    bits     field
///   0x00  31..5    reserved_00
///   0x00  4..4     invert
///   0x00  3..0     operation
///   0x04  31..0    lkey
///   0x08  63..3    va_63_3
///   0x08  2..0     fail_act
///   0x10  63..0    value
///   0x18  63..0    mask
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_wseg.
struct wait_data_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 32;

  /// 1 inverts the condition.
  std::uint8_t invert = 0;

  /// Kind of the comparison.
  verbatim::wait_operation operation = {};

  /// Key of the memory to look at; 0 if waiting for a time.
  std::uint32_t lkey = 0;

  /// Address of the 8 bytes to look at, divided by 8 (va_high and va_low of DPDK).
  std::uint64_t va_63_3 = 0;

  /// Action if it fails.
  std::uint8_t fail_act = 0;

  /// Value to compare with, or time to wait for.
  std::uint64_t value = 0;

  /// Bits that are compared.
  std::uint64_t mask = 0;

  /// Writes all 32 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x18, mask);
    wire::store64(at + 0x10, value);
    wire::store64(at + 0x08, wire::put<63, 3>(std::uint64_t{va_63_3}) |
                                 wire::put<2, 0>(std::uint64_t{fail_act}));
    wire::store64(at + 0x00,
                  wire::put<4, 4>(std::uint32_t{invert}) |
                      wire::put<3, 0>(std::uint32_t{static_cast<std::uint8_t>(operation)}),
                  lkey);
  }

  /// Returns the fields of the 32 bytes at `at`.
  static wait_data_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load64(at + 0x08);
    const auto w10 = wire::load64(at + 0x10);
    const auto w18 = wire::load64(at + 0x18);
    return {
        .invert = wire::get<4, 4>(w00),
        .operation = static_cast<verbatim::wait_operation>(wire::get<3, 0>(w00)),
        .lkey = w04,
        .va_63_3 = wire::get<63, 3>(w08),
        .fail_act = wire::get<2, 0>(w08),
        .value = w10,
        .mask = w18,
    };
  }

  bool operator==(const wait_data_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 8> fields{{
      {"reserved_00", 0x00, 31, 5},
      {"invert", 0x00, 4, 4},
      {"operation", 0x00, 3, 0, enumerator_name<verbatim::wait_operation>},
      {"lkey", 0x04, 31, 0},
      {"va_63_3", 0x08, 63, 3},
      {"fail_act", 0x0c, 2, 0},
      {"value", 0x10, 63, 0},
      {"mask", 0x18, 63, 0},
  }};
};

}  // namespace verbatim
