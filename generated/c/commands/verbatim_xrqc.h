// Generated from specs/commands/receive_queues/xrqc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_XRQC_H
#define VERBATIM_C_COMMANDS_XRQC_H

#include "../verbatim_wire.h"
#include "verbatim_tag_matching_topology_context.h"
#include "verbatim_wq.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of an XRQ, a shared receive queue with offloads. A pointer to it needs no alignment; all 320
/// bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_xrqc_bits; UCX
/// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has dc.
enum { VERBATIM_XRQC_SIZE = 320 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_xrqc_init(void *structure) { memset(structure, 0, 320); }

/// Kind of offload, 1 for tag matching. (bit 0x014, 4 bits)
static inline uint32_t verbatim_xrqc_topology(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 11, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_xrqc_set_topology(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 11, 8);
}

/// More kinds of offload, 1 for rendezvous. (bit 0x01c, 4 bits)
static inline uint32_t verbatim_xrqc_offload(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_xrqc_set_offload(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 3, 0);
}

/// Number that CQEs carry. (bit 0x028, 24 bits)
static inline uint32_t verbatim_xrqc_user_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_xrqc_set_user_index(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 23, 0);
}

/// CQ of all received messages. (bit 0x048, 24 bits)
static inline uint32_t verbatim_xrqc_cqn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_xrqc_set_cqn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 23, 0);
}

/// 1 if DC queue pairs receive from it. (bit 0x07f, 1 bit)
static inline uint32_t verbatim_xrqc_dc(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 0, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_xrqc_set_dc(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 0, 0);
}

/// The list of tags. (bit 0x100, 128 bits)
static inline const uint8_t *verbatim_xrqc_tag_matching_topology_context(const void *structure) {
  return (const uint8_t *)structure + 0x20;
}

/// The same, to be written by the functions of verbatim_tag_matching_topology_context.
static inline uint8_t *verbatim_xrqc_edit_tag_matching_topology_context(void *structure) {
  return (uint8_t *)structure + 0x20;
}

/// Ring. (bit 0x400, 1536 bits)
static inline const uint8_t *verbatim_xrqc_wq(const void *structure) {
  return (const uint8_t *)structure + 0x80;
}

/// The same, to be written by the functions of verbatim_wq.
static inline uint8_t *verbatim_xrqc_edit_wq(void *structure) {
  return (uint8_t *)structure + 0x80;
}

#ifdef __cplusplus
}
#endif

#endif
