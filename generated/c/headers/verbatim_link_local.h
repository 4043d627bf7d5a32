// Generated from specs/headers/network/link_local.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_HEADERS_LINK_LOCAL_H
#define VERBATIM_C_HEADERS_LINK_LOCAL_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// IPv6 address or GID that is valid on one link. A pointer to it needs no alignment; all 16 bytes must be
/// there.
///
/// Source: RFC 4291, 2.5.6; InfiniBand Architecture Specification vol. 1, 4.1.1.
enum { VERBATIM_LINK_LOCAL_SIZE = 16 };

/// Begins the header: all its bytes become 0.
static inline void verbatim_link_local_init(void *header) { memset(header, 0, 16); }

/// Always 0x3fa. (bit 0x000, 10 bits)
static inline uint32_t verbatim_link_local_prefix(const void *header) {
  return verbatim_get32(verbatim_load32((const uint8_t *)header + 0x00), 31, 22);
}

/// Sets it, and no other bit.
static inline void verbatim_link_local_set_prefix(void *header, uint32_t value) {
  verbatim_set32((uint8_t *)header + 0x00, value, 31, 22);
}

/// The interface on the link. (bit 0x040, 64 bits)
static inline uint64_t verbatim_link_local_interface_id(const void *header) {
  return verbatim_load64((const uint8_t *)header + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_link_local_set_interface_id(void *header, uint64_t value) {
  verbatim_store64((uint8_t *)header + 0x08, value);
}

#ifdef __cplusplus
}
#endif

#endif
