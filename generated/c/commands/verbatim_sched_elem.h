// Generated from specs/commands/objects/sched_elem.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_SCHED_ELEM_H
#define VERBATIM_C_COMMANDS_SCHED_ELEM_H

#include "../verbatim_wire.h"
#include "verbatim_sched_context.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A scheduling element, which is a node or a leaf of the scheduler. A pointer to it needs no alignment; all
/// 128 bytes must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_sched_elem_bits.
enum { VERBATIM_SCHED_ELEM_SIZE = 128 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_sched_elem_init(void *structure) { memset(structure, 0, 128); }

/// Fields of the context that are given, a bit each; 1 for bw_share, 2 for max_average_bw. (bit 0x000, 64
/// bits)
static inline uint64_t verbatim_sched_elem_modify_field_select(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_sched_elem_set_modify_field_select(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x00, value);
}

/// Scheduler, 3 for that of the NIC. (bit 0x040, 8 bits)
static inline uint32_t verbatim_sched_elem_scheduling_hierarchy(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_sched_elem_set_scheduling_hierarchy(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 31, 24);
}

/// Context. (bit 0x100, 512 bits)
static inline const uint8_t *verbatim_sched_elem_sched_context(const void *structure) {
  return (const uint8_t *)structure + 0x20;
}

/// The same, to be written by the functions of verbatim_sched_context.
static inline uint8_t *verbatim_sched_elem_edit_sched_context(void *structure) {
  return (uint8_t *)structure + 0x20;
}

#ifdef __cplusplus
}
#endif

#endif
