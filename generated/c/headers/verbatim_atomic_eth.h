// Generated from specs/headers/transport/atomic_eth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_ATOMIC_ETH_H
#define VERBATIM_C_HEADERS_ATOMIC_ETH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Atomic extended transport header: the memory and the operands of an atomic operation. A pointer to it
/// needs no alignment; all 28 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.3.5; rxe_hdr.h, struct rxe_atmeth.
enum { VERBATIM_ATOMIC_ETH_SIZE = 28 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_atomic_eth_init(void *header) { memset(header, 0, 28); }

/// Address of the memory at the responder. (bit 0x000, 64 bits)
static inline uint64_t verbatim_atomic_eth_va(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_eth_set_va(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x00, value);
}

/// Key of that memory. (bit 0x040, 32 bits)
static inline uint32_t verbatim_atomic_eth_rkey(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_eth_set_rkey(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x08, value);
}

/// Value that is written, or added. (bit 0x060, 64 bits)
static inline uint64_t verbatim_atomic_eth_swap_add(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_eth_set_swap_add(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x0c, value);
}

/// Value that the memory is compared with. (bit 0x0a0, 64 bits)
static inline uint64_t verbatim_atomic_eth_comp(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_atomic_eth_set_comp(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x14, value);
}

#ifdef __cplusplus
}
#endif

#endif
