// Generated from specs/commands/transports/query_tis.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QUERY_TIS_H
#define VERBATIM_C_COMMANDS_QUERY_TIS_H

#include "../verbatim_wire.h"
#include "verbatim_tisc.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Queries a TIS.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_tis_in_bits and
/// mlx5_ifc_query_tis_out_bits.
enum { VERBATIM_QUERY_TIS_OPCODE = 0x915 };

/// The command QUERY_TIS. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_QUERY_TIS_IN_SIZE = 16 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_query_tis_in_init(void *command) {
  memset(command, 0, 16);
  verbatim_set32(command, 0x915, 31, 16);
}

/// Always 0x915. (bit 0x000, 16 bits)
static inline uint32_t verbatim_query_tis_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// The TIS. (bit 0x048, 24 bits)
static inline uint32_t verbatim_query_tis_in_tisn(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_query_tis_in_set_tisn(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 23, 0);
}

/// The answer to QUERY_TIS. A pointer to it needs no alignment; all 176 bytes must be there.
enum { VERBATIM_QUERY_TIS_OUT_SIZE = 176 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_query_tis_out_init(void *answer) { memset(answer, 0, 176); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_query_tis_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_query_tis_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_query_tis_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_query_tis_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Context. (bit 0x080, 1280 bits)
static inline const uint8_t *verbatim_query_tis_out_tis_context(const void *answer) {
  return (const uint8_t *)answer + 0x10;
}

/// The same, to be written by the functions of verbatim_tisc.
static inline uint8_t *verbatim_query_tis_out_edit_tis_context(void *answer) {
  return (uint8_t *)answer + 0x10;
}

#ifdef __cplusplus
}
#endif

#endif
