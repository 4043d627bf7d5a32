// Generated from specs/headers/network/udp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_UDP_H
#define VERBATIM_C_HEADERS_UDP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// UDP header. A pointer to it needs no alignment; all 8 bytes must be there.
///
/// Source: RFC 768; Linux include/uapi/linux/udp.h, struct udphdr.
enum { VERBATIM_UDP_SIZE = 8 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_udp_init(void *header) { memset(header, 0, 8); }

/// Port of the source. (bit 0x000, 16 bits)
static inline uint32_t verbatim_udp_source(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_udp_set_source(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 16);
}

/// Port of the destination, 4791 for RoCE v2 and 4789 for VXLAN. (bit 0x010, 16 bits)
static inline uint32_t verbatim_udp_dest(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_udp_set_dest(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 15, 0);
}

/// Bytes of the datagram, with this header. (bit 0x020, 16 bits)
static inline uint32_t verbatim_udp_len(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_udp_set_len(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 31, 16);
}

/// Checksum, or 0 for none. (bit 0x030, 16 bits)
static inline uint32_t verbatim_udp_check(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_udp_set_check(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
