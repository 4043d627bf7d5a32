// Generated from specs/management/classes/sa_mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_SA_MAD_H
#define VERBATIM_C_MANAGEMENT_SA_MAD_H

#include "../verbatim_wire.h"
#include "verbatim_mad_hdr.h"
#include "verbatim_rmpp_hdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A datagram of subnet administration, with the header of RMPP. A pointer to it needs no alignment; all 256
/// bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 15.2.1.1 and 13.6.2; rdma-core umad_sa.h, struct
/// umad_sa_packet.
enum { VERBATIM_SA_MAD_SIZE = 256 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_sa_mad_init(void *datagram) { memset(datagram, 0, 256); }

/// The beginning of every datagram. (bit 0x000, 192 bits)
static inline const uint8_t *verbatim_sa_mad_hdr(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// The same, to be written by the functions of verbatim_mad_hdr.
static inline uint8_t *verbatim_sa_mad_edit_hdr(void *datagram) {
  return (uint8_t *)datagram + 0x00;
}

/// The header of RMPP. (bit 0x0c0, 96 bits)
static inline const uint8_t *verbatim_sa_mad_rmpp(const void *datagram) {
  return (const uint8_t *)datagram + 0x18;
}

/// The same, to be written by the functions of verbatim_rmpp_hdr.
static inline uint8_t *verbatim_sa_mad_edit_rmpp(void *datagram) {
  return (uint8_t *)datagram + 0x18;
}

/// SM_Key, which proves trust. (bit 0x120, 64 bits)
static inline uint64_t verbatim_sa_mad_sm_key(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x24);
}

/// Sets it, and no other bit.
static inline void verbatim_sa_mad_set_sm_key(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x24, value);
}

/// Distance of the records of a table, in units of eight bytes. (bit 0x160, 16 bits)
static inline uint32_t verbatim_sa_mad_attr_offset(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x2c), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_sa_mad_set_attr_offset(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x2c, value, 31, 16);
}

/// Components of the record that a query looks at. (bit 0x180, 64 bits)
static inline uint64_t verbatim_sa_mad_comp_mask(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x30);
}

/// Sets it, and no other bit.
static inline void verbatim_sa_mad_set_comp_mask(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x30, value);
}

/// The record, or the first of a table. (bit 0x1c0, 1600 bits)
static inline const uint8_t *verbatim_sa_mad_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x38;
}

/// Sets it, and no other bit.
static inline void verbatim_sa_mad_set_data(void *datagram, const uint8_t value[200]) {
  memcpy((uint8_t *)datagram + 0x38, value, 200);
}

#ifdef __cplusplus
}
#endif

#endif
