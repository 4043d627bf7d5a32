// Generated from specs/headers/network/ethernet.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_ETHERNET_H
#define VERBATIM_C_HEADERS_ETHERNET_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ethernet header, in front of everything on RoCE. A pointer to it needs no alignment; all 14 bytes must be
/// there.
///
/// Source: IEEE 802.3, 3.1.1; Linux include/uapi/linux/if_ether.h, struct ethhdr.
enum { VERBATIM_ETHERNET_SIZE = 14 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_ethernet_init(void *header) { memset(header, 0, 14); }

/// MAC address of the destination. (bit 0x000, 48 bits)
static inline const uint8_t *verbatim_ethernet_h_dest(const void *header) {
  return (const uint8_t *)header + 0x00;
}

/// Sets it, and no other bit.
static inline void verbatim_ethernet_set_h_dest(void *header, const uint8_t value[6]) {
  memcpy((uint8_t *)header + 0x00, value, 6);
}

/// MAC address of the source. (bit 0x030, 48 bits)
static inline const uint8_t *verbatim_ethernet_h_source(const void *header) {
  return (const uint8_t *)header + 0x06;
}

/// Sets it, and no other bit.
static inline void verbatim_ethernet_set_h_source(void *header, const uint8_t value[6]) {
  memcpy((uint8_t *)header + 0x06, value, 6);
}

/// EtherType, 0x0800 for IPv4, 0x86dd for IPv6, 0x8915 for RoCE v1. (bit 0x060, 16 bits)
static inline uint32_t verbatim_ethernet_h_proto(const void *header) {
  return verbatim_get32(verbatim_load16((const uint8_t *)header + 0x0c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_ethernet_set_h_proto(void *header, uint32_t value) {
  verbatim_set16((uint8_t *)header + 0x0c, value, 15, 0);
}

#ifdef __cplusplus
}
#endif

#endif
