// Generated from specs/headers/network/multicast_address.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_MULTICAST_ADDRESS_H
#define VERBATIM_C_HEADERS_MULTICAST_ADDRESS_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// IPv6 address or GID of a multicast group. A pointer to it needs no alignment; all 16 bytes must be there.
///
/// Source: RFC 4291, 2.7; InfiniBand Architecture Specification vol. 1, 4.1.1.
enum { VERBATIM_MULTICAST_ADDRESS_SIZE = 16 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_multicast_address_init(void *header) { memset(header, 0, 16); }

/// Always 0xff. (bit 0x000, 8 bits)
static inline uint32_t verbatim_multicast_address_prefix(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_multicast_address_set_prefix(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 24);
}

/// Flags. The lowest is 1 if the address is not assigned for good. (bit 0x008, 4 bits)
static inline uint32_t verbatim_multicast_address_flags(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 23, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_multicast_address_set_flags(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 23, 20);
}

/// Scope, 2 for the link and 5 for the site. (bit 0x00c, 4 bits)
static inline uint32_t verbatim_multicast_address_scope(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_multicast_address_set_scope(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 19, 16);
}

/// Number of the group. (bit 0x010, 80 bits)
static inline const uint8_t *verbatim_multicast_address_group(const void *header) {
  return (const uint8_t *)header + 0x02;
}

/// Sets it, and no other bit.
static inline void verbatim_multicast_address_set_group(void *header, const uint8_t value[10]) {
  memcpy((uint8_t *)header + 0x02, value, 10);
}

/// Rest of the number, which the group's MAC address contains. (bit 0x060, 32 bits)
static inline uint32_t verbatim_multicast_address_group_low(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_multicast_address_set_group_low(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x0c, value);
}

#ifdef __cplusplus
}
#endif

#endif
