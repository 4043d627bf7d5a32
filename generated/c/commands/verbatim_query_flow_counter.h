// Generated from specs/commands/flows/query_flow_counter.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QUERY_FLOW_COUNTER_H
#define VERBATIM_C_COMMANDS_QUERY_FLOW_COUNTER_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads flow counters.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_flow_counter_in_bits and
/// mlx5_ifc_query_flow_counter_out_bits; DPDK drivers/common/mlx5/mlx5_prm.h has dump_to_memory.
enum { VERBATIM_QUERY_FLOW_COUNTER_OPCODE = 0x93b };

/// The command QUERY_FLOW_COUNTER. A pointer to it needs no alignment; all 32 bytes must be there.
enum { VERBATIM_QUERY_FLOW_COUNTER_IN_SIZE = 32 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_query_flow_counter_in_init(void *command) {
  memset(command, 0, 32);
  verbatim_set32(command, 0x93b, 31, 16);
}

/// Always 0x93b. (bit 0x000, 16 bits)
static inline uint32_t verbatim_query_flow_counter_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// 1 if the counters are then set to 0. (bit 0x0c0, 1 bit)
static inline uint32_t verbatim_query_flow_counter_in_clear(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x18), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_query_flow_counter_in_set_clear(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x18, value, 31, 31);
}

/// 1 if the values go to memory, not into the answer. (bit 0x0c1, 1 bit)
static inline uint32_t verbatim_query_flow_counter_in_dump_to_memory(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x18), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_query_flow_counter_in_set_dump_to_memory(void *command,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x18, value, 30, 30);
}

/// Number of counters. Uncertain: DPDK has 30 bits from 0x0c2 on. (bit 0x0d0, 16 bits)
static inline uint32_t verbatim_query_flow_counter_in_num_of_counters(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x18), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_query_flow_counter_in_set_num_of_counters(void *command,
                                                                      uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x18, value, 15, 0);
}

/// The first counter. (bit 0x0e0, 32 bits)
static inline uint32_t verbatim_query_flow_counter_in_flow_counter_id(const void *command) {
  return verbatim_load32((const uint8_t *)command + 0x1c);
}

/// Sets it, and no other bit.
static inline void verbatim_query_flow_counter_in_set_flow_counter_id(void *command,
                                                                      uint32_t value) {
  verbatim_store32((uint8_t *)command + 0x1c, value);
}

/// The answer to QUERY_FLOW_COUNTER. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_QUERY_FLOW_COUNTER_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_query_flow_counter_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_query_flow_counter_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_query_flow_counter_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_query_flow_counter_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_query_flow_counter_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Values of the counters, each a traffic_counter. (bit 0x080 to the end)
static inline const uint8_t *verbatim_query_flow_counter_out_flow_statistics(const void *answer) {
  return (const uint8_t *)answer + 0x10;
}

/// The same, to be written.
static inline uint8_t *verbatim_query_flow_counter_out_edit_flow_statistics(void *answer) {
  return (uint8_t *)answer + 0x10;
}

#ifdef __cplusplus
}
#endif

#endif
