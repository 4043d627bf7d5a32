// Generated from specs/management/classes/mad_hdr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_MAD_HDR_H
#define VERBATIM_C_MANAGEMENT_MAD_HDR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The beginning of every management datagram. A pointer to it needs no alignment; all 24 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 13.4.3; rdma-core umad_types.h, struct umad_hdr.
enum { VERBATIM_MAD_HDR_SIZE = 24 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_mad_hdr_init(void *datagram) { memset(datagram, 0, 24); }

/// Version of management datagrams, 1. (bit 0x000, 8 bits)
static inline uint32_t verbatim_mad_hdr_base_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_base_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 31, 24);
}

/// Class of management. (bit 0x008, 8 bits)
static inline uint32_t verbatim_mad_hdr_mgmt_class(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_mgmt_class(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 23, 16);
}

/// Version of the class. (bit 0x010, 8 bits)
static inline uint32_t verbatim_mad_hdr_class_version(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_class_version(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 15, 8);
}

/// Kind of request, answer or message. (bit 0x018, 8 bits)
static inline uint32_t verbatim_mad_hdr_method(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x00), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_method(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x00, value, 7, 0);
}

/// Status of an answer. (bit 0x020, 16 bits)
static inline uint32_t verbatim_mad_hdr_status(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_status(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 31, 16);
}

/// Bits that each class uses in its own way. (bit 0x030, 16 bits)
static inline uint32_t verbatim_mad_hdr_class_specific(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_class_specific(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 15, 0);
}

/// Number of the transaction. (bit 0x040, 64 bits)
static inline uint64_t verbatim_mad_hdr_tid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_tid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

/// Number of the attribute. (bit 0x080, 16 bits)
static inline uint32_t verbatim_mad_hdr_attr_id(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_attr_id(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 31, 16);
}

/// Modifier of the attribute, such as the number of a port. (bit 0x0a0, 32 bits)
static inline uint32_t verbatim_mad_hdr_attr_mod(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_mad_hdr_set_attr_mod(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x14, value);
}

#ifdef __cplusplus
}
#endif

#endif
