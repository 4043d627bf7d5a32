// Generated from specs/segments/packets/eth_vlan_seg.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ETH_VLAN_SEG_H
#define VERBATIM_C_ETH_VLAN_SEG_H

#include "../verbatim_enums.h"
#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { VERBATIM_ETH_VLAN_SEG_SIZE = 16 };

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
struct verbatim_eth_vlan_seg {
  /// 1 inserts the L4 checksum.
  uint8_t l4_csum;
  /// 1 inserts the IPv4 header checksum.
  uint8_t l3_csum;
  /// TCP payload bytes per packet that segmentation makes; 0 without segmentation.
  uint16_t mss;
  /// Metadata that egress flow tables may match.
  uint32_t flow_table_metadata;
  /// 1 inserts an 802.1ad tag (S-VLAN), 0 an 802.1Q tag (C-VLAN). Uncertain: The kernel selects the S-VLAN by
  /// bit 0 of the 16-bit word as it defines it; no public driver for user space does.
  uint8_t svlan;
  /// Tag control information: priority, DEI and VLAN number.
  uint16_t vlan_tci;
};

/// Writes all 16 bytes, big-endian. Bits without a name become zero, whatever was there before.
static inline void verbatim_eth_vlan_seg_write(void *at,
                                               const struct verbatim_eth_vlan_seg *value) {
  uint8_t *const out = (uint8_t *)at;
  verbatim_store32(out + 0x00, 0);
  verbatim_store32(out + 0x04, verbatim_put32(value->l4_csum, 31, 31) |
                                   verbatim_put32(value->l3_csum, 30, 30) |
                                   verbatim_put32(value->mss, 15, 0));
  verbatim_store32(out + 0x08, value->flow_table_metadata);
  verbatim_store32(out + 0x0c, (((uint32_t)0x1) << 31) | verbatim_put32(value->svlan, 30, 30) |
                                   verbatim_put32(value->vlan_tci, 15, 0));
}

/// Returns the fields of the 16 bytes at `at`.
static inline struct verbatim_eth_vlan_seg verbatim_eth_vlan_seg_read(const void *at) {
  const uint8_t *const in = (const uint8_t *)at;
  struct verbatim_eth_vlan_seg value;
  value.l4_csum = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 31, 31);
  value.l3_csum = (uint8_t)verbatim_get32(verbatim_load32(in + 0x04), 30, 30);
  value.mss = verbatim_load16(in + 0x06);
  value.flow_table_metadata = verbatim_load32(in + 0x08);
  value.svlan = (uint8_t)verbatim_get32(verbatim_load32(in + 0x0c), 30, 30);
  value.vlan_tci = verbatim_load16(in + 0x0e);
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
