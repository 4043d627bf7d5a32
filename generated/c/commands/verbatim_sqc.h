// Generated from specs/commands/queue_pairs/sqc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_SQC_H
#define VERBATIM_C_COMMANDS_SQC_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a send queue of raw packets. A pointer to it needs no alignment; all 240 bytes must be
/// there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_sqc_bits.
enum { VERBATIM_SQC_SIZE = 240 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_sqc_init(void *structure) { memset(structure, 0, 240); }

/// Leaf of the scheduler that the queue is on. (bit 0x110, 16 bits)
static inline uint32_t verbatim_sqc_qos_queue_group_id(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_sqc_set_qos_queue_group_id(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
