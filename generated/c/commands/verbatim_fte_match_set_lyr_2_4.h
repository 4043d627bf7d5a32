// Generated from specs/commands/flows/fte_match_set_lyr_2_4.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_FTE_MATCH_SET_LYR_2_4_H
#define VERBATIM_C_COMMANDS_FTE_MATCH_SET_LYR_2_4_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The headers of Ethernet, IP, TCP and UDP that a flow has, or a mask of them. A pointer to it needs no
/// alignment; all 64 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_fte_match_set_lyr_2_4_bits.
enum { VERBATIM_FTE_MATCH_SET_LYR_2_4_SIZE = 64 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_fte_match_set_lyr_2_4_init(void *structure) {
  memset(structure, 0, 64);
}

/// Highest 32 bits of the source MAC. (bit 0x000, 32 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_smac_47_16(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_smac_47_16(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x00, value);
}

/// Lowest 16 bits of the source MAC. (bit 0x020, 16 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_smac_15_0(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_smac_15_0(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 31, 16);
}

/// EtherType. (bit 0x030, 16 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_ethertype(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_ethertype(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 15, 0);
}

/// Highest 32 bits of the destination MAC. (bit 0x040, 32 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_dmac_47_16(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_dmac_47_16(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x08, value);
}

/// Lowest 16 bits of the destination MAC. (bit 0x060, 16 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_dmac_15_0(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_dmac_15_0(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 31, 16);
}

/// Protocol above IP. (bit 0x080, 8 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_ip_protocol(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_ip_protocol(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 31, 24);
}

/// DSCP. (bit 0x088, 6 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_ip_dscp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 23, 18);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_ip_dscp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 23, 18);
}

/// ECN. (bit 0x08e, 2 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_ip_ecn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 17, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_ip_ecn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 17, 16);
}

/// Version of IP. (bit 0x093, 4 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_ip_version(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 12, 9);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_ip_version(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 12, 9);
}

/// Source port of TCP. (bit 0x0a0, 16 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_tcp_sport(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x14), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_tcp_sport(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x14, value, 31, 16);
}

/// Destination port of TCP. (bit 0x0b0, 16 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_tcp_dport(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x14), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_tcp_dport(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x14, value, 15, 0);
}

/// TTL of IPv4, or hop limit of IPv6. Uncertain: DPDK calls it ip_ttl_hoplimit. (bit 0x0d8, 8 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_ttl_hoplimit(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x18), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_ttl_hoplimit(void *structure,
                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x18, value, 7, 0);
}

/// Source port of UDP. (bit 0x0e0, 16 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_udp_sport(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_udp_sport(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 31, 16);
}

/// Destination port of UDP. (bit 0x0f0, 16 bits)
static inline uint32_t verbatim_fte_match_set_lyr_2_4_udp_dport(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_udp_dport(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 15, 0);
}

/// Source address, whose last 4 bytes are that of IPv4. (bit 0x100, 128 bits)
static inline const uint8_t *verbatim_fte_match_set_lyr_2_4_src_ipv4_src_ipv6(
    const void *structure) {
  return (const uint8_t *)structure + 0x20;
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_src_ipv4_src_ipv6(void *structure,
                                                                        const uint8_t value[16]) {
  memcpy((uint8_t *)structure + 0x20, value, 16);
}

/// Destination address, whose last 4 bytes are that of IPv4. (bit 0x180, 128 bits)
static inline const uint8_t *verbatim_fte_match_set_lyr_2_4_dst_ipv4_dst_ipv6(
    const void *structure) {
  return (const uint8_t *)structure + 0x30;
}

/// Sets it, and no other bit.
static inline void verbatim_fte_match_set_lyr_2_4_set_dst_ipv4_dst_ipv6(void *structure,
                                                                        const uint8_t value[16]) {
  memcpy((uint8_t *)structure + 0x30, value, 16);
}

#ifdef __cplusplus
}
#endif

#endif
