// Generated from specs/commands/objects/create_crypto_login_obj_in.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_CRYPTO_LOGIN_OBJ_IN_H
#define VERBATIM_C_COMMANDS_CREATE_CRYPTO_LOGIN_OBJ_IN_H

#include "../verbatim_wire.h"
#include "verbatim_crypto_login_obj.h"
#include "verbatim_general_obj_in_cmd_hdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The command that opens a login session. A pointer to it needs no alignment; all 272 bytes must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_crypto_login_obj_in_bits.
enum { VERBATIM_CREATE_CRYPTO_LOGIN_OBJ_IN_SIZE = 272 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_create_crypto_login_obj_in_init(void *structure) {
  memset(structure, 0, 272);
}

/// Beginning of the command. (bit 0x000, 128 bits)
static inline const uint8_t *verbatim_create_crypto_login_obj_in_hdr(const void *structure) {
  return (const uint8_t *)structure + 0x00;
}

/// The same, to be written by the functions of verbatim_general_obj_in_cmd_hdr.
static inline uint8_t *verbatim_create_crypto_login_obj_in_edit_hdr(void *structure) {
  return (uint8_t *)structure + 0x00;
}

/// The session. (bit 0x080, 2048 bits)
static inline const uint8_t *verbatim_create_crypto_login_obj_in_login_obj(const void *structure) {
  return (const uint8_t *)structure + 0x10;
}

/// The same, to be written by the functions of verbatim_crypto_login_obj.
static inline uint8_t *verbatim_create_crypto_login_obj_in_edit_login_obj(void *structure) {
  return (uint8_t *)structure + 0x10;
}

#ifdef __cplusplus
}
#endif

#endif
