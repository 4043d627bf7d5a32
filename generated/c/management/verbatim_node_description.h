// Generated from specs/management/subnet/node_description.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_NODE_DESCRIPTION_H
#define VERBATIM_C_MANAGEMENT_NODE_DESCRIPTION_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Name of a node, as people have given it. A pointer to it needs no alignment; all 64 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.2.
enum { VERBATIM_NODE_DESCRIPTION_SIZE = 64 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_NODE_DESCRIPTION_ATTRIBUTE = 0x10 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_node_description_init(void *datagram) { memset(datagram, 0, 64); }

/// The name in UTF-8, which zeros fill up. (bit 0x000, 512 bits)
static inline const uint8_t *verbatim_node_description_node_string(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// Sets it, and no other bit.
static inline void verbatim_node_description_set_node_string(void *datagram,
                                                             const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0x00, value, 64);
}

#ifdef __cplusplus
}
#endif

#endif
