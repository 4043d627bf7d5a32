// Generated from specs/headers/transport/imm_dt.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_IMM_DT_H
#define VERBATIM_C_HEADERS_IMM_DT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Immediate data of a message. A pointer to it needs no alignment; all 4 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.3.7; rxe_hdr.h, struct rxe_immdt.
enum { VERBATIM_IMM_DT_SIZE = 4 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_imm_dt_init(void *header) { memset(header, 0, 4); }

/// Number that the receiver's completion has. (bit 0x000, 32 bits)
static inline uint32_t verbatim_imm_dt_imm(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_imm_dt_set_imm(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x00, value);
}

#ifdef __cplusplus
}
#endif

#endif
