// Generated from specs/commands/objects/query_encryption_key_obj_out.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QUERY_ENCRYPTION_KEY_OBJ_OUT_H
#define VERBATIM_C_COMMANDS_QUERY_ENCRYPTION_KEY_OBJ_OUT_H

#include "../verbatim_wire.h"
#include "verbatim_encryption_key_obj.h"
#include "verbatim_general_obj_out_cmd_hdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The answer to a query of a data encryption key. A pointer to it needs no alignment; all 272 bytes must be
/// there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_encryption_key_obj_out_bits.
enum { VERBATIM_QUERY_ENCRYPTION_KEY_OBJ_OUT_SIZE = 272 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_query_encryption_key_obj_out_init(void *structure) {
  memset(structure, 0, 272);
}

/// Beginning of the answer. (bit 0x000, 128 bits)
static inline const uint8_t *verbatim_query_encryption_key_obj_out_hdr(const void *structure) {
  return (const uint8_t *)structure + 0x00;
}

/// The same, to be written by the functions of verbatim_general_obj_out_cmd_hdr.
static inline uint8_t *verbatim_query_encryption_key_obj_out_edit_hdr(void *structure) {
  return (uint8_t *)structure + 0x00;
}

/// The key, without its bytes. (bit 0x080, 2048 bits)
static inline const uint8_t *verbatim_query_encryption_key_obj_out_obj(const void *structure) {
  return (const uint8_t *)structure + 0x10;
}

/// The same, to be written by the functions of verbatim_encryption_key_obj.
static inline uint8_t *verbatim_query_encryption_key_obj_out_edit_obj(void *structure) {
  return (uint8_t *)structure + 0x10;
}

#ifdef __cplusplus
}
#endif

#endif
