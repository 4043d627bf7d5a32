// Generated from specs/commands/capabilities/crypto_caps.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CRYPTO_CAPS_H
#define VERBATIM_C_COMMANDS_CRYPTO_CAPS_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The capabilities of encryption, group 0x1a. A pointer to it needs no alignment; all 256 bytes must be
/// there.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_crypto_caps_bits.
enum { VERBATIM_CRYPTO_CAPS_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_crypto_caps_init(void *structure) { memset(structure, 0, 256); }

/// 1 if keys have to be wrapped. (bit 0x000, 1 bit)
static inline uint32_t verbatim_crypto_caps_wrapped_crypto_operational(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_caps_set_wrapped_crypto_operational(void *structure,
                                                                       uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 31);
}

/// Kinds of keys that have to be wrapped, a bit each; 4 for AES-XTS. (bit 0x018, 8 bits)
static inline uint32_t verbatim_crypto_caps_wrapped_import_method(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_caps_set_wrapped_import_method(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 7, 0);
}

/// Most encryption keys, as the exponent of a power of two. (bit 0x02b, 5 bits)
static inline uint32_t verbatim_crypto_caps_log_max_num_deks(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 20, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_caps_set_log_max_num_deks(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 20, 16);
}

/// Most keys that wrap others, as the exponent of a power of two. (bit 0x033, 5 bits)
static inline uint32_t verbatim_crypto_caps_log_max_num_import_keks(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 12, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_caps_set_log_max_num_import_keks(void *structure,
                                                                    uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 12, 8);
}

/// Most credentials, as the exponent of a power of two. (bit 0x03b, 5 bits)
static inline uint32_t verbatim_crypto_caps_log_max_num_creds(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_caps_set_log_max_num_creds(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 4, 0);
}

/// Number of such keys that the device keeps. (bit 0x050, 8 bits)
static inline uint32_t verbatim_crypto_caps_num_nv_import_keks(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_caps_set_num_nv_import_keks(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 15, 8);
}

/// Number of credentials that the device keeps. (bit 0x058, 8 bits)
static inline uint32_t verbatim_crypto_caps_num_nv_credentials(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_crypto_caps_set_num_nv_credentials(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 7, 0);
}

#ifdef __cplusplus
}
#endif

#endif
