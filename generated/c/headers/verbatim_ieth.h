// Generated from specs/headers/transport/ieth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_IETH_H
#define VERBATIM_C_HEADERS_IETH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Invalidate extended transport header: the key that a SEND with Invalidate takes away. A pointer to it
/// needs no alignment; all 4 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.3.8; rxe_hdr.h, struct rxe_ieth.
enum { VERBATIM_IETH_SIZE = 4 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_ieth_init(void *header) { memset(header, 0, 4); }

/// Key of the receiver's memory. (bit 0x000, 32 bits)
static inline uint32_t verbatim_ieth_rkey(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_ieth_set_rkey(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x00, value);
}

#ifdef __cplusplus
}
#endif

#endif
