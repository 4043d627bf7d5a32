// Generated from specs/headers/transport/atomic_ack_eth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_ATOMIC_ACK_ETH_H
#define VERBATIM_C_HEADERS_ATOMIC_ACK_ETH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Atomic acknowledge extended transport header: the value before an atomic operation. A pointer to it needs
/// no alignment; all 8 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.3.6; rxe_hdr.h, struct rxe_atmack.
enum { VERBATIM_ATOMIC_ACK_ETH_SIZE = 8 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_atomic_ack_eth_init(void *header) { memset(header, 0, 8); }

/// Value that the memory had before. (bit 0x000, 64 bits)
static inline uint64_t verbatim_atomic_ack_eth_orig(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_ack_eth_set_orig(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x00, value);
}

#ifdef __cplusplus
}
#endif

#endif
