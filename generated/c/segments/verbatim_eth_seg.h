// Generated from specs/segments/packets/eth_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ETH_SEG_H
#define VERBATIM_C_ETH_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_ETH_SEG_SIZE = 16 };

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
struct verbatim_eth_seg {
  /// Software parser: offset of the outer L4 header, in units of 2 bytes.
  uint8_t swp_outer_l4_offset;
  /// Software parser: offset of the outer L3 header, in units of 2 bytes.
  uint8_t swp_outer_l3_offset;
  /// Software parser: offset of the inner L4 header, in units of 2 bytes.
  uint8_t swp_inner_l4_offset;
  /// Software parser: offset of the inner L3 header, in units of 2 bytes.
  uint8_t swp_inner_l3_offset;
  /// 1 inserts the L4 checksum (of the outer header).
  uint8_t l4_csum;
  /// 1 inserts the IPv4 header checksum (of the outer header).
  uint8_t l3_csum;
  /// 1 inserts the L4 checksum of the inner header.
  uint8_t l4_inner_csum;
  /// 1 inserts the IPv4 checksum of the inner header.
  uint8_t l3_inner_csum;
  /// 1 if the outer L4 header is UDP, 0 if TCP. Uncertain: The FlexIO SDK orders these four bits differently;
  /// here they stand as in the kernel and in DPDK.
  uint8_t swp_outer_l4_udp;
  /// 1 if the outer L3 header is IPv6, 0 if IPv4. Uncertain: The FlexIO SDK orders these four bits
  /// differently; here they stand as in the kernel and in DPDK.
  uint8_t swp_outer_l3_ipv6;
  /// 1 if the inner L4 header is UDP, 0 if TCP. Uncertain: The FlexIO SDK orders these four bits differently;
  /// here they stand as in the kernel and in DPDK.
  uint8_t swp_inner_l4_udp;
  /// 1 if the inner L3 header is IPv6, 0 if IPv4. Uncertain: The FlexIO SDK orders these four bits
  /// differently; here they stand as in the kernel and in DPDK.
  uint8_t swp_inner_l3_ipv6;
  /// TCP payload bytes per packet that segmentation makes; 0 without segmentation.
  uint16_t mss;
  /// Metadata that egress flow tables may match.
  uint32_t flow_table_metadata;
  /// Bytes of packet headers that are inlined.
  uint16_t inline_hdr_sz;
  /// First two bytes of the inlined headers.
  uint16_t inline_hdr_start;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_eth_seg_write(void *at, const struct verbatim_eth_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, verbatim_put32(value->swp_outer_l4_offset, 31, 24) |
                                   verbatim_put32(value->swp_outer_l3_offset, 23, 16) |
                                   verbatim_put32(value->swp_inner_l4_offset, 15, 8) |
                                   verbatim_put32(value->swp_inner_l3_offset, 7, 0));
  verbatim_store32(out + 0x04, verbatim_put32(value->l4_csum, 31, 31) |
                                   verbatim_put32(value->l3_csum, 30, 30) |
                                   verbatim_put32(value->l4_inner_csum, 29, 29) |
                                   verbatim_put32(value->l3_inner_csum, 28, 28) |
                                   verbatim_put32(value->swp_outer_l4_udp, 21, 21) |
                                   verbatim_put32(value->swp_outer_l3_ipv6, 20, 20) |
                                   verbatim_put32(value->swp_inner_l4_udp, 17, 17) |
                                   verbatim_put32(value->swp_inner_l3_ipv6, 16, 16) |
                                   verbatim_put32(value->mss, 15, 0));
  verbatim_store32(out + 0x08, value->flow_table_metadata);
  verbatim_store32(out + 0x0c, verbatim_put32(value->inline_hdr_sz, 25, 16) |
                                   verbatim_put32(value->inline_hdr_start, 15, 0));
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_eth_seg verbatim_eth_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_eth_seg value;
  value.swp_outer_l4_offset = verbatim_load8(in + 0x00);
  value.swp_outer_l3_offset = verbatim_load8(in + 0x01);
  value.swp_inner_l4_offset = verbatim_load8(in + 0x02);
  value.swp_inner_l3_offset = verbatim_load8(in + 0x03);
  value.l4_csum = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 31, 31);
  value.l3_csum = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 30, 30);
  value.l4_inner_csum = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 29, 29);
  value.l3_inner_csum = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 28, 28);
  value.swp_outer_l4_udp = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 21, 21);
  value.swp_outer_l3_ipv6 = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 20, 20);
  value.swp_inner_l4_udp = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 17, 17);
  value.swp_inner_l3_ipv6 = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 16, 16);
  value.mss = verbatim_load16(in + 0x06);
  value.flow_table_metadata = verbatim_load32(in + 0x08);
  value.inline_hdr_sz = (uint16_t)verbatim_get32(verbatim_load32(in + 0x0c), 25, 16);
  value.inline_hdr_start = verbatim_load16(in + 0x0e);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
