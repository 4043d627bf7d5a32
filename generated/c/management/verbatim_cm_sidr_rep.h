// Generated from specs/management/connections/cm_sidr_rep.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_SIDR_REP_H
#define VERBATIM_C_MANAGEMENT_CM_SIDR_REP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// SIDR_REP: the queue pair of a service of datagrams. A pointer to it needs no alignment; all 232 bytes must
/// be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.11.2; Linux include/rdma/ibta_vol1_c12.h,
/// CM_SIDR_REP_*.
enum { VERBATIM_CM_SIDR_REP_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_SIDR_REP_ATTRIBUTE = 0x18 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_sidr_rep_init(void *datagram) { memset(datagram, 0, 232); }

/// Number of the request. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_sidr_rep_requestid(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_requestid(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// Result of the request. (bit 0x020, 8 bits)
static inline uint32_t verbatim_cm_sidr_rep_status(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_status(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 31, 24);
}

/// Bytes of the additional information. (bit 0x028, 8 bits)
static inline uint32_t verbatim_cm_sidr_rep_additional_information_length(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_additional_information_length(void *datagram,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 23, 16);
}

/// Vendor of the ECE: the two upper bytes. (bit 0x030, 16 bits)
static inline uint32_t verbatim_cm_sidr_rep_vendor_id_h(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_vendor_id_h(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 15, 0);
}

/// Queue pair of the service. (bit 0x040, 24 bits)
static inline uint32_t verbatim_cm_sidr_rep_qpn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_qpn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 31, 8);
}

/// The lower byte. (bit 0x058, 8 bits)
static inline uint32_t verbatim_cm_sidr_rep_vendor_id_l(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_vendor_id_l(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 7, 0);
}

/// The service. (bit 0x060, 64 bits)
static inline uint64_t verbatim_cm_sidr_rep_serviceid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x0c);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_serviceid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x0c, value);
}

/// Q_Key of the queue pair. (bit 0x0a0, 32 bits)
static inline uint32_t verbatim_cm_sidr_rep_q_key(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x14);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_q_key(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x14, value);
}

/// Place to which the request belongs. (bit 0x0c0, 576 bits)
static inline const uint8_t *verbatim_cm_sidr_rep_additional_information(const void *datagram) {
  return (const uint8_t *)datagram + 0x18;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_additional_information(void *datagram,
                                                                   const uint8_t value[72]) {
  memcpy((uint8_t *)datagram + 0x18, value, 72);
}

/// Bytes of the programs. (bit 0x300, 1088 bits)
static inline const uint8_t *verbatim_cm_sidr_rep_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x60;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_rep_set_private_data(void *datagram, const uint8_t value[136]) {
  memcpy((uint8_t *)datagram + 0x60, value, 136);
}

#ifdef __cplusplus
}
#endif

#endif
