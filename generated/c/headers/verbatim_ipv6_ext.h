// Generated from specs/headers/network/ipv6_ext.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_IPV6_EXT_H
#define VERBATIM_C_HEADERS_IPV6_EXT_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The first bytes of an IPv6 extension header of options or of routing. A pointer to it needs no alignment;
/// all 8 bytes must be there.
///
/// Source: RFC 8200, 4.3 and 4.4; Linux include/uapi/linux/ipv6.h, struct ipv6_opt_hdr.
enum { VERBATIM_IPV6_EXT_SIZE = 8 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_ipv6_ext_init(void *header) { memset(header, 0, 8); }

/// Next header. (bit 0x000, 8 bits)
static inline uint32_t verbatim_ipv6_ext_nexthdr(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_ext_set_nexthdr(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 24);
}

/// Length in units of eight bytes, without the first eight. (bit 0x008, 8 bits)
static inline uint32_t verbatim_ipv6_ext_hdrlen(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_ext_set_hdrlen(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 23, 16);
}

/// The first options, or how to route. (bit 0x010, 48 bits)
static inline const uint8_t *verbatim_ipv6_ext_data(const void *header) {
  return (const uint8_t *)header + 0x02;
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_ext_set_data(void *header, const uint8_t value[6]) {
  memcpy((uint8_t *)header + 0x02, value, 6);
}

#ifdef __cplusplus
}
#endif

#endif
