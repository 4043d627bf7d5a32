// Generated from specs/commands/objects/crypto_login_obj.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CRYPTO_LOGIN_OBJ_H
#define VERBATIM_C_COMMANDS_CRYPTO_LOGIN_OBJ_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A login session, in which wrapped keys are taken. A pointer to it needs no alignment; all 256 bytes must
/// be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_crypto_login_obj_bits.
enum { VERBATIM_CRYPTO_LOGIN_OBJ_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_crypto_login_obj_init(void *structure) { memset(structure, 0, 256); }

/// The wrapped credential. (bit 0x200, 384 bits)
static inline const uint8_t *verbatim_crypto_login_obj_credential(const void *structure) {
  return (const uint8_t *)structure + 0x40;
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_login_obj_set_credential(void *structure,
                                                            const uint8_t value[48]) {
  memcpy((uint8_t *)structure + 0x40, value, 48);
}

#ifdef __cplusplus
}
#endif

#endif
