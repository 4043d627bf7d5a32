// Generated from specs/management/connections/cm_lap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_LAP_H
#define VERBATIM_C_MANAGEMENT_CM_LAP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// LAP: gives a connection an alternate path. A pointer to it needs no alignment; all 232 bytes must be
/// there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.8.1; Linux include/rdma/ibta_vol1_c12.h,
/// CM_LAP_*.
enum { VERBATIM_CM_LAP_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_LAP_ATTRIBUTE = 0x19 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_lap_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the connection. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_lap_local_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_local_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// The receiver's number of the connection. (bit 0x020, 32 bits)
static inline uint32_t verbatim_cm_lap_remote_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_remote_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x04, value);
}

/// Queue pair of the receiver. (bit 0x060, 24 bits)
static inline uint32_t verbatim_cm_lap_remote_qpn_eecn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_remote_qpn_eecn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 31, 8);
}

/// Time in which the receiver has to answer, as an exponent. (bit 0x078, 5 bits)
static inline uint32_t verbatim_cm_lap_remote_cm_response_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 7, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_remote_cm_response_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 7, 3);
}

/// LID of the sender on the alternate path. (bit 0x0a0, 16 bits)
static inline uint32_t verbatim_cm_lap_alternate_local_port_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x14), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_local_port_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x14, value, 31, 16);
}

/// LID of the receiver on it. (bit 0x0b0, 16 bits)
static inline uint32_t verbatim_cm_lap_alternate_remote_port_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x14), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_remote_port_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x14, value, 15, 0);
}

/// GID of the sender on it. (bit 0x0c0, 128 bits)
static inline const uint8_t *verbatim_cm_lap_alternate_local_port_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x18;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_local_port_gid(void *datagram,
                                                                const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x18, value, 16);
}

/// GID of the receiver on it. (bit 0x140, 128 bits)
static inline const uint8_t *verbatim_cm_lap_alternate_remote_port_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x28;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_remote_port_gid(void *datagram,
                                                                 const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x28, value, 16);
}

/// Flow label of it. (bit 0x1c0, 20 bits)
static inline uint32_t verbatim_cm_lap_alternate_flow_label(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x38), 31, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_flow_label(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x38, value, 31, 12);
}

/// Traffic class of it. (bit 0x1d8, 8 bits)
static inline uint32_t verbatim_cm_lap_alternate_traffic_class(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x38), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_traffic_class(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x38, value, 7, 0);
}

/// Hop limit of it. (bit 0x1e0, 8 bits)
static inline uint32_t verbatim_cm_lap_alternate_hop_limit(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_hop_limit(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 31, 24);
}

/// Rate of it, as in ibv_rate. (bit 0x1ea, 6 bits)
static inline uint32_t verbatim_cm_lap_alternate_packet_rate(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 21, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_packet_rate(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 21, 16);
}

/// Service level of it. (bit 0x1f0, 4 bits)
static inline uint32_t verbatim_cm_lap_alternate_sl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 15, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_sl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 15, 12);
}

/// 1 if it stays in the subnet. (bit 0x1f4, 1 bit)
static inline uint32_t verbatim_cm_lap_alternate_subnet_local(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 11, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_subnet_local(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 11, 11);
}

/// Time-out of the receiver's queue pair on it, as an exponent. (bit 0x1f8, 5 bits)
static inline uint32_t verbatim_cm_lap_alternate_local_ack_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x3c), 7, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_alternate_local_ack_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x3c, value, 7, 3);
}

/// Bytes of the programs. (bit 0x200, 1344 bits)
static inline const uint8_t *verbatim_cm_lap_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x40;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_lap_set_private_data(void *datagram, const uint8_t value[168]) {
  memcpy((uint8_t *)datagram + 0x40, value, 168);
}

#ifdef __cplusplus
}
#endif

#endif
