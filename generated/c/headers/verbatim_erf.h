// Generated from specs/headers/network/erf.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_ERF_H
#define VERBATIM_C_HEADERS_ERF_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The header in front of each packet of a capture of InfiniBand. A pointer to it needs no alignment; all 16
/// bytes must be there.
///
/// Source: Endace, ERF types reference; Wireshark wiretap/erf.c, struct erf_header.
enum { VERBATIM_ERF_SIZE = 16 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_erf_init(void *header) { memset(header, 0, 16); }

/// Seconds with 32 bits behind the point, the lowest byte first. (bit 0x000, 64 bits)
static inline uint64_t verbatim_erf_ts(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_erf_set_ts(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x00, value);
}

/// Kind of the record, 21 for InfiniBand. (bit 0x040, 8 bits)
static inline uint32_t verbatim_erf_type(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_erf_set_type(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 31, 24);
}

/// Flags. (bit 0x048, 8 bits)
static inline uint32_t verbatim_erf_flags(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_erf_set_flags(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 23, 16);
}

/// Bytes of the record, with this header. (bit 0x050, 16 bits)
static inline uint32_t verbatim_erf_rlen(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_erf_set_rlen(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 15, 0);
}

/// Packets that were lost. (bit 0x060, 16 bits)
static inline uint32_t verbatim_erf_lctr(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_erf_set_lctr(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 31, 16);
}

/// Bytes of the packet. (bit 0x070, 16 bits)
static inline uint32_t verbatim_erf_wlen(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x0c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_erf_set_wlen(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x0c, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
