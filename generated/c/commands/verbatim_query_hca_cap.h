// Generated from specs/commands/capabilities/query_hca_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QUERY_HCA_CAP_H
#define VERBATIM_C_COMMANDS_QUERY_HCA_CAP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Queries the capabilities of the device, one group at a time.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_hca_cap_in_bits and
/// mlx5_ifc_query_hca_cap_out_bits.
enum { VERBATIM_QUERY_HCA_CAP_OPCODE = 0x100 };

/// The command QUERY_HCA_CAP. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_QUERY_HCA_CAP_IN_SIZE = 16 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_query_hca_cap_in_init(void *command) {
  memset(command, 0, 16);
  verbatim_set32(command, 0x100, 31, 16);
}

/// Always 0x100. (bit 0x000, 16 bits)
static inline uint32_t verbatim_query_hca_cap_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// The group times 2, plus 1 for the values in force. (bit 0x030, 16 bits)
static inline uint32_t verbatim_query_hca_cap_in_op_mod(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_query_hca_cap_in_set_op_mod(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x04, value, 15, 0);
}

/// The answer to QUERY_HCA_CAP. A pointer to it needs no alignment; all 4112 bytes must be there.
enum { VERBATIM_QUERY_HCA_CAP_OUT_SIZE = 4112 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_query_hca_cap_out_init(void *answer) { memset(answer, 0, 4112); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_query_hca_cap_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_query_hca_cap_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_query_hca_cap_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_query_hca_cap_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// The capabilities, in the structure of the group. (bit 0x080, 32768 bits)
static inline const uint8_t *verbatim_query_hca_cap_out_capability(const void *answer) {
  return (const uint8_t *)answer + 0x10;
}

/// Sets it, and no other bit.
static inline void verbatim_query_hca_cap_out_set_capability(void *answer,
                                                             const uint8_t value[4096]) {
  memcpy((uint8_t *)answer + 0x10, value, 4096);
}

#ifdef __cplusplus
}
#endif

#endif
