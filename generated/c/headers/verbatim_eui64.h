// Generated from specs/headers/network/eui64.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_EUI64_H
#define VERBATIM_C_HEADERS_EUI64_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Interface of a link-local address that was made of a MAC address. A pointer to it needs no alignment; all
/// 8 bytes must be there.
///
/// Source: RFC 4291, appendix A; Linux include/net/addrconf.h, addrconf_addr_eui48_base.
enum { VERBATIM_EUI64_SIZE = 8 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_eui64_init(void *header) { memset(header, 0, 8); }

/// First half of the MAC address, with its bit for local assignment inverted. (bit 0x000, 24 bits)
static inline uint32_t verbatim_eui64_oui(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_eui64_set_oui(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 8);
}

/// Always 0xff. (bit 0x018, 8 bits)
static inline uint32_t verbatim_eui64_ff(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_eui64_set_ff(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 7, 0);
}

/// Always 0xfe. (bit 0x020, 8 bits)
static inline uint32_t verbatim_eui64_fe(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_eui64_set_fe(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 31, 24);
}

/// Second half of the MAC address. (bit 0x028, 24 bits)
static inline uint32_t verbatim_eui64_card(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x04), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_eui64_set_card(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x04, value, 23, 0);
}

#ifdef __cplusplus
}
#endif

#endif
