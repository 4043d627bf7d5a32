// Generated from specs/management/subnet/guid_info.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_GUID_INFO_H
#define VERBATIM_C_MANAGEMENT_GUID_INFO_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Eight of the GUIDs of a port. A pointer to it needs no alignment; all 64 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.5.
enum { VERBATIM_GUID_INFO_SIZE = 64 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_GUID_INFO_ATTRIBUTE = 0x14 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_guid_info_init(void *datagram) { memset(datagram, 0, 64); }

/// The GUIDs, 64 bits each. (bit 0x000, 512 bits)
static inline const uint8_t *verbatim_guid_info_guid_block(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// Sets it, and no other bit.
static inline void verbatim_guid_info_set_guid_block(void *datagram, const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0x00, value, 64);
}

#ifdef __cplusplus
}
#endif

#endif
