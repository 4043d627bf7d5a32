// Generated from specs/headers/transport/deth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_DETH_H
#define VERBATIM_C_HEADERS_DETH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Datagram extended transport header: the sender of a datagram, and the key of its receiver. A pointer to it
/// needs no alignment; all 8 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.3.2; rxe_hdr.h, struct rxe_deth.
enum { VERBATIM_DETH_SIZE = 8 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_deth_init(void *header) { memset(header, 0, 8); }

/// Q_Key of the receiving queue pair. (bit 0x000, 32 bits)
static inline uint32_t verbatim_deth_qkey(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_deth_set_qkey(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x00, value);
}

/// Queue pair that sent the datagram. (bit 0x028, 24 bits)
static inline uint32_t verbatim_deth_srcqp(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_deth_set_srcqp(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
