// Generated from specs/commands/capabilities/query_hca_vport_context.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QUERY_HCA_VPORT_CONTEXT_H
#define VERBATIM_C_COMMANDS_QUERY_HCA_VPORT_CONTEXT_H

#include "../verbatim_wire.h"
#include "verbatim_hca_vport_context.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Queries the state of a port on InfiniBand.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_hca_vport_context_in_bits and
/// mlx5_ifc_query_hca_vport_context_out_bits.
enum { VERBATIM_QUERY_HCA_VPORT_CONTEXT_OPCODE = 0x762 };

/// The command QUERY_HCA_VPORT_CONTEXT. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_QUERY_HCA_VPORT_CONTEXT_IN_SIZE = 16 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_query_hca_vport_context_in_init(void *command) {
  memset(command, 0, 16);
  verbatim_set32(command, 0x762, 31, 16);
}

/// Always 0x762. (bit 0x000, 16 bits)
static inline uint32_t verbatim_query_hca_vport_context_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// The port, or 0 on devices with one. (bit 0x04c, 4 bits)
static inline uint32_t verbatim_query_hca_vport_context_in_port_num(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x08), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_query_hca_vport_context_in_set_port_num(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x08, value, 19, 16);
}

/// The answer to QUERY_HCA_VPORT_CONTEXT. A pointer to it needs no alignment; all 528 bytes must be there.
enum { VERBATIM_QUERY_HCA_VPORT_CONTEXT_OUT_SIZE = 528 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_query_hca_vport_context_out_init(void *answer) {
  memset(answer, 0, 528);
}

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_query_hca_vport_context_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_query_hca_vport_context_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_query_hca_vport_context_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_query_hca_vport_context_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// State. Uncertain: UCX has it 4 bytes shorter. (bit 0x080, 4096 bits)
static inline const uint8_t *verbatim_query_hca_vport_context_out_hca_vport_context(
    const void *answer) {
  return (const uint8_t *)answer + 0x10;
}

/// The same, to be written by the functions of verbatim_hca_vport_context.
static inline uint8_t *verbatim_query_hca_vport_context_out_edit_hca_vport_context(void *answer) {
  return (uint8_t *)answer + 0x10;
}

#ifdef __cplusplus
}
#endif

#endif
