// Generated from specs/commands/objects/sched_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_SCHED_CONTEXT_H
#define VERBATIM_C_COMMANDS_SCHED_CONTEXT_H

#include "../verbatim_wire.h"
#include "verbatim_sched_elem_attr_tsar.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a scheduling element. A pointer to it needs no alignment; all 64 bytes must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_sched_context_bits.
enum { VERBATIM_SCHED_CONTEXT_SIZE = 64 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_sched_context_init(void *structure) { memset(structure, 0, 64); }

/// Type of the element, 0 for a node (TSAR), 4 for a leaf (queue group). (bit 0x000, 8 bits)
static inline uint32_t verbatim_sched_context_element_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_sched_context_set_element_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 24);
}

/// Attributes of a node. (bit 0x020, 32 bits)
static inline const uint8_t *verbatim_sched_context_sched_elem_attr(const void *structure) {
  return (const uint8_t *)structure + 0x04;
}

/// The same, to be written by the functions of verbatim_sched_elem_attr_tsar.
static inline uint8_t *verbatim_sched_context_edit_sched_elem_attr(void *structure) {
  return (uint8_t *)structure + 0x04;
}

/// Element above this one, or 0. (bit 0x040, 32 bits)
static inline uint32_t verbatim_sched_context_parent_element_id(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_sched_context_set_parent_element_id(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x08, value);
}

/// Share of the parent's bandwidth. (bit 0x0a0, 32 bits)
static inline uint32_t verbatim_sched_context_bw_share(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_sched_context_set_bw_share(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x14, value);
}

/// Limit of the bandwidth in Mbit/s, or 0 for none. (bit 0x0c0, 32 bits)
static inline uint32_t verbatim_sched_context_max_average_bw(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x18);
}

/// Sets it, and no other bit.
static inline void verbatim_sched_context_set_max_average_bw(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x18, value);
}

#ifdef __cplusplus
}
#endif

#endif
