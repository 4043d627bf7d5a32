// Generated from specs/headers/transport/xrc_eth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_XRC_ETH_H
#define VERBATIM_C_HEADERS_XRC_ETH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// XRC extended transport header: the shared receive queue of a request. A pointer to it needs no alignment;
/// all 4 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, annex A14.
enum { VERBATIM_XRC_ETH_SIZE = 4 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_xrc_eth_init(void *header) { memset(header, 0, 4); }

/// Number of the shared receive queue. (bit 0x008, 24 bits)
static inline uint32_t verbatim_xrc_eth_xrcsrq(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_xrc_eth_set_xrcsrq(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
