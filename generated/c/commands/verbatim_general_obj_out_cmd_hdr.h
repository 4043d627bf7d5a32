// Generated from specs/commands/objects/general_obj_out_cmd_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_GENERAL_OBJ_OUT_CMD_HDR_H
#define VERBATIM_C_COMMANDS_GENERAL_OBJ_OUT_CMD_HDR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The answer to a command about a general object. A pointer to it needs no alignment; all 16 bytes must be
/// there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_out_cmd_hdr_bits.
enum { VERBATIM_GENERAL_OBJ_OUT_CMD_HDR_SIZE = 16 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_general_obj_out_cmd_hdr_init(void *structure) {
  memset(structure, 0, 16);
}

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_general_obj_out_cmd_hdr_status(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_general_obj_out_cmd_hdr_set_status(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 24);
}

/// The firmware's reason if the command was not executed. (bit 0x020, 32 bits)
static inline uint32_t verbatim_general_obj_out_cmd_hdr_syndrome(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_general_obj_out_cmd_hdr_set_syndrome(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x04, value);
}

/// The object. (bit 0x040, 32 bits)
static inline uint32_t verbatim_general_obj_out_cmd_hdr_obj_id(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_general_obj_out_cmd_hdr_set_obj_id(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0x08, value);
}

#ifdef __cplusplus
}
#endif

#endif
