// Generated from specs/commands/queue_pairs/ads.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_ADS_H
#define VERBATIM_C_COMMANDS_ADS_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The path of a queue pair to its peer. A pointer to it needs no alignment; all 44 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_ads_bits.
enum { VERBATIM_ADS_SIZE = 44 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_ads_init(void *structure) { memset(structure, 0, 44); }

/// Index into the port's table of partition keys. (bit 0x010, 16 bits)
static inline uint32_t verbatim_ads_pkey_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_pkey_index(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 15, 0);
}

/// 1 if packets have a global route header; 0 on RoCE. (bit 0x028, 1 bit)
static inline uint32_t verbatim_ads_grh(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_grh(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 23, 23);
}

/// The lowest bits of the own LID. (bit 0x029, 7 bits)
static inline uint32_t verbatim_ads_mlid(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 22, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_mlid(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 22, 16);
}

/// LID of the peer. (bit 0x030, 16 bits)
static inline uint32_t verbatim_ads_rlid(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_rlid(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 15, 0);
}

/// Time until a packet is sent again, as in ibv_qp_attr. (bit 0x040, 5 bits)
static inline uint32_t verbatim_ads_ack_timeout(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 31, 27);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_ack_timeout(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 31, 27);
}

/// Index into the port's table of GIDs. (bit 0x048, 8 bits)
static inline uint32_t verbatim_ads_src_addr_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_src_addr_index(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 23, 16);
}

/// Hop limit of the global route header. (bit 0x058, 8 bits)
static inline uint32_t verbatim_ads_hop_limit(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_hop_limit(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 7, 0);
}

/// Traffic class of the global route header. (bit 0x064, 8 bits)
static inline uint32_t verbatim_ads_tclass(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 27, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_tclass(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 27, 20);
}

/// Flow label of the global route header. (bit 0x06c, 20 bits)
static inline uint32_t verbatim_ads_flow_label(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 19, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_flow_label(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 19, 0);
}

/// GID of the peer, or its IP address. (bit 0x080, 128 bits)
static inline const uint8_t *verbatim_ads_rgid_rip(const void *structure) {
  return (const uint8_t *)structure + 0x10;
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_rgid_rip(void *structure, const uint8_t value[16]) {
  memcpy((uint8_t *)structure + 0x10, value, 16);
}

/// DSCP of the IP header, on RoCE. (bit 0x10a, 6 bits)
static inline uint32_t verbatim_ads_dscp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 21, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_dscp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 21, 16);
}

/// UDP source port, on RoCE v2. (bit 0x110, 16 bits)
static inline uint32_t verbatim_ads_udp_sport(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_udp_sport(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 15, 0);
}

/// Ethernet priority, on RoCE. (bit 0x121, 3 bits)
static inline uint32_t verbatim_ads_eth_prio(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 30, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_eth_prio(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 30, 28);
}

/// Service level, on InfiniBand. (bit 0x124, 4 bits)
static inline uint32_t verbatim_ads_sl(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_sl(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 27, 24);
}

/// The port. (bit 0x128, 8 bits)
static inline uint32_t verbatim_ads_vhca_port_num(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_vhca_port_num(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 23, 16);
}

/// The first two bytes of the peer's MAC address, on RoCE. (bit 0x130, 16 bits)
static inline uint32_t verbatim_ads_rmac_47_32(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_rmac_47_32(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 15, 0);
}

/// The last four bytes of the peer's MAC address, on RoCE. (bit 0x140, 32 bits)
static inline uint32_t verbatim_ads_rmac_31_0(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x28);
}

/// Sets it, and no other bit.
static inline void verbatim_ads_set_rmac_31_0(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x28, value);
}

#ifdef __cplusplus
}
#endif

#endif
