// Generated from specs/commands/transports/alloc_transport_domain.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_ALLOC_TRANSPORT_DOMAIN_H
#define VERBATIM_C_COMMANDS_ALLOC_TRANSPORT_DOMAIN_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a transport domain.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_transport_domain_out_bits.
enum { VERBATIM_ALLOC_TRANSPORT_DOMAIN_OPCODE = 0x816 };

/// The command ALLOC_TRANSPORT_DOMAIN. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_ALLOC_TRANSPORT_DOMAIN_IN_SIZE = 16 };

/// Begins the command: all its bytes become 0, except the opcode.
static inline void verbatim_alloc_transport_domain_in_init(void *command) {
  memset(command, 0, 16);
  verbatim_set32(command, 0x816, 31, 16);
}

/// Always 0x816. (bit 0x000, 16 bits)
static inline uint32_t verbatim_alloc_transport_domain_in_opcode(const void *command) {
  return verbatim_get32(verbatim_load32((const uint8_t *)command + 0x00), 31, 16);
}

/// The answer to ALLOC_TRANSPORT_DOMAIN. A pointer to it needs no alignment; all 16 bytes must be there.
enum { VERBATIM_ALLOC_TRANSPORT_DOMAIN_OUT_SIZE = 16 };

/// Begins the answer: all its bytes become 0.
static inline void verbatim_alloc_transport_domain_out_init(void *answer) { memset(answer, 0, 16); }

/// 0 if the command was executed. (bit 0x000, 8 bits)
static inline uint32_t verbatim_alloc_transport_domain_out_status(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_alloc_transport_domain_out_set_status(void *answer, uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x00, value, 31, 24);
}

/// The reason of the firmware if it was not. (bit 0x020, 32 bits)
static inline uint32_t verbatim_alloc_transport_domain_out_syndrome(const void *answer) {
  return verbatim_load32((const uint8_t *)answer + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_alloc_transport_domain_out_set_syndrome(void *answer, uint32_t value) {
  verbatim_store32((uint8_t *)answer + 0x04, value);
}

/// Number of the domain. (bit 0x048, 24 bits)
static inline uint32_t verbatim_alloc_transport_domain_out_transport_domain(const void *answer) {
  return verbatim_get32(verbatim_load32((const uint8_t *)answer + 0x08), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_alloc_transport_domain_out_set_transport_domain(void *answer,
                                                                            uint32_t value) {
  verbatim_set32((uint8_t *)answer + 0x08, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
