// Generated from specs/management/connections/cm_mra.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_MRA_H
#define VERBATIM_C_MANAGEMENT_CM_MRA_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// MRA: the answer to a message takes longer. A pointer to it needs no alignment; all 232 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.6.6; Linux include/rdma/ibta_vol1_c12.h,
/// CM_MRA_*.
enum { VERBATIM_CM_MRA_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_MRA_ATTRIBUTE = 0x11 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_mra_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the connection. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_mra_local_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_mra_set_local_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// The receiver's number of the connection. (bit 0x020, 32 bits)
static inline uint32_t verbatim_cm_mra_remote_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_mra_set_remote_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x04, value);
}

/// Message that was received. (bit 0x040, 2 bits)
static inline uint32_t verbatim_cm_mra_message_mraed(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 31, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_mra_set_message_mraed(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 31, 30);
}

/// Time that the answer takes, as an exponent. (bit 0x048, 5 bits)
static inline uint32_t verbatim_cm_mra_service_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 23, 19);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_mra_set_service_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 23, 19);
}

/// Bytes of the programs. (bit 0x050, 1776 bits)
static inline const uint8_t *verbatim_cm_mra_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x0a;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_mra_set_private_data(void *datagram, const uint8_t value[222]) {
  memcpy((uint8_t *)datagram + 0x0a, value, 222);
}

#ifdef __cplusplus
}
#endif

#endif
