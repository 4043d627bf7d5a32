// Generated from specs/commands/queue_pairs/init2init_qp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_INIT2INIT_QP_H
#define VERBATIM_C_COMMANDS_INIT2INIT_QP_H

#include "../verbatim_wire.h"
#include "verbatim_qpc.h"
#include "verbatim_qpc_ext.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Changes attributes of a queue pair in INIT.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_init2init_qp_in_bits.
enum { VERBATIM_INIT2INIT_QP_OPCODE = 0x50e };

/// The command INIT2INIT_QP. A pointer to it needs no alignment; all 464 bytes must be there.
enum { VERBATIM_INIT2INIT_QP_IN_SIZE = 464 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_init2init_qp_in_init(void *command) {
  memset(command, 0, 464);
  verbatim_set32(command, 0x50e, 31, 16);
}

/// Always 0x50e. (bit 0x000, 16 bits)
static inline uint32_t verbatim_init2init_qp_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// 1 if qpc_data_ext is used. (bit 0x040, 1 bit)
static inline uint32_t verbatim_init2init_qp_in_qpc_ext(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_init2init_qp_in_set_qpc_ext(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 31, 31);
}

/// The queue pair. (bit 0x048, 24 bits)
static inline uint32_t verbatim_init2init_qp_in_qpn(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_init2init_qp_in_set_qpn(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 23, 0);
}

/// Optional fields of the context that are given. (bit 0x080, 32 bits)
static inline uint32_t verbatim_init2init_qp_in_opt_param_mask(const void *command) {
  return verbatim_load32((const uint8_t *)command + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_init2init_qp_in_set_opt_param_mask(void *command, uint32_t value) {
  verbatim_store32((uint8_t *)command + 0x10, value);
}

/// Context. (bit 0x0c0, 1856 bits)
static inline const uint8_t *verbatim_init2init_qp_in_qpc(const void *command) {
  return (const uint8_t *)command + 0x18;
}

/// The same, to be written by the functions of verbatim_qpc.
static inline uint8_t *verbatim_init2init_qp_in_edit_qpc(void *command) {
  return (uint8_t *)command + 0x18;
}

/// More such fields. (bit 0x840, 64 bits)
static inline uint64_t verbatim_init2init_qp_in_opt_param_mask_95_32(const void *command) {
  return verbatim_load64((const uint8_t *)command + 0x108);
}

/// Sets it, and no other bit.
static inline void verbatim_init2init_qp_in_set_opt_param_mask_95_32(void *command,
                                                                     uint64_t value) {
  verbatim_store64((uint8_t *)command + 0x108, value);
}

/// Extension of the context. (bit 0x880, 1536 bits)
static inline const uint8_t *verbatim_init2init_qp_in_qpc_data_ext(const void *command) {
  return (const uint8_t *)command + 0x110;
}

/// The same, to be written by the functions of verbatim_qpc_ext.
static inline uint8_t *verbatim_init2init_qp_in_edit_qpc_data_ext(void *command) {
  return (uint8_t *)command + 0x110;
}

/// The answer to INIT2INIT_QP. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_INIT2INIT_QP_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_init2init_qp_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_init2init_qp_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_init2init_qp_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_init2init_qp_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_init2init_qp_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

#ifdef __cplusplus
}
#endif

#endif
