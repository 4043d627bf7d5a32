// Generated from specs/headers/transport/reth.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_RETH_H
#define VERBATIM_C_HEADERS_RETH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// RDMA extended transport header: the memory of an RDMA WRITE or READ. A pointer to it needs no alignment;
/// all 16 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 9.3.3; rxe_hdr.h, struct rxe_reth.
enum { VERBATIM_RETH_SIZE = 16 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_reth_init(void *header) { memset(header, 0, 16); }

/// Address of the memory at the responder. (bit 0x000, 64 bits)
static inline uint64_t verbatim_reth_va(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_reth_set_va(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x00, value);
}

/// Key of that memory. (bit 0x040, 32 bits)
static inline uint32_t verbatim_reth_rkey(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_reth_set_rkey(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x08, value);
}

/// Bytes of the whole message. (bit 0x060, 32 bits)
static inline uint32_t verbatim_reth_dma_len(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_reth_set_dma_len(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x0c, value);
}

#ifdef __cplusplus
}
#endif

#endif
