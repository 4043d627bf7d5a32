// Generated from specs/headers/network/mapped_ipv4.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_MAPPED_IPV4_H
#define VERBATIM_C_HEADERS_MAPPED_IPV4_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// IPv4 address in the form of an IPv6 address, which is a GID on RoCE. A pointer to it needs no alignment;
/// all 16 bytes must be there.
///
/// Source: RFC 4291, 2.5.5.2; Linux include/net/ipv6.h, ipv6_addr_v4mapped.
enum { VERBATIM_MAPPED_IPV4_SIZE = 16 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_mapped_ipv4_init(void *header) { memset(header, 0, 16); }

/// Always 0. (bit 0x000, 64 bits)
static inline uint64_t verbatim_mapped_ipv4_prefix(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_mapped_ipv4_set_prefix(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x00, value);
}

/// Always 0x0000ffff. (bit 0x040, 32 bits)
static inline uint32_t verbatim_mapped_ipv4_mark(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_mapped_ipv4_set_mark(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x08, value);
}

/// IPv4 address. (bit 0x060, 32 bits)
static inline uint32_t verbatim_mapped_ipv4_address(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_mapped_ipv4_set_address(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x0c, value);
}

#ifdef __cplusplus
}
#endif

#endif
