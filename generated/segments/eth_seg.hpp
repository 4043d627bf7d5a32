// Generated from specs/segments/packets/eth_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim {

/// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow from
/// 0x0e on.
///
///   at    bits     field
///   0x00  31..24   swp_outer_l4_offset
///   0x00  23..16   swp_outer_l3_offset
///   0x00  15..8    swp_inner_l4_offset
///   0x00  7..0     swp_inner_l3_offset
///   0x04  31..31   l4_csum
///   0x04  30..30   l3_csum
///   0x04  29..29   l4_inner_csum
///   0x04  28..28   l3_inner_csum
///   0x04  27..22   reserved_04
///   0x04  21..21   swp_outer_l4_udp
///   0x04  20..20   swp_outer_l3_ipv6
///   0x04  19..18   reserved_05_2
///   0x04  17..17   swp_inner_l4_udp
///   0x04  16..16   swp_inner_l3_ipv6
///   0x04  15..0    mss
///   0x08  31..0    flow_table_metadata
///   0x0c  31..31   vlan_insert = 0
///   0x0c  30..26   reserved_0c
///   0x0c  25..16   inline_hdr_sz
///   0x0c  15..0    inline_hdr_start
///
/// Source: mlx5dv.h, struct mlx5_wqe_eth_seg; Linux include/linux/mlx5/qp.h, struct mlx5_wqe_eth_seg.
struct eth_seg {
  /// Size in bytes.
  static constexpr std::size_t size = 16;

  /// Software parser: offset of the outer L4 header, in units of 2 bytes.
  std::uint8_t swp_outer_l4_offset = 0;

  /// Software parser: offset of the outer L3 header, in units of 2 bytes.
  std::uint8_t swp_outer_l3_offset = 0;

  /// Software parser: offset of the inner L4 header, in units of 2 bytes.
  std::uint8_t swp_inner_l4_offset = 0;

  /// Software parser: offset of the inner L3 header, in units of 2 bytes.
  std::uint8_t swp_inner_l3_offset = 0;

  /// 1 inserts the L4 checksum (of the outer header).
  std::uint8_t l4_csum = 0;

  /// 1 inserts the IPv4 header checksum (of the outer header).
  std::uint8_t l3_csum = 0;

  /// 1 inserts the L4 checksum of the inner header.
  std::uint8_t l4_inner_csum = 0;

  /// 1 inserts the IPv4 checksum of the inner header.
  std::uint8_t l3_inner_csum = 0;

  /// 1 if the outer L4 header is UDP, 0 if TCP. Uncertain: The FlexIO SDK orders these four bits differently;
  /// here they stand as in the kernel and in DPDK.
  std::uint8_t swp_outer_l4_udp = 0;

  /// 1 if the outer L3 header is IPv6, 0 if IPv4. Uncertain: The FlexIO SDK orders these four bits
  /// differently; here they stand as in the kernel and in DPDK.
  std::uint8_t swp_outer_l3_ipv6 = 0;

  /// 1 if the inner L4 header is UDP, 0 if TCP. Uncertain: The FlexIO SDK orders these four bits differently;
  /// here they stand as in the kernel and in DPDK.
  std::uint8_t swp_inner_l4_udp = 0;

  /// 1 if the inner L3 header is IPv6, 0 if IPv4. Uncertain: The FlexIO SDK orders these four bits
  /// differently; here they stand as in the kernel and in DPDK.
  std::uint8_t swp_inner_l3_ipv6 = 0;

  /// TCP payload bytes per packet that segmentation makes; 0 without segmentation.
  std::uint16_t mss = 0;

  /// Metadata that egress flow tables may match.
  std::uint32_t flow_table_metadata = 0;

  /// Bytes of packet headers that are inlined.
  std::uint16_t inline_hdr_sz = 0;

  /// First two bytes of the inlined headers.
  std::uint16_t inline_hdr_start = 0;

