// Generated from specs/commands/queue_pairs/modify_sq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_MODIFY_SQ_H
#define VERBATIM_C_COMMANDS_MODIFY_SQ_H

#include "../verbatim_wire.h"
#include "verbatim_sqc.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Changes a send queue of raw packets.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_sq_in_bits.
enum { VERBATIM_MODIFY_SQ_OPCODE = 0x905 };

/// The command MODIFY_SQ. A pointer to it needs no alignment; all 272 bytes must be there.
enum { VERBATIM_MODIFY_SQ_IN_SIZE = 272 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_modify_sq_in_init(void *command) {
  memset(command, 0, 272);
  verbatim_set32(command, 0x905, 31, 16);
}

/// Always 0x905. (bit 0x000, 16 bits)
static inline uint32_t verbatim_modify_sq_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// The send queue. (bit 0x048, 24 bits)
static inline uint32_t verbatim_modify_sq_in_sqn(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_modify_sq_in_set_sqn(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 23, 0);
}

/// Fields of the context that are given, a bit each. (bit 0x080, 64 bits)
static inline uint64_t verbatim_modify_sq_in_modify_bitmask(const void *command) {
  return verbatim_load64((const uint8_t *)command + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_modify_sq_in_set_modify_bitmask(void *command, uint64_t value) {
  verbatim_store64((uint8_t *)command + 0x10, value);
}

/// Context. Uncertain: rdma-core calls it sq_context. (bit 0x100, 1920 bits)
static inline const uint8_t *verbatim_modify_sq_in_ctx(const void *command) {
  return (const uint8_t *)command + 0x20;
}

/// The same, to be written by the functions of verbatim_sqc.
static inline uint8_t *verbatim_modify_sq_in_edit_ctx(void *command) {
  return (uint8_t *)command + 0x20;
}

/// The answer to MODIFY_SQ. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_MODIFY_SQ_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_modify_sq_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_modify_sq_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_modify_sq_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_modify_sq_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_modify_sq_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

#ifdef __cplusplus
}
#endif

#endif
