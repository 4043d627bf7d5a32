// Generated from specs/management/classes/rmpp_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_RMPP_HDR_H
#define VERBATIM_C_MANAGEMENT_RMPP_HDR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The header of the reliable multi-packet protocol. A pointer to it needs no alignment; all 12 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 13.6.2.1; rdma-core umad_types.h, struct
/// umad_rmpp_hdr.
enum { VERBATIM_RMPP_HDR_SIZE = 12 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_rmpp_hdr_init(void *datagram) { memset(datagram, 0, 12); }

/// Version of RMPP, 0 for none. (bit 0x000, 8 bits)
static inline uint32_t verbatim_rmpp_hdr_rmpp_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpp_hdr_set_rmpp_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 31, 24);
}

/// Kind of segment. (bit 0x008, 8 bits)
static inline uint32_t verbatim_rmpp_hdr_rmpp_type(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpp_hdr_set_rmpp_type(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 16);
}

/// Time in which an answer comes, as an exponent. (bit 0x010, 5 bits)
static inline uint32_t verbatim_rmpp_hdr_rmpp_rtime(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpp_hdr_set_rmpp_rtime(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 11);
}

/// 1 for active, 2 for the first segment, 4 for the last, added up. (bit 0x015, 3 bits)
static inline uint32_t verbatim_rmpp_hdr_rmpp_flags(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 10, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpp_hdr_set_rmpp_flags(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 10, 8);
}

/// Status of RMPP. (bit 0x018, 8 bits)
static inline uint32_t verbatim_rmpp_hdr_rmpp_status(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpp_hdr_set_rmpp_status(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 7, 0);
}

/// Number of the segment, from 1 on. (bit 0x020, 32 bits)
static inline uint32_t verbatim_rmpp_hdr_seg_num(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpp_hdr_set_seg_num(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x04, value);
}

/// Bytes of the payload, or the last segment that may be sent. (bit 0x040, 32 bits)
static inline uint32_t verbatim_rmpp_hdr_paylen_newwin(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_rmpp_hdr_set_paylen_newwin(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x08, value);
}

#ifdef __cplusplus
}
#endif

#endif
