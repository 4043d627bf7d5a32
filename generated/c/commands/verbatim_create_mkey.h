// Generated from specs/commands/memory_keys/create_mkey.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CREATE_MKEY_H
#define VERBATIM_C_COMMANDS_CREATE_MKEY_H

#include "../verbatim_wire.h"
#include "verbatim_mkc.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a memory key.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_mkey_in_bits; UCX
/// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
enum { VERBATIM_CREATE_MKEY_OPCODE = 0x200 };

/// The command CREATE_MKEY. A pointer to it needs no alignment; all 272 bytes must be there.
enum { VERBATIM_CREATE_MKEY_IN_SIZE = 272 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_create_mkey_in_init(void *command) {
  memset(command, 0, 272);
  verbatim_set32(command, 0x200, 31, 16);
}

/// Always 0x200. (bit 0x000, 16 bits)
static inline uint32_t verbatim_create_mkey_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// 1 if mkey_umem_id is used. (bit 0x061, 1 bit)
static inline uint32_t verbatim_create_mkey_in_mkey_umem_valid(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x0c), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_create_mkey_in_set_mkey_umem_valid(void *command, uint32_t value) {
  verbatim_set32((uint8_t *)command + 0x0c, value, 30, 30);
}

/// Context. (bit 0x080, 512 bits)
static inline const uint8_t *verbatim_create_mkey_in_memory_key_mkey_entry(const void *command) {
  return (const uint8_t *)command + 0x10;
}

/// The same, to be written by the functions of verbatim_mkc.
static inline uint8_t *verbatim_create_mkey_in_edit_memory_key_mkey_entry(void *command) {
  return (uint8_t *)command + 0x10;
}

/// Length of klm_pas_mtt, in units of 16 bytes. (bit 0x300, 32 bits)
static inline uint32_t verbatim_create_mkey_in_translations_octword_actual_size(
    const void *command) {
  return verbatim_load32((const uint8_t *)command + 0x60);
}

/// Sets it, and no other bit.
static inline void verbatim_create_mkey_in_set_translations_octword_actual_size(void *command,
                                                                                uint32_t value) {
  verbatim_store32((uint8_t *)command + 0x60, value);
}

/// User memory of the key. (bit 0x320, 32 bits)
static inline uint32_t verbatim_create_mkey_in_mkey_umem_id(const void *command) {
  return verbatim_load32((const uint8_t *)command + 0x64);
}

/// Sets it, and no other bit.
static inline void verbatim_create_mkey_in_set_mkey_umem_id(void *command, uint32_t value) {
  verbatim_store32((uint8_t *)command + 0x64, value);
}

/// Offset in that memory. (bit 0x340, 64 bits)
static inline uint64_t verbatim_create_mkey_in_mkey_umem_offset(const void *command) {
  return verbatim_load64((const uint8_t *)command + 0x68);
}

/// Sets it, and no other bit.
static inline void verbatim_create_mkey_in_set_mkey_umem_offset(void *command, uint64_t value) {
  verbatim_store64((uint8_t *)command + 0x68, value);
}

/// List of keys or of pages. (bit 0x880 to the end)
static inline const uint8_t *verbatim_create_mkey_in_klm_pas_mtt(const void *command) {
  return (const uint8_t *)command + 0x110;
}

/// The same, to be written.
static inline uint8_t *verbatim_create_mkey_in_edit_klm_pas_mtt(void *command) {
  return (uint8_t *)command + 0x110;
}

/// The answer to CREATE_MKEY. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_CREATE_MKEY_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_create_mkey_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_create_mkey_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_create_mkey_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_create_mkey_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_create_mkey_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// The key without its lowest byte. (bit 0x048, 24 bits)
static inline uint32_t verbatim_create_mkey_out_mkey_index(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_create_mkey_out_set_mkey_index(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x08, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
