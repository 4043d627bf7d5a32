// Generated from specs/commands/mbox_out.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_MBOX_OUT_H
#define VERBATIM_C_COMMANDS_MBOX_OUT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The beginning of every answer. A pointer to it needs no alignment; all 16 bytes must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_mbox_out_bits.
enum { VERBATIM_MBOX_OUT_SIZE = 16 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_mbox_out_init(void *structure) { memset(structure, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_mbox_out_status(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_mbox_out_set_status(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 24);
}

/// The firmware's reason if the command was not executed. (bit 0x020, 32 bits)
static inline uint32_t verbatim_mbox_out_syndrome(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_mbox_out_set_syndrome(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x04, value);
}

#ifdef __cplusplus
}
#endif

#endif
