// Generated from specs/segments/packets/eth_vlan_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// An eth_seg that inserts a VLAN tag, and so has no inlined headers.
///
///   at    bits     field
///   0x00  31..0    reserved_00
///   0x04  31..31   l4_csum
///   0x04  30..30   l3_csum
///   0x04  29..16   reserved_04
///   0x04  15..0    mss
///   0x08  31..0    flow_table_metadata
///   0x0c  31..31   vlan_insert = 1
///   0x0c  30..30   svlan
///   0x0c  29..16   reserved_0c
///   0x0c  15..0    vlan_tci
///
/// Source: Linux include/linux/mlx5/qp.h, struct mlx5_wqe_eth_seg, insert; DPDK
/// drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_eseg.
struct eth_vlan_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// 1 inserts the L4 checksum.
  std::uint8_t l4_csum = 0;

  /// 1 inserts the IPv4 header checksum.
  std::uint8_t l3_csum = 0;

  /// TCP payload bytes per packet that segmentation makes; 0 without segmentation.
  std::uint16_t mss = 0;

  /// Metadata that egress flow tables may match.
  std::uint32_t flow_table_metadata = 0;

  /// 1 inserts an 802.1ad tag (S-VLAN), 0 an 802.1Q tag (C-VLAN). Uncertain: The kernel selects the S-VLAN by
  /// bit 0 of the 16-bit word as it defines it; no public driver for user space does.
  std::uint8_t svlan = 0;

  /// Tag control information: priority, DEI and VLAN number.
  std::uint16_t vlan_tci = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, flow_table_metadata,
                  wire::put<31, 31>(std::uint32_t{1}) | wire::put<30, 30>(std::uint32_t{svlan}) |
                      wire::put<15, 0>(std::uint32_t{vlan_tci}));
    wire::store64(at + 0x00, 0,
                  wire::put<31, 31>(std::uint32_t{l4_csum}) |
                      wire::put<30, 30>(std::uint32_t{l3_csum}) |
                      wire::put<15, 0>(std::uint32_t{mss}));
  }

  /// Returns the fields of the 16 bytes at `at`.
  static eth_vlan_seg read(const std::byte* at) noexcept {
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .l4_csum = wire::get<31, 31>(w04),
        .l3_csum = wire::get<30, 30>(w04),
        .mss = wire::get<15, 0>(w04),
        .flow_table_metadata = w08,
        .svlan = wire::get<30, 30>(w0c),
        .vlan_tci = wire::get<15, 0>(w0c),
    };
  }

  bool operator==(const eth_vlan_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 10> fields{{
      {"reserved_00", 0x00, 31, 0},
      {"l4_csum", 0x04, 31, 31},
      {"l3_csum", 0x04, 30, 30},
      {"reserved_04", 0x04, 29, 16},
      {"mss", 0x04, 15, 0},
      {"flow_table_metadata", 0x08, 31, 0},
      {"vlan_insert", 0x0c, 31, 31, nullptr, 1, 0, true},
      {"svlan", 0x0c, 30, 30},
      {"reserved_0c", 0x0c, 29, 16},
      {"vlan_tci", 0x0c, 15, 0},
  }};
};

}  // namespace verbatim
