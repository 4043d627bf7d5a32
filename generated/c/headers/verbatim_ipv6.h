// Generated from specs/headers/network/ipv6.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_IPV6_H
#define VERBATIM_C_HEADERS_IPV6_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// IPv6 header. A pointer to it needs no alignment; all 40 bytes must be there.
///
/// Source: RFC 8200, 3; Linux include/uapi/linux/ipv6.h, struct ipv6hdr.
enum { VERBATIM_IPV6_SIZE = 40 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_ipv6_init(void *header) { memset(header, 0, 40); }

/// Version of IP, 6. (bit 0x000, 4 bits)
static inline uint32_t verbatim_ipv6_version(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_version(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 28);
}

/// Traffic class. (bit 0x004, 8 bits)
static inline uint32_t verbatim_ipv6_tclass(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 27, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_tclass(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 27, 20);
}

/// Flow label. (bit 0x00c, 20 bits)
static inline uint32_t verbatim_ipv6_flow_lbl(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 19, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_flow_lbl(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 19, 0);
}

/// Bytes behind this header. (bit 0x020, 16 bits)
static inline uint32_t verbatim_ipv6_payload_len(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_payload_len(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 31, 16);
}

/// Next header, 6 for TCP and 17 for UDP. (bit 0x030, 8 bits)
static inline uint32_t verbatim_ipv6_nexthdr(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_nexthdr(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 15, 8);
}

/// Hop limit. (bit 0x038, 8 bits)
static inline uint32_t verbatim_ipv6_hop_limit(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_hop_limit(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 7, 0);
}

/// Address of the source. (bit 0x040, 128 bits)
static inline const uint8_t *verbatim_ipv6_saddr(const void *header) {
  return (const uint8_t *)header + 0x08;
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_saddr(void *header, const uint8_t value[16]) {
  memcpy((uint8_t *)header + 0x08, value, 16);
}

/// Address of the destination. (bit 0x0c0, 128 bits)
static inline const uint8_t *verbatim_ipv6_daddr(const void *header) {
  return (const uint8_t *)header + 0x18;
}

/// Sets it, and no other bit.
static inline void verbatim_ipv6_set_daddr(void *header, const uint8_t value[16]) {
  memcpy((uint8_t *)header + 0x18, value, 16);
}

#ifdef __cplusplus
}
#endif

#endif
