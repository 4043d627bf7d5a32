// Generated from specs/management/connections/cm_dreq.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_DREQ_H
#define VERBATIM_C_MANAGEMENT_CM_DREQ_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// DREQ: asks for the end of a connection. A pointer to it needs no alignment; all 232 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.6.10; Linux include/rdma/ibta_vol1_c12.h,
/// CM_DREQ_*.
enum { VERBATIM_CM_DREQ_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_DREQ_ATTRIBUTE = 0x15 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_dreq_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the connection. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_dreq_local_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_dreq_set_local_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// The receiver's number of the connection. (bit 0x020, 32 bits)
static inline uint32_t verbatim_cm_dreq_remote_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_dreq_set_remote_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x04, value);
}

/// Queue pair of the receiver. (bit 0x040, 24 bits)
static inline uint32_t verbatim_cm_dreq_remote_qpn_eecn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x08), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_dreq_set_remote_qpn_eecn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x08, value, 31, 8);
}

/// Bytes of the programs. (bit 0x060, 1760 bits)
static inline const uint8_t *verbatim_cm_dreq_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x0c;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_dreq_set_private_data(void *datagram, const uint8_t value[220]) {
  memcpy((uint8_t *)datagram + 0x0c, value, 220);
}

#ifdef __cplusplus
}
#endif

#endif
