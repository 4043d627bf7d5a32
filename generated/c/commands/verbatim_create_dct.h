// Generated from specs/commands/queue_pairs/create_dct.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_DCT_H
#define VERBATIM_C_COMMANDS_CREATE_DCT_H

#include "../verbatim_wire.h"
#include "verbatim_dctc.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a DCT, the end of DC that receives.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_dct_in_bits.
enum { VERBATIM_CREATE_DCT_OPCODE = 0x710 };

/// The command CREATE_DCT. A pointer to it needs no alignment; all 128 bytes must be there.
enum { VERBATIM_CREATE_DCT_IN_SIZE = 128 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_create_dct_in_init(void *command) {
  memset(command, 0, 128);
  verbatim_set32(command, 0x710, 31, 16);
}

/// Always 0x710. (bit 0x000, 16 bits)
static inline uint32_t verbatim_create_dct_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// Context. (bit 0x080, 512 bits)
static inline const uint8_t *verbatim_create_dct_in_dct_context_entry(const void *command) {
  return (const uint8_t *)command + 0x10;
}

/// The same, to be written by the functions of verbatim_dctc.
static inline uint8_t *verbatim_create_dct_in_edit_dct_context_entry(void *command) {
  return (uint8_t *)command + 0x10;
}

/// The answer to CREATE_DCT. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_CREATE_DCT_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_create_dct_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_create_dct_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_create_dct_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_create_dct_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_create_dct_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Number of the DCT. (bit 0x048, 24 bits)
static inline uint32_t verbatim_create_dct_out_dctn(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_dct_out_set_dctn(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x08, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
