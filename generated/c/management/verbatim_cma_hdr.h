// Generated from specs/management/connections/cma_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CMA_HDR_H
#define VERBATIM_C_MANAGEMENT_CMA_HDR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The IP addresses at the beginning of a request's private data, as rdma_cm writes them. A pointer to it
/// needs no alignment; all 36 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, annex A11; Linux drivers/infiniband/core/cma.c,
/// struct cma_hdr.
enum { VERBATIM_CMA_HDR_SIZE = 36 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cma_hdr_init(void *datagram) { memset(datagram, 0, 36); }

/// Version, 0. (bit 0x000, 8 bits)
static inline uint32_t verbatim_cma_hdr_cma_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cma_hdr_set_cma_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 31, 24);
}

/// 4 or 6. (bit 0x008, 4 bits)
static inline uint32_t verbatim_cma_hdr_ip_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_cma_hdr_set_ip_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 20);
}

/// Port of the sender. (bit 0x010, 16 bits)
static inline uint32_t verbatim_cma_hdr_port(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cma_hdr_set_port(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 0);
}

/// Address of the sender, that of IPv4 at the end. (bit 0x020, 128 bits)
static inline const uint8_t *verbatim_cma_hdr_src_addr(const void *datagram) {
  return (const uint8_t *)datagram + 0x04;
}

/// Sets it, and no other bit.
static inline void verbatim_cma_hdr_set_src_addr(void *datagram, const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x04, value, 16);
}

/// Address of the receiver, likewise. (bit 0x0a0, 128 bits)
static inline const uint8_t *verbatim_cma_hdr_dst_addr(const void *datagram) {
  return (const uint8_t *)datagram + 0x14;
}

/// Sets it, and no other bit.
static inline void verbatim_cma_hdr_set_dst_addr(void *datagram, const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x14, value, 16);
}

#ifdef __cplusplus
}
#endif

#endif
