// Generated from specs/management/classes/smp.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_SMP_H
#define VERBATIM_C_MANAGEMENT_SMP_H

#include "../verbatim_wire.h"
#include "verbatim_mad_hdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A datagram of subnet management that LIDs route. A pointer to it needs no alignment; all 256 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 14.2.1.1; rdma-core umad_sm.h, struct umad_smp.
enum { VERBATIM_SMP_SIZE = 256 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_smp_init(void *datagram) { memset(datagram, 0, 256); }

/// The beginning of every datagram. (bit 0x000, 192 bits)
static inline const uint8_t *verbatim_smp_hdr(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// The same, to be written by the functions of verbatim_mad_hdr.
static inline uint8_t *verbatim_smp_edit_hdr(void *datagram) { return (uint8_t *)datagram + 0x00; }

/// M_Key of the port. (bit 0x0c0, 64 bits)
static inline uint64_t verbatim_smp_mkey(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x18);
}

/// Sets it, and no other bit.
static inline void verbatim_smp_set_mkey(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x18, value);
}

/// The attribute. (bit 0x200, 512 bits)
static inline const uint8_t *verbatim_smp_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x40;
}

/// Sets it, and no other bit.
static inline void verbatim_smp_set_data(void *datagram, const uint8_t value[64]) {
  memcpy((uint8_t *)datagram + 0x40, value, 64);
}

#ifdef __cplusplus
}
#endif

#endif
