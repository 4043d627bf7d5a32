// Generated from specs/management/subnet/sl_to_vl_table.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_SL_TO_VL_TABLE_H
#define VERBATIM_C_MANAGEMENT_SL_TO_VL_TABLE_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The virtual lane of each service level. A pointer to it needs no alignment; all 8 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.5.8.
enum { VERBATIM_SL_TO_VL_TABLE_SIZE = 8 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_SL_TO_VL_TABLE_ATTRIBUTE = 0x17 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_sl_to_vl_table_init(void *datagram) { memset(datagram, 0, 8); }

/// The lanes, four bits each. (bit 0x000, 64 bits)
static inline uint64_t verbatim_sl_to_vl_table_vls(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_sl_to_vl_table_set_vls(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x00, value);
}

#ifdef __cplusplus
}
#endif

#endif
