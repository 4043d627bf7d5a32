// Generated from specs/commands/receive_queues/create_rmp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_RMP_H
#define VERBATIM_C_COMMANDS_CREATE_RMP_H

#include "../verbatim_wire.h"
#include "verbatim_rmpc.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a receive memory pool (RMP), from which several queue pairs take receives.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_rmp_in_bits.
enum { VERBATIM_CREATE_RMP_OPCODE = 0x90c };

/// The command CREATE_RMP. A pointer to it needs no alignment; all 272 bytes must be there.
enum { VERBATIM_CREATE_RMP_IN_SIZE = 272 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_create_rmp_in_init(void *command) {
  memset(command, 0, 272);
  verbatim_set32(command, 0x90c, 31, 16);
}

/// Always 0x90c. (bit 0x000, 16 bits)
static inline uint32_t verbatim_create_rmp_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// Context. Uncertain: UCX calls it rmp_context. (bit 0x100, 1920 bits)
static inline const uint8_t *verbatim_create_rmp_in_ctx(const void *command) {
  return (const uint8_t *)command + 0x20;
}

/// The same, to be written by the functions of verbatim_rmpc.
static inline uint8_t *verbatim_create_rmp_in_edit_ctx(void *command) {
  return (uint8_t *)command + 0x20;
}

/// The answer to CREATE_RMP. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_CREATE_RMP_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_create_rmp_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_create_rmp_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_create_rmp_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_create_rmp_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_create_rmp_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Number of the pool. (bit 0x048, 24 bits)
static inline uint32_t verbatim_create_rmp_out_rmpn(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_rmp_out_set_rmpn(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x08, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
