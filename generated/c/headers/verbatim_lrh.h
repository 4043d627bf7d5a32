// Generated from specs/headers/network/lrh.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_LRH_H
#define VERBATIM_C_HEADERS_LRH_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Local routing header: the way of a packet within an InfiniBand subnet. A pointer to it needs no alignment;
/// all 8 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 7.7; Linux include/rdma/ib_pack.h, struct
/// ib_unpacked_lrh.
enum { VERBATIM_LRH_SIZE = 8 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_lrh_init(void *header) { memset(header, 0, 8); }

/// Virtual lane. (bit 0x000, 4 bits)
static inline uint32_t verbatim_lrh_vl(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_lrh_set_vl(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 28);
}

/// Version of the link, 0. (bit 0x004, 4 bits)
static inline uint32_t verbatim_lrh_lver(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_lrh_set_lver(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 27, 24);
}

/// Service level. (bit 0x008, 4 bits)
static inline uint32_t verbatim_lrh_sl(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_lrh_set_sl(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 23, 20);
}

/// Next header, 2 for a BTH and 3 for a GRH. (bit 0x00e, 2 bits)
static inline uint32_t verbatim_lrh_lnh(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 17, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_lrh_set_lnh(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 17, 16);
}

/// LID of the destination. (bit 0x010, 16 bits)
static inline uint32_t verbatim_lrh_dlid(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_lrh_set_dlid(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 15, 0);
}

/// Words of four bytes from here to the VCRC, which does not count. (bit 0x025, 11 bits)
static inline uint32_t verbatim_lrh_pktlen(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 26, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_lrh_set_pktlen(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 26, 16);
}

/// LID of the source. (bit 0x030, 16 bits)
static inline uint32_t verbatim_lrh_slid(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_lrh_set_slid(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
