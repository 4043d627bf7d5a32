// Generated from specs/management/classes/cm_mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_MAD_H
#define VERBATIM_C_MANAGEMENT_CM_MAD_H

#include "../verbatim_wire.h"
#include "verbatim_mad_hdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A datagram of communication management. A pointer to it needs no alignment; all 256 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.6.1; Linux include/rdma/ibta_vol1_c12.h.
enum { VERBATIM_CM_MAD_SIZE = 256 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_mad_init(void *datagram) { memset(datagram, 0, 256); }

/// The beginning of every datagram. (bit 0x000, 192 bits)
static inline const uint8_t *verbatim_cm_mad_hdr(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// The same, to be written by the functions of verbatim_mad_hdr.
static inline uint8_t *verbatim_cm_mad_edit_hdr(void *datagram) {
  return (uint8_t *)datagram + 0x00;
}

/// The message. (bit 0x0c0, 1856 bits)
static inline const uint8_t *verbatim_cm_mad_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x18;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_mad_set_data(void *datagram, const uint8_t value[232]) {
  memcpy((uint8_t *)datagram + 0x18, value, 232);
}

#ifdef __cplusplus
}
#endif

#endif
