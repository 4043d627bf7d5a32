// Generated from specs/commands/objects/encryption_key_obj.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_ENCRYPTION_KEY_OBJ_H
#define VERBATIM_C_COMMANDS_ENCRYPTION_KEY_OBJ_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A data encryption key (DEK). A pointer to it needs no alignment; all 256 bytes must be there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_encryption_key_obj_bits.
enum { VERBATIM_ENCRYPTION_KEY_OBJ_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_encryption_key_obj_init(void *structure) { memset(structure, 0, 256); }

/// Size of the key, 0 for 128 bits, 1 for 256. (bit 0x054, 4 bits)
static inline uint32_t verbatim_encryption_key_obj_key_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 11, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_encryption_key_obj_set_key_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 11, 8);
}

/// 1 if the key ends with a tag. (bit 0x058, 1 bit)
static inline uint32_t verbatim_encryption_key_obj_has_keytag(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 7, 7);
}

/// Sets it, and no other bit.
static inline void verbatim_encryption_key_obj_set_has_keytag(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 7, 7);
}

/// Use of the key, 3 for AES-XTS. Uncertain: Linux calls it key_type. (bit 0x05c, 4 bits)
static inline uint32_t verbatim_encryption_key_obj_key_purpose(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_encryption_key_obj_set_key_purpose(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 3, 0);
}

/// Protection domain. (bit 0x068, 24 bits)
static inline uint32_t verbatim_encryption_key_obj_pd(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_encryption_key_obj_set_pd(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 23, 0);
}

/// Number that the program chooses. (bit 0x180, 64 bits)
static inline uint64_t verbatim_encryption_key_obj_opaque(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x30);
}

/// Sets it, and no other bit.
static inline void verbatim_encryption_key_obj_set_opaque(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x30, value);
}

/// The two keys of AES-XTS, and their tag or what wraps them. Uncertain: Linux has 256 bits. (bit 0x200, 1024
/// bits)
static inline const uint8_t *verbatim_encryption_key_obj_key(const void *structure) {
  return (const uint8_t *)structure + 0x40;
}

/// Sets it, and no other bit.
static inline void verbatim_encryption_key_obj_set_key(void *structure, const uint8_t value[128]) {
  memcpy((uint8_t *)structure + 0x40, value, 128);
}

#ifdef __cplusplus
}
#endif

#endif
