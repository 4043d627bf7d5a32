// Generated from specs/commands/queue_pairs/init2rtr_qp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_INIT2RTR_QP_H
#define VERBATIM_C_COMMANDS_INIT2RTR_QP_H

#include "../verbatim_wire.h"
#include "verbatim_qpc.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Changes a queue pair from INIT to RTR, with the path to its peer.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_init2rtr_qp_in_bits.
enum { VERBATIM_INIT2RTR_QP_OPCODE = 0x503 };

/// The command INIT2RTR_QP. A pointer to it needs no alignment; all 272 bytes must be there.
enum { VERBATIM_INIT2RTR_QP_IN_SIZE = 272 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_init2rtr_qp_in_init(void *command) {
  memset(command, 0, 272);
  verbatim_set32(command, 0x503, 31, 16);
}

/// Always 0x503. (bit 0x000, 16 bits)
static inline uint32_t verbatim_init2rtr_qp_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// The queue pair. (bit 0x048, 24 bits)
static inline uint32_t verbatim_init2rtr_qp_in_qpn(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_init2rtr_qp_in_set_qpn(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 23, 0);
}

/// Optional fields of the context that are given. (bit 0x080, 32 bits)
static inline uint32_t verbatim_init2rtr_qp_in_opt_param_mask(const void *command) {
  return verbatim_load32((const uint8_t *)command + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_init2rtr_qp_in_set_opt_param_mask(void *command, uint32_t value) {
  verbatim_store32((uint8_t *)command + 0x10, value);
}

/// Context. (bit 0x0c0, 1856 bits)
static inline const uint8_t *verbatim_init2rtr_qp_in_qpc(const void *command) {
  return (const uint8_t *)command + 0x18;
}

/// The same, to be written by the functions of verbatim_qpc.
static inline uint8_t *verbatim_init2rtr_qp_in_edit_qpc(void *command) {
  return (uint8_t *)command + 0x18;
}

/// The answer to INIT2RTR_QP. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_INIT2RTR_QP_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_init2rtr_qp_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_init2rtr_qp_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_init2rtr_qp_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_init2rtr_qp_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_init2rtr_qp_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

#ifdef __cplusplus
}
#endif

#endif
