// Generated from specs/commands/queue_pairs/dctc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_DCTC_H
#define VERBATIM_C_COMMANDS_DCTC_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a DCT, the end of DC that receives. A pointer to it needs no alignment; all 64 bytes must
/// be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_dctc_bits.
enum { VERBATIM_DCTC_SIZE = 64 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_dctc_init(void *structure) { memset(structure, 0, 64); }

/// State, 0 for active, 1 for draining and 2 for drained. (bit 0x004, 4 bits)
static inline uint32_t verbatim_dctc_state(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_state(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 27, 24);
}

/// Number that CQEs carry in place of the DCT's. (bit 0x028, 24 bits)
static inline uint32_t verbatim_dctc_user_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_user_index(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 23, 0);
}

/// CQ of all received messages. (bit 0x048, 24 bits)
static inline uint32_t verbatim_dctc_cqn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_cqn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 23, 0);
}

/// Widest atomics that a peer may request. (bit 0x068, 4 bits)
static inline uint32_t verbatim_dctc_atomic_mode(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_atomic_mode(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 23, 20);
}

/// 1 if peers may READ. (bit 0x06c, 1 bit)
static inline uint32_t verbatim_dctc_rre(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 19, 19);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_rre(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 19, 19);
}

/// 1 if peers may WRITE. (bit 0x06d, 1 bit)
static inline uint32_t verbatim_dctc_rwe(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 18, 18);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_rwe(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 18, 18);
}

/// 1 if peers may use atomics. (bit 0x06e, 1 bit)
static inline uint32_t verbatim_dctc_rae(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 17, 17);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_rae(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 17, 17);
}

/// Payload that the CQE of a receive takes, 2 for 64 bytes and 0 for none. (bit 0x088, 8 bits)
static inline uint32_t verbatim_dctc_cs_res(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_cs_res(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 23, 16);
}

/// Time that a peer waits when this side is not ready, as in ibv_qp_attr. (bit 0x093, 5 bits)
static inline uint32_t verbatim_dctc_min_rnr_nak(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 12, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_min_rnr_nak(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 12, 8);
}

/// Number of the shared receive queue. (bit 0x0a8, 24 bits)
static inline uint32_t verbatim_dctc_srqn_xrqn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x14), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_srqn_xrqn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x14, value, 23, 0);
}

/// Protection domain. (bit 0x0c8, 24 bits)
static inline uint32_t verbatim_dctc_pd(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x18), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_pd(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x18, value, 23, 0);
}

/// Traffic class of the global route header of answers. (bit 0x0e0, 8 bits)
static inline uint32_t verbatim_dctc_tclass(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_tclass(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 31, 24);
}

/// Flow label of the global route header of answers. (bit 0x0ec, 20 bits)
static inline uint32_t verbatim_dctc_flow_label(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 19, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_flow_label(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 19, 0);
}

/// Key that requests must carry. (bit 0x100, 64 bits)
static inline uint64_t verbatim_dctc_dc_access_key(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x20);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_dc_access_key(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x20, value);
}

/// Path MTU, as in ibv_mtu. (bit 0x145, 3 bits)
static inline uint32_t verbatim_dctc_mtu(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 26, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_mtu(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 26, 24);
}

/// The port. (bit 0x148, 8 bits)
static inline uint32_t verbatim_dctc_port(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_port(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 23, 16);
}

/// Index into the port's table of partition keys. (bit 0x150, 16 bits)
static inline uint32_t verbatim_dctc_pkey_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_pkey_index(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 15, 0);
}

/// Index into the port's table of GIDs. (bit 0x168, 8 bits)
static inline uint32_t verbatim_dctc_my_addr_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x2c), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_my_addr_index(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x2c, value, 23, 16);
}

/// Hop limit of the global route header of answers. (bit 0x178, 8 bits)
static inline uint32_t verbatim_dctc_hop_limit(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x2c), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_dctc_set_hop_limit(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x2c, value, 7, 0);
}

#ifdef __cplusplus
}
#endif

#endif
