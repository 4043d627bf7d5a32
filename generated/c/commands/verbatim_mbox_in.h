// Generated from specs/commands/mbox_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_MBOX_IN_H
#define VERBATIM_C_COMMANDS_MBOX_IN_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The beginning of every command. A pointer to it needs no alignment; all 16 bytes must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_mbox_in_bits.
enum { VERBATIM_MBOX_IN_SIZE = 16 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_mbox_in_init(void *structure) { memset(structure, 0, 16); }

/// The command. (bit 0x000, 16 bits)
static inline uint32_t verbatim_mbox_in_opcode(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_mbox_in_set_opcode(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 16);
}

/// Number of the user of DevX, which the kernel fills in. (bit 0x010, 16 bits)
static inline uint32_t verbatim_mbox_in_uid(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mbox_in_set_uid(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 15, 0);
}

/// Modifier of the command. (bit 0x030, 16 bits)
static inline uint32_t verbatim_mbox_in_op_mod(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mbox_in_set_op_mod(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
