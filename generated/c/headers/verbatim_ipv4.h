// Generated from specs/headers/network/ipv4.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_IPV4_H
#define VERBATIM_C_HEADERS_IPV4_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// IPv4 header without options. A pointer to it needs no alignment; all 20 bytes must be there.
///
/// Source: RFC 791, 3.1, and RFC 2474; Linux include/uapi/linux/ip.h, struct iphdr.
enum { VERBATIM_IPV4_SIZE = 20 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_ipv4_init(void *header) { memset(header, 0, 20); }

/// Version of IP, 4. (bit 0x000, 4 bits)
static inline uint32_t verbatim_ipv4_version(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_version(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 28);
}

/// Length of the header in words of four bytes. (bit 0x004, 4 bits)
static inline uint32_t verbatim_ipv4_ihl(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_ihl(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 27, 24);
}

/// Type of service, the traffic class of RoCE. (bit 0x008, 8 bits)
static inline uint32_t verbatim_ipv4_tos(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_tos(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 23, 16);
}

/// Bytes of the packet, with this header. (bit 0x010, 16 bits)
static inline uint32_t verbatim_ipv4_tot_len(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_tot_len(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 15, 0);
}

/// Number of the packet, for its fragments. (bit 0x020, 16 bits)
static inline uint32_t verbatim_ipv4_id(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_id(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 31, 16);
}

/// 1 if the packet must not be fragmented. (bit 0x031, 1 bit)
static inline uint32_t verbatim_ipv4_df(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 14, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_df(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 14, 14);
}

/// 1 if more fragments follow. (bit 0x032, 1 bit)
static inline uint32_t verbatim_ipv4_mf(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 13, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_mf(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 13, 13);
}

/// Place of a fragment, in units of eight bytes. (bit 0x033, 13 bits)
static inline uint32_t verbatim_ipv4_frag_off(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 12, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_frag_off(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 12, 0);
}

/// Time to live, the hop limit of RoCE. (bit 0x040, 8 bits)
static inline uint32_t verbatim_ipv4_ttl(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_ttl(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 31, 24);
}

/// Protocol, 6 for TCP and 17 for UDP. (bit 0x048, 8 bits)
static inline uint32_t verbatim_ipv4_protocol(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_protocol(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 23, 16);
}

/// Checksum of the header. (bit 0x050, 16 bits)
static inline uint32_t verbatim_ipv4_check(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x08), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_check(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x08, value, 15, 0);
}

/// Address of the source. (bit 0x060, 32 bits)
static inline uint32_t verbatim_ipv4_saddr(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_saddr(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x0c, value);
}

/// Address of the destination. (bit 0x080, 32 bits)
static inline uint32_t verbatim_ipv4_daddr(const void *header) {
  return verbatim_load32((const uint8_t *)header + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_ipv4_set_daddr(void *header, uint32_t value) {
  verbatim_store32((uint8_t *)header + 0x10, value);
}

#ifdef __cplusplus
}
#endif

#endif
