// Generated from specs/commands/queue_pairs/qp_2rst.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QP_2RST_H
#define VERBATIM_C_COMMANDS_QP_2RST_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Changes a queue pair to RESET.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qp_2rst_in_bits.
enum { VERBATIM_QP_2RST_OPCODE = 0x50a };

/// The command 2RST_QP. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_QP_2RST_IN_SIZE = 16 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_qp_2rst_in_init(void *command) {
  memset(command, 0, 16);
  verbatim_set32(command, 0x50a, 31, 16);
}

/// Always 0x50a. (bit 0x000, 16 bits)
static inline uint32_t verbatim_qp_2rst_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// The queue pair. (bit 0x048, 24 bits)
static inline uint32_t verbatim_qp_2rst_in_qpn(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qp_2rst_in_set_qpn(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 23, 0);
}

/// The answer to 2RST_QP. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_QP_2RST_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_qp_2rst_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_qp_2rst_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_qp_2rst_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_qp_2rst_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_qp_2rst_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

#ifdef __cplusplus
}
#endif

#endif
