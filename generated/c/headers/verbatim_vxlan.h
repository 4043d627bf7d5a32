// Generated from specs/headers/network/vxlan.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_VXLAN_H
#define VERBATIM_C_HEADERS_VXLAN_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// VXLAN header, in front of a frame in a tunnel. A pointer to it needs no alignment; all 8 bytes must be
/// there.
///
/// Source: RFC 7348, 5; Linux include/net/vxlan.h, struct vxlanhdr.
enum { VERBATIM_VXLAN_SIZE = 8 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_vxlan_init(void *header) { memset(header, 0, 8); }

/// Flags, 0x08 if the number counts. (bit 0x000, 8 bits)
static inline uint32_t verbatim_vxlan_vx_flags(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_vxlan_set_vx_flags(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 24);
}

/// Number of the VXLAN. (bit 0x020, 24 bits)
static inline uint32_t verbatim_vxlan_vni(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_vxlan_set_vni(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 31, 8);
}

#ifdef __cplusplus
}
#endif

#endif
