// Generated from specs/headers/network/grh.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_GRH_H
#define VERBATIM_C_HEADERS_GRH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Global routing header: the GIDs of a packet, in the form of an IPv6 header. A pointer to it needs no
/// alignment; all 40 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 8.3; Linux include/rdma/ib_verbs.h, struct ib_grh.
enum { VERBATIM_GRH_SIZE = 40 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_grh_init(void *header) { memset(header, 0, 40); }

/// Version of IP, 6. (bit 0x000, 4 bits)
static inline uint32_t verbatim_grh_ipver(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_ipver(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 28);
}

/// Traffic class. (bit 0x004, 8 bits)
static inline uint32_t verbatim_grh_tclass(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 27, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_tclass(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 27, 20);
}

/// Flow label. (bit 0x00c, 20 bits)
static inline uint32_t verbatim_grh_flow_label(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 19, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_flow_label(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 19, 0);
}

/// Bytes behind this header, up to the ICRC, which counts. (bit 0x020, 16 bits)
static inline uint32_t verbatim_grh_paylen(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_paylen(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 31, 16);
}

/// Next header, 0x1b for a BTH. (bit 0x030, 8 bits)
static inline uint32_t verbatim_grh_nxthdr(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_nxthdr(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 15, 8);
}

/// Hop limit. (bit 0x038, 8 bits)
static inline uint32_t verbatim_grh_hoplmt(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_hoplmt(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 7, 0);
}

/// GID of the source. (bit 0x040, 128 bits)
static inline const uint8_t *verbatim_grh_sgid(const void *header) {
  return (const uint8_t *)header + 0x08;
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_sgid(void *header, const uint8_t value[16]) {
  memcpy((uint8_t *)header + 0x08, value, 16);
}

/// GID of the destination. (bit 0x0c0, 128 bits)
static inline const uint8_t *verbatim_grh_dgid(const void *header) {
  return (const uint8_t *)header + 0x18;
}

/// Sets it, and no other bit.
static inline void verbatim_grh_set_dgid(void *header, const uint8_t value[16]) {
  memcpy((uint8_t *)header + 0x18, value, 16);
}

#ifdef __cplusplus
}
#endif

#endif
