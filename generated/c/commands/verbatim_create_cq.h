// Generated from specs/commands/completion_queues/create_cq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_CQ_H
#define VERBATIM_C_COMMANDS_CREATE_CQ_H

#include "../verbatim_wire.h"
#include "verbatim_cqc.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a completion queue.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_cq_in_bits; DPDK
/// drivers/common/mlx5/mlx5_prm.h has the user memory.
enum { VERBATIM_CREATE_CQ_OPCODE = 0x400 };

/// The command CREATE_CQ. A pointer to it needs no alignment; all 272 bytes must be there.
enum { VERBATIM_CREATE_CQ_IN_SIZE = 272 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_create_cq_in_init(void *command) {
  memset(command, 0, 272);
  verbatim_set32(command, 0x400, 31, 16);
}

/// Always 0x400. (bit 0x000, 16 bits)
static inline uint32_t verbatim_create_cq_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// Context. (bit 0x080, 512 bits)
static inline const uint8_t *verbatim_create_cq_in_cq_context(const void *command) {
  return (const uint8_t *)command + 0x10;
}

/// The same, to be written by the functions of verbatim_cqc.
static inline uint8_t *verbatim_create_cq_in_edit_cq_context(void *command) {
  return (uint8_t *)command + 0x10;
}

/// Offset of the ring in the user memory. (bit 0x280, 64 bits)
static inline uint64_t verbatim_create_cq_in_cq_umem_offset(const void *command) {
  return verbatim_load64((const uint8_t *)command + 0x50);
}

/// Sets it, and no other bit.
static inline void verbatim_create_cq_in_set_cq_umem_offset(void *command, uint64_t value) {
  verbatim_store64((uint8_t *)command + 0x50, value);
}

/// User memory of the ring. (bit 0x2c0, 32 bits)
static inline uint32_t verbatim_create_cq_in_cq_umem_id(const void *command) {
  return verbatim_load32((const uint8_t *)command + 0x58);
}

/// Sets it, and no other bit.
static inline void verbatim_create_cq_in_set_cq_umem_id(void *command, uint32_t value) {
  verbatim_store32((uint8_t *)command + 0x58, value);
}

/// 1 if cq_umem_id is used. (bit 0x2e0, 1 bit)
static inline uint32_t verbatim_create_cq_in_cq_umem_valid(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x5c), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_create_cq_in_set_cq_umem_valid(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x5c, value, 31, 31);
}

/// The answer to CREATE_CQ. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_CREATE_CQ_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_create_cq_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_create_cq_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_create_cq_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_create_cq_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_create_cq_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Number of the completion queue. (bit 0x048, 24 bits)
static inline uint32_t verbatim_create_cq_out_cqn(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_cq_out_set_cqn(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x08, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
