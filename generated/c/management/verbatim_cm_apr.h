// Generated from specs/management/connections/cm_apr.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_APR_H
#define VERBATIM_C_MANAGEMENT_CM_APR_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// APR: the answer to a LAP. A pointer to it needs no alignment; all 232 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.8.2; Linux include/rdma/ibta_vol1_c12.h,
/// CM_APR_*.
enum { VERBATIM_CM_APR_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_APR_ATTRIBUTE = 0x1a };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_apr_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the connection. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_apr_local_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_apr_set_local_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// The receiver's number of the connection. (bit 0x020, 32 bits)
static inline uint32_t verbatim_cm_apr_remote_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_apr_set_remote_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x04, value);
}

/// Bytes of the additional information. (bit 0x040, 8 bits)
static inline uint32_t verbatim_cm_apr_additional_information_length(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_apr_set_additional_information_length(void *datagram,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 31, 24);
}

/// Result for the path. (bit 0x048, 8 bits)
static inline uint32_t verbatim_cm_apr_ar_status(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_apr_set_ar_status(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 23, 16);
}

/// Values that would do. (bit 0x060, 576 bits)
static inline const uint8_t *verbatim_cm_apr_additional_information(const void *datagram) {
  return (const uint8_t *)datagram + 0x0c;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_apr_set_additional_information(void *datagram,
                                                              const uint8_t value[72]) {
  memcpy((uint8_t *)datagram + 0x0c, value, 72);
}

/// Bytes of the programs. (bit 0x2a0, 1184 bits)
static inline const uint8_t *verbatim_cm_apr_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x54;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_apr_set_private_data(void *datagram, const uint8_t value[148]) {
  memcpy((uint8_t *)datagram + 0x54, value, 148);
}

#ifdef __cplusplus
}
#endif

#endif
