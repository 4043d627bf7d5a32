// Generated from specs/commands/objects/general_obj_in_cmd_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_GENERAL_OBJ_IN_CMD_HDR_H
#define VERBATIM_C_COMMANDS_GENERAL_OBJ_IN_CMD_HDR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The beginning of a command about a general object. A pointer to it needs no alignment; all 16 bytes must
/// be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits.
enum { VERBATIM_GENERAL_OBJ_IN_CMD_HDR_SIZE = 16 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_general_obj_in_cmd_hdr_init(void *structure) {
  memset(structure, 0, 16);
}

/// The command. (bit 0x000, 16 bits)
static inline uint32_t verbatim_general_obj_in_cmd_hdr_opcode(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_general_obj_in_cmd_hdr_set_opcode(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 16);
}

/// Type of the object. (bit 0x030, 16 bits)
static inline uint32_t verbatim_general_obj_in_cmd_hdr_obj_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_general_obj_in_cmd_hdr_set_obj_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 15, 0);
}

/// The object. (bit 0x040, 32 bits)
static inline uint32_t verbatim_general_obj_in_cmd_hdr_obj_id(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_general_obj_in_cmd_hdr_set_obj_id(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x08, value);
}

/// Number of objects, as the exponent of a power of two. Uncertain: DPDK has obj_offset here. (bit 0x063, 5
/// bits)
static inline uint32_t verbatim_general_obj_in_cmd_hdr_log_obj_range(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_general_obj_in_cmd_hdr_set_log_obj_range(void *structure,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 28, 24);
}

#ifdef __cplusplus
}
#endif

#endif
