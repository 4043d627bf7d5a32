// Generated from specs/commands/memory_keys/create_psv.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_PSV_H
#define VERBATIM_C_COMMANDS_CREATE_PSV_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes protection signature values (PSVs).
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_psv_in_bits and
/// mlx5_ifc_create_psv_out_bits.
enum { VERBATIM_CREATE_PSV_OPCODE = 0x600 };

/// The command CREATE_PSV. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_CREATE_PSV_IN_SIZE = 16 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_create_psv_in_init(void *command) {
  memset(command, 0, 16);
  verbatim_set32(command, 0x600, 31, 16);
}

/// Always 0x600. (bit 0x000, 16 bits)
static inline uint32_t verbatim_create_psv_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// Number of values. (bit 0x040, 4 bits)
static inline uint32_t verbatim_create_psv_in_num_psv(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_in_set_num_psv(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 31, 28);
}

/// Protection domain. (bit 0x048, 24 bits)
static inline uint32_t verbatim_create_psv_in_pd(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_in_set_pd(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 23, 0);
}

/// The answer to CREATE_PSV. A pointer to it needs no alignment; all 32 bytes must be there.
enum { VERBATIM_CREATE_PSV_OUT_SIZE = 32 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_create_psv_out_init(void *answer) { memset(answer, 0, 32); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_create_psv_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_create_psv_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Number of the first value. (bit 0x088, 24 bits)
static inline uint32_t verbatim_create_psv_out_psv0_index(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x10), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_out_set_psv0_index(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x10, value, 23, 0);
}

/// Number of the second value, if asked for. (bit 0x0a8, 24 bits)
static inline uint32_t verbatim_create_psv_out_psv1_index(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x14), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_out_set_psv1_index(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x14, value, 23, 0);
}

/// Number of the third value, if asked for. (bit 0x0c8, 24 bits)
static inline uint32_t verbatim_create_psv_out_psv2_index(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x18), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_out_set_psv2_index(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x18, value, 23, 0);
}

/// Number of the fourth value, if asked for. (bit 0x0e8, 24 bits)
static inline uint32_t verbatim_create_psv_out_psv3_index(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x1c), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_psv_out_set_psv3_index(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x1c, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
