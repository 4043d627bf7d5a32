// Generated from specs/management/connections/cm_rtu.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_RTU_H
#define VERBATIM_C_MANAGEMENT_CM_RTU_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// RTU: the connection is ready to use. A pointer to it needs no alignment; all 232 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.6.9; Linux include/rdma/ibta_vol1_c12.h,
/// CM_RTU_*.
enum { VERBATIM_CM_RTU_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_RTU_ATTRIBUTE = 0x14 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_rtu_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the connection. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_rtu_local_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rtu_set_local_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// The receiver's number of the connection. (bit 0x020, 32 bits)
static inline uint32_t verbatim_cm_rtu_remote_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rtu_set_remote_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x04, value);
}

/// Bytes of the programs. (bit 0x040, 1792 bits)
static inline const uint8_t *verbatim_cm_rtu_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x08;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rtu_set_private_data(void *datagram, const uint8_t value[224]) {
  memcpy((uint8_t *)datagram + 0x08, value, 224);
}

#ifdef __cplusplus
}
#endif

#endif
