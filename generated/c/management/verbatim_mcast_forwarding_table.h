// Generated from specs/management/subnet/mcast_forwarding_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_MCAST_FORWARDING_TABLE_H
#define VERBATIM_C_MANAGEMENT_MCAST_FORWARDING_TABLE_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The ports to which 32 multicast LIDs lead. A pointer to it needs no alignment; all 64 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.12.
enum { VERBATIM_MCAST_FORWARDING_TABLE_SIZE = 64 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_MCAST_FORWARDING_TABLE_ATTRIBUTE = 0x1b };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_mcast_forwarding_table_init(void *datagram) { memset(datagram, 0, 64); }

/// The ports, 16 bits with one for each. (bit 0x000, 512 bits)
static inline const uint8_t *verbatim_mcast_forwarding_table_port_masks(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// Sets it, and no other bit.
static inline void verbatim_mcast_forwarding_table_set_port_masks(void *datagram,
                                                                  const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0x00, value, 64);
}

#ifdef __cplusplus
}
#endif

#endif