  /// Writes all 16 bytes, big-endian. Reserved bits become zero, whatever was there before.
  [[gnu::always_inline]] void write(std::byte* at) const noexcept {
    wire::store64(at + 0x08, flow_table_metadata,
                  wire::put<25, 16>(std::uint32_t{inline_hdr_sz}) |
                      wire::put<15, 0>(std::uint32_t{inline_hdr_start}));
    wire::store64(at + 0x00,
                  wire::put<31, 24>(std::uint32_t{swp_outer_l4_offset}) |
                      wire::put<23, 16>(std::uint32_t{swp_outer_l3_offset}) |
                      wire::put<15, 8>(std::uint32_t{swp_inner_l4_offset}) |
                      wire::put<7, 0>(std::uint32_t{swp_inner_l3_offset}),
                  wire::put<31, 31>(std::uint32_t{l4_csum}) |
                      wire::put<30, 30>(std::uint32_t{l3_csum}) |
                      wire::put<29, 29>(std::uint32_t{l4_inner_csum}) |
                      wire::put<28, 28>(std::uint32_t{l3_inner_csum}) |
                      wire::put<21, 21>(std::uint32_t{swp_outer_l4_udp}) |
                      wire::put<20, 20>(std::uint32_t{swp_outer_l3_ipv6}) |
                      wire::put<17, 17>(std::uint32_t{swp_inner_l4_udp}) |
                      wire::put<16, 16>(std::uint32_t{swp_inner_l3_ipv6}) |
                      wire::put<15, 0>(std::uint32_t{mss}));
  }

  /// Returns the fields of the 16 bytes at `at`.
  static eth_seg read(const std::byte* at) noexcept {
    const auto w00 = wire::load32(at + 0x00);
    const auto w04 = wire::load32(at + 0x04);
    const auto w08 = wire::load32(at + 0x08);
    const auto w0c = wire::load32(at + 0x0c);
    return {
        .swp_outer_l4_offset = wire::get<31, 24>(w00),
        .swp_outer_l3_offset = wire::get<23, 16>(w00),
        .swp_inner_l4_offset = wire::get<15, 8>(w00),
        .swp_inner_l3_offset = wire::get<7, 0>(w00),
        .l4_csum = wire::get<31, 31>(w04),
        .l3_csum = wire::get<30, 30>(w04),
        .l4_inner_csum = wire::get<29, 29>(w04),
        .l3_inner_csum = wire::get<28, 28>(w04),
        .swp_outer_l4_udp = wire::get<21, 21>(w04),
        .swp_outer_l3_ipv6 = wire::get<20, 20>(w04),
        .swp_inner_l4_udp = wire::get<17, 17>(w04),
        .swp_inner_l3_ipv6 = wire::get<16, 16>(w04),
        .mss = wire::get<15, 0>(w04),
        .flow_table_metadata = w08,
        .inline_hdr_sz = wire::get<25, 16>(w0c),
        .inline_hdr_start = wire::get<15, 0>(w0c),
    };
  }

  bool operator==(const eth_seg&) const = default;

  /// The fields as a table, for tools that print.
  static constexpr std::array<wire::field, 20> fields{{
      {"swp_outer_l4_offset", 0x00, 31, 24},
      {"swp_outer_l3_offset", 0x00, 23, 16},
      {"swp_inner_l4_offset", 0x00, 15, 8},
      {"swp_inner_l3_offset", 0x00, 7, 0},
      {"l4_csum", 0x04, 31, 31},
      {"l3_csum", 0x04, 30, 30},
      {"l4_inner_csum", 0x04, 29, 29},
      {"l3_inner_csum", 0x04, 28, 28},
      {"reserved_04", 0x04, 27, 22},
      {"swp_outer_l4_udp", 0x04, 21, 21},
      {"swp_outer_l3_ipv6", 0x04, 20, 20},
      {"reserved_05_2", 0x04, 19, 18},
      {"swp_inner_l4_udp", 0x04, 17, 17},
      {"swp_inner_l3_ipv6", 0x04, 16, 16},
      {"mss", 0x04, 15, 0},
      {"flow_table_metadata", 0x08, 31, 0},
      {"vlan_insert", 0x0c, 31, 31, nullptr, 0, 0, true},
      {"reserved_0c", 0x0c, 30, 26},
      {"inline_hdr_sz", 0x0c, 25, 16},
      {"inline_hdr_start", 0x0c, 15, 0},
  }};
};

}  // namespace verbatim
