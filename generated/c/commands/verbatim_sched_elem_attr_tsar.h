// Generated from specs/commands/objects/sched_elem_attr_tsar.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_SCHED_ELEM_ATTR_TSAR_H
#define VERBATIM_C_COMMANDS_SCHED_ELEM_ATTR_TSAR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The attributes of a node of the scheduler (TSAR). A pointer to it needs no alignment; all 4 bytes must be
/// there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_sched_elem_attr_tsar_bits.
enum { VERBATIM_SCHED_ELEM_ATTR_TSAR_SIZE = 4 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_sched_elem_attr_tsar_init(void *structure) { memset(structure, 0, 4); }

/// The way in which it shares its bandwidth, 0 for weighted round robin. (bit 0x008, 8 bits)
static inline uint32_t verbatim_sched_elem_attr_tsar_tsar_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_sched_elem_attr_tsar_set_tsar_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 23, 16);
}

#ifdef __cplusplus
}
#endif

#endif
