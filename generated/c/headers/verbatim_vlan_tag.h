// Generated from specs/headers/network/vlan_tag.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_VLAN_TAG_H
#define VERBATIM_C_HEADERS_VLAN_TAG_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A VLAN's tag, between the MAC addresses and the EtherType. A pointer to it needs no alignment; all 4 bytes
/// must be there.
///
/// Source: IEEE 802.1Q, 9.6; Linux include/linux/if_vlan.h.
enum { VERBATIM_VLAN_TAG_SIZE = 4 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_vlan_tag_init(void *header) { memset(header, 0, 4); }

/// EtherType of the tag, 0x8100 for a customer's and 0x88a8 for a service's. (bit 0x000, 16 bits)
static inline uint32_t verbatim_vlan_tag_tpid(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_vlan_tag_set_tpid(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 16);
}

/// Priority. (bit 0x010, 3 bits)
static inline uint32_t verbatim_vlan_tag_pcp(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 15, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_vlan_tag_set_pcp(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 15, 13);
}

/// 1 if the frame may be dropped first. (bit 0x013, 1 bit)
static inline uint32_t verbatim_vlan_tag_dei(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 12, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_vlan_tag_set_dei(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 12, 12);
}

/// Number of the VLAN. (bit 0x014, 12 bits)
static inline uint32_t verbatim_vlan_tag_vid(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 11, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_vlan_tag_set_vid(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 11, 0);
}

#ifdef __cplusplus
}
#endif

#endif
