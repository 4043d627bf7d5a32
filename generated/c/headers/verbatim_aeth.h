// Generated from specs/headers/transport/aeth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_AETH_H
#define VERBATIM_C_HEADERS_AETH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Acknowledge extended transport header: how far the responder is, and what was wrong. A pointer to it needs
/// no alignment; all 4 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.3.4 and 9.7.5.2.1; rxe_hdr.h, struct rxe_aeth.
enum { VERBATIM_AETH_SIZE = 4 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_aeth_init(void *header) { memset(header, 0, 4); }

/// 0x00 to 0x1f ACK with credits, 0x20 to 0x3f RNR NAK with the timer, 0x60 to 0x7f NAK with the reason. (bit
/// 0x000, 8 bits)
static inline uint32_t verbatim_aeth_syndrome(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_aeth_set_syndrome(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 24);
}

/// Number of messages that are done. (bit 0x008, 24 bits)
static inline uint32_t verbatim_aeth_msn(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_aeth_set_msn(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
