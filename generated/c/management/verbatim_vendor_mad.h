// Generated from specs/management/classes/vendor_mad.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_VENDOR_MAD_H
#define VERBATIM_C_MANAGEMENT_VENDOR_MAD_H

#include "../verbatim_wire.h"
#include "verbatim_mad_hdr.h"
#include "verbatim_rmpp_hdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A datagram of a vendor's class of the second range. A pointer to it needs no alignment; all 256 bytes must
/// be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 16.5; rdma-core umad_types.h, struct
/// umad_vendor_packet.
enum { VERBATIM_VENDOR_MAD_SIZE = 256 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_vendor_mad_init(void *datagram) { memset(datagram, 0, 256); }

/// The beginning of every datagram. (bit 0x000, 192 bits)
static inline const uint8_t *verbatim_vendor_mad_hdr(const void *datagram) {
  return (const uint8_t *)datagram + 0x00;
}

/// The same, to be written by the functions of verbatim_mad_hdr.
static inline uint8_t *verbatim_vendor_mad_edit_hdr(void *datagram) {
  return (uint8_t *)datagram + 0x00;
}

/// The header of RMPP. (bit 0x0c0, 96 bits)
static inline const uint8_t *verbatim_vendor_mad_rmpp(const void *datagram) {
  return (const uint8_t *)datagram + 0x18;
}

/// The same, to be written by the functions of verbatim_rmpp_hdr.
static inline uint8_t *verbatim_vendor_mad_edit_rmpp(void *datagram) {
  return (uint8_t *)datagram + 0x18;
}

/// Number of the vendor. (bit 0x128, 24 bits)
static inline uint32_t verbatim_vendor_mad_oui(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_vendor_mad_set_oui(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 23, 0);
}

/// Data of the vendor. (bit 0x140, 1728 bits)
static inline const uint8_t *verbatim_vendor_mad_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x28;
}

/// Sets it, and no other bit.
static inline void verbatim_vendor_mad_set_data(void *datagram, const uint8_t value[216]) {
  memcpy((uint8_t *)datagram + 0x28, value, 216);
}

#ifdef __cplusplus
}
#endif

#endif
