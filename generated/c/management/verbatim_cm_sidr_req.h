// Generated from specs/management/connections/cm_sidr_req.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_SIDR_REQ_H
#define VERBATIM_C_MANAGEMENT_CM_SIDR_REQ_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// SIDR_REQ: asks for the queue pair of a service of datagrams. A pointer to it needs no alignment; all 232
/// bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.11.1; Linux include/rdma/ibta_vol1_c12.h,
/// CM_SIDR_REQ_*.
enum { VERBATIM_CM_SIDR_REQ_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_SIDR_REQ_ATTRIBUTE = 0x17 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_sidr_req_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the request. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_sidr_req_requestid(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_req_set_requestid(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// Partition key. (bit 0x020, 16 bits)
static inline uint32_t verbatim_cm_sidr_req_partition_key(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_req_set_partition_key(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 31, 16);
}

/// The service. (bit 0x040, 64 bits)
static inline uint64_t verbatim_cm_sidr_req_serviceid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_req_set_serviceid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

/// Bytes of the programs. (bit 0x080, 1728 bits)
static inline const uint8_t *verbatim_cm_sidr_req_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x10;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_sidr_req_set_private_data(void *datagram, const uint8_t value[216]) {
  memcpy((uint8_t *)datagram + 0x10, value, 216);
}

#ifdef __cplusplus
}
#endif

#endif
