// Generated from specs/management/subnet/vl_arbitration_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_VL_ARBITRATION_TABLE_H
#define VERBATIM_C_MANAGEMENT_VL_ARBITRATION_TABLE_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Weights with which virtual lanes take turns. A pointer to it needs no alignment; all 64 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.9.
enum { VERBATIM_VL_ARBITRATION_TABLE_SIZE = 64 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_VL_ARBITRATION_TABLE_ATTRIBUTE = 0x18 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_vl_arbitration_table_init(void *datagram) { memset(datagram, 0, 64); }

/// A lane and its weight, eight bits each, 32 times. (bit 0x000, 512 bits)
static inline const uint8_t *verbatim_vl_arbitration_table_weights(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// Sets it, and no other bit.
static inline void verbatim_vl_arbitration_table_set_weights(void *datagram,
                                                             const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0x00, value, 64);
}

#ifdef __cplusplus
}
#endif

#endif
