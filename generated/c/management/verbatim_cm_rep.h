// Generated from specs/management/connections/cm_rep.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_REP_H
#define VERBATIM_C_MANAGEMENT_CM_REP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// REP: accepts a connection. A pointer to it needs no alignment; all 232 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.6.8; Linux include/rdma/ibta_vol1_c12.h,
/// CM_REP_*.
enum { VERBATIM_CM_REP_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_REP_ATTRIBUTE = 0x13 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_rep_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the connection. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_rep_local_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_local_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// The receiver's number of the connection. (bit 0x020, 32 bits)
static inline uint32_t verbatim_cm_rep_remote_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x04);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_remote_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x04, value);
}

/// Q_Key of the sender, of RD. (bit 0x040, 32 bits)
static inline uint32_t verbatim_cm_rep_local_q_key(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_local_q_key(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x08, value);
}

/// Queue pair of the sender. (bit 0x060, 24 bits)
static inline uint32_t verbatim_cm_rep_local_qpn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_local_qpn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 31, 8);
}

/// Vendor of the ECE: the upper byte. (bit 0x078, 8 bits)
static inline uint32_t verbatim_cm_rep_vendor_id_h(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x0c), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_vendor_id_h(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x0c, value, 7, 0);
}

/// End-to-end context of the sender, of RD. (bit 0x080, 24 bits)
static inline uint32_t verbatim_cm_rep_local_ee_context_number(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_local_ee_context_number(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 31, 8);
}

/// The byte between. (bit 0x098, 8 bits)
static inline uint32_t verbatim_cm_rep_vendor_id_m(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x10), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_vendor_id_m(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x10, value, 7, 0);
}

/// PSN with which the sender begins. (bit 0x0a0, 24 bits)
static inline uint32_t verbatim_cm_rep_starting_psn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x14), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_starting_psn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x14, value, 31, 8);
}

/// The lower byte. (bit 0x0b8, 8 bits)
static inline uint32_t verbatim_cm_rep_vendor_id_l(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x14), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_vendor_id_l(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x14, value, 7, 0);
}

/// READs and atomics that the sender can answer at once. (bit 0x0c0, 8 bits)
static inline uint32_t verbatim_cm_rep_responder_resources(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_responder_resources(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 31, 24);
}

/// READs and atomics that the sender will have on their way. (bit 0x0c8, 8 bits)
static inline uint32_t verbatim_cm_rep_initiator_depth(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_initiator_depth(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 23, 16);
}

/// Time that acknowledgements take, as an exponent. (bit 0x0d0, 5 bits)
static inline uint32_t verbatim_cm_rep_target_ack_delay(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 15, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_target_ack_delay(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 15, 11);
}

/// Result for the alternate path. (bit 0x0d5, 2 bits)
static inline uint32_t verbatim_cm_rep_failover_accepted(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 10, 9);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_failover_accepted(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 10, 9);
}

/// 1 if the sender has credits. (bit 0x0d7, 1 bit)
static inline uint32_t verbatim_cm_rep_end_to_end_flow_control(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 8, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_end_to_end_flow_control(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 8, 8);
}

/// Repetitions after RNR NAKs, 7 for ever. (bit 0x0d8, 3 bits)
static inline uint32_t verbatim_cm_rep_rnr_retry_count(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 7, 5);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_rnr_retry_count(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 7, 5);
}

/// 1 if the sender's queue pair has a shared receive queue. (bit 0x0db, 1 bit)
static inline uint32_t verbatim_cm_rep_srq(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x18), 4, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_srq(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x18, value, 4, 4);
}

/// GUID of the sender's node. (bit 0x0e0, 64 bits)
static inline uint64_t verbatim_cm_rep_local_ca_guid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x1c);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_local_ca_guid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x1c, value);
}

/// Bytes of the programs. (bit 0x120, 1568 bits)
static inline const uint8_t *verbatim_cm_rep_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x24;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_rep_set_private_data(void *datagram, const uint8_t value[196]) {
  memcpy((uint8_t *)datagram + 0x24, value, 196);
}

#ifdef __cplusplus
}
#endif

#endif
