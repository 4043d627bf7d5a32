// Generated from specs/commands/flows/alloc_flow_counter.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_ALLOC_FLOW_COUNTER_H
#define VERBATIM_C_COMMANDS_ALLOC_FLOW_COUNTER_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a flow counter.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_flow_counter_in_bits and
/// mlx5_ifc_alloc_flow_counter_out_bits.
enum { VERBATIM_ALLOC_FLOW_COUNTER_OPCODE = 0x939 };

/// The command ALLOC_FLOW_COUNTER. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_ALLOC_FLOW_COUNTER_IN_SIZE = 16 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_alloc_flow_counter_in_init(void *command) {
  memset(command, 0, 16);
  verbatim_set32(command, 0x939, 31, 16);
}

/// Always 0x939. (bit 0x000, 16 bits)
static inline uint32_t verbatim_alloc_flow_counter_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// Numbers of counters that may be made at once, a bit each, or 0 for one. (bit 0x078, 8 bits)
static inline uint32_t verbatim_alloc_flow_counter_in_flow_counter_bulk(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x0c), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_alloc_flow_counter_in_set_flow_counter_bulk(void *command,
                                                                        uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x0c, value, 7, 0);
}

/// The answer to ALLOC_FLOW_COUNTER. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_ALLOC_FLOW_COUNTER_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_alloc_flow_counter_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_alloc_flow_counter_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_alloc_flow_counter_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_alloc_flow_counter_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_alloc_flow_counter_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Number of the counter. (bit 0x040, 32 bits)
static inline uint32_t verbatim_alloc_flow_counter_out_flow_counter_id(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_alloc_flow_counter_out_set_flow_counter_id(void *answer,
                                                                       uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x08, value);
}

#ifdef __cplusplus
}
#endif

#endif
