// Generated from specs/management/connections/cm_req.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_MANAGEMENT_CM_REQ_H
#define VERBATIM_C_MANAGEMENT_CM_REQ_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// REQ: asks for a connection. A pointer to it needs no alignment; all 232 bytes must be there.
///
/// Source: InfiniBand Architecture Specification vol. 1, 12.6.5; Linux include/rdma/ibta_vol1_c12.h,
/// CM_REQ_*.
enum { VERBATIM_CM_REQ_SIZE = 232 };

/// The number of the attribute in management datagrams.
enum { VERBATIM_CM_REQ_ATTRIBUTE = 0x10 };

/// Begins the datagram: all its bytes become 0.
static inline void verbatim_cm_req_init(void *datagram) { memset(datagram, 0, 232); }

/// The sender's number of the connection. (bit 0x000, 32 bits)
static inline uint32_t verbatim_cm_req_local_comm_id(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x00);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_local_comm_id(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x00, value);
}

/// Vendor of the enhanced connection establishment (ECE), whose options are the attribute's modifier. (bit
/// 0x028, 24 bits)
static inline uint32_t verbatim_cm_req_vendor_id(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x04), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_vendor_id(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x04, value, 23, 0);
}

/// Service that the connection is for, in which rdma_cm writes the port. (bit 0x040, 64 bits)
static inline uint64_t verbatim_cm_req_service_id(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x08);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_service_id(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x08, value);
}

/// GUID of the sender's node. (bit 0x080, 64 bits)
static inline uint64_t verbatim_cm_req_local_ca_guid(const void *datagram) {
  return verbatim_load64((const uint8_t *)datagram + 0x10);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_local_ca_guid(void *datagram, uint64_t value) {
  verbatim_store64((uint8_t *)datagram + 0x10, value);
}

/// Q_Key of the sender, of RD. (bit 0x0e0, 32 bits)
static inline uint32_t verbatim_cm_req_local_q_key(const void *datagram) {
  return verbatim_load32((const uint8_t *)datagram + 0x1c);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_local_q_key(void *datagram, uint32_t value) {
  verbatim_store32((uint8_t *)datagram + 0x1c, value);
}

/// Queue pair of the sender. (bit 0x100, 24 bits)
static inline uint32_t verbatim_cm_req_local_qpn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_local_qpn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 31, 8);
}

/// READs and atomics that the sender can answer at once. (bit 0x118, 8 bits)
static inline uint32_t verbatim_cm_req_responder_resources(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x20), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_responder_resources(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x20, value, 7, 0);
}

/// End-to-end context of the sender, of RD. (bit 0x120, 24 bits)
static inline uint32_t verbatim_cm_req_local_eecn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_local_eecn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 31, 8);
}

/// READs and atomics that the sender wants to have on their way. (bit 0x138, 8 bits)
static inline uint32_t verbatim_cm_req_initiator_depth(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x24), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_initiator_depth(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x24, value, 7, 0);
}

/// End-to-end context of the receiver, of RD. (bit 0x140, 24 bits)
static inline uint32_t verbatim_cm_req_remote_eecn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_remote_eecn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 31, 8);
}

/// Time in which the receiver has to answer, as an exponent. (bit 0x158, 5 bits)
static inline uint32_t verbatim_cm_req_remote_cm_response_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 7, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_remote_cm_response_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 7, 3);
}

/// Transport. (bit 0x15d, 2 bits)
static inline uint32_t verbatim_cm_req_transport_service_type(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 2, 1);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_transport_service_type(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 2, 1);
}

/// 1 if the sender has credits. (bit 0x15f, 1 bit)
static inline uint32_t verbatim_cm_req_end_to_end_flow_control(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x28), 0, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_end_to_end_flow_control(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x28, value, 0, 0);
}

/// PSN with which the sender begins. (bit 0x160, 24 bits)
static inline uint32_t verbatim_cm_req_starting_psn(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x2c), 31, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_starting_psn(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x2c, value, 31, 8);
}

/// Time in which the sender answers, as an exponent. (bit 0x178, 5 bits)
static inline uint32_t verbatim_cm_req_local_cm_response_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x2c), 7, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_local_cm_response_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x2c, value, 7, 3);
}

/// Repetitions of a packet. (bit 0x17d, 3 bits)
static inline uint32_t verbatim_cm_req_retry_count(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x2c), 2, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_retry_count(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x2c, value, 2, 0);
}

/// Partition key. (bit 0x180, 16 bits)
static inline uint32_t verbatim_cm_req_partition_key(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_partition_key(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 31, 16);
}

/// MTU. (bit 0x190, 4 bits)
static inline uint32_t verbatim_cm_req_path_packet_payload_mtu(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 15, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_path_packet_payload_mtu(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 15, 12);
}

/// 1 if a connection of RD is there already. (bit 0x194, 1 bit)
static inline uint32_t verbatim_cm_req_rdc_exists(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 11, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_rdc_exists(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 11, 11);
}

/// Repetitions after RNR NAKs, 7 for ever. (bit 0x195, 3 bits)
static inline uint32_t verbatim_cm_req_rnr_retry_count(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 10, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_rnr_retry_count(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 10, 8);
}

/// Repetitions of a message like this one. (bit 0x198, 4 bits)
static inline uint32_t verbatim_cm_req_max_cm_retries(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 7, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_max_cm_retries(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 7, 4);
}

/// 1 if the sender's queue pair has a shared receive queue. (bit 0x19c, 1 bit)
static inline uint32_t verbatim_cm_req_srq(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 3, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_srq(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 3, 3);
}

/// Transport beyond the four. (bit 0x19d, 3 bits)
static inline uint32_t verbatim_cm_req_extended_transport_type(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x30), 2, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_extended_transport_type(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x30, value, 2, 0);
}

/// LID of the sender on the first path. (bit 0x1a0, 16 bits)
static inline uint32_t verbatim_cm_req_primary_local_port_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x34), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_local_port_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x34, value, 31, 16);
}

/// LID of the receiver on it. (bit 0x1b0, 16 bits)
static inline uint32_t verbatim_cm_req_primary_remote_port_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x34), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_remote_port_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x34, value, 15, 0);
}

/// GID of the sender on it. (bit 0x1c0, 128 bits)
static inline const uint8_t *verbatim_cm_req_primary_local_port_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x38;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_local_port_gid(void *datagram,
                                                              const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x38, value, 16);
}

/// GID of the receiver on it. (bit 0x240, 128 bits)
static inline const uint8_t *verbatim_cm_req_primary_remote_port_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x48;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_remote_port_gid(void *datagram,
                                                               const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x48, value, 16);
}

/// Flow label of it. (bit 0x2c0, 20 bits)
static inline uint32_t verbatim_cm_req_primary_flow_label(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x58), 31, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_flow_label(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x58, value, 31, 12);
}

/// Rate of it, as in ibv_rate. (bit 0x2da, 6 bits)
static inline uint32_t verbatim_cm_req_primary_packet_rate(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x58), 5, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_packet_rate(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x58, value, 5, 0);
}

/// Traffic class of it. (bit 0x2e0, 8 bits)
static inline uint32_t verbatim_cm_req_primary_traffic_class(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x5c), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_traffic_class(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x5c, value, 31, 24);
}

/// Hop limit of it. (bit 0x2e8, 8 bits)
static inline uint32_t verbatim_cm_req_primary_hop_limit(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x5c), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_hop_limit(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x5c, value, 23, 16);
}

/// Service level of it. (bit 0x2f0, 4 bits)
static inline uint32_t verbatim_cm_req_primary_sl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x5c), 15, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_sl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x5c, value, 15, 12);
}

/// 1 if it stays in the subnet. (bit 0x2f4, 1 bit)
static inline uint32_t verbatim_cm_req_primary_subnet_local(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x5c), 11, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_subnet_local(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x5c, value, 11, 11);
}

/// Time-out of the receiver's queue pair on it, as an exponent. (bit 0x2f8, 5 bits)
static inline uint32_t verbatim_cm_req_primary_local_ack_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x5c), 7, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_primary_local_ack_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x5c, value, 7, 3);
}

/// LID of the sender on the alternate path. (bit 0x300, 16 bits)
static inline uint32_t verbatim_cm_req_alternate_local_port_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x60), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_local_port_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x60, value, 31, 16);
}

/// LID of the receiver on it. (bit 0x310, 16 bits)
static inline uint32_t verbatim_cm_req_alternate_remote_port_lid(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x60), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_remote_port_lid(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x60, value, 15, 0);
}

/// GID of the sender on it. (bit 0x320, 128 bits)
static inline const uint8_t *verbatim_cm_req_alternate_local_port_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x64;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_local_port_gid(void *datagram,
                                                                const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x64, value, 16);
}

/// GID of the receiver on it. (bit 0x3a0, 128 bits)
static inline const uint8_t *verbatim_cm_req_alternate_remote_port_gid(const void *datagram) {
  return (const uint8_t *)datagram + 0x74;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_remote_port_gid(void *datagram,
                                                                 const uint8_t value[16]) {
  memcpy((uint8_t *)datagram + 0x74, value, 16);
}

/// Flow label of it. (bit 0x420, 20 bits)
static inline uint32_t verbatim_cm_req_alternate_flow_label(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x84), 31, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_flow_label(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x84, value, 31, 12);
}

/// Rate of it, as in ibv_rate. (bit 0x43a, 6 bits)
static inline uint32_t verbatim_cm_req_alternate_packet_rate(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x84), 5, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_packet_rate(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x84, value, 5, 0);
}

/// Traffic class of it. (bit 0x440, 8 bits)
static inline uint32_t verbatim_cm_req_alternate_traffic_class(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x88), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_traffic_class(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x88, value, 31, 24);
}

/// Hop limit of it. (bit 0x448, 8 bits)
static inline uint32_t verbatim_cm_req_alternate_hop_limit(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x88), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_hop_limit(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x88, value, 23, 16);
}

/// Service level of it. (bit 0x450, 4 bits)
static inline uint32_t verbatim_cm_req_alternate_sl(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x88), 15, 12);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_sl(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x88, value, 15, 12);
}

/// 1 if it stays in the subnet. (bit 0x454, 1 bit)
static inline uint32_t verbatim_cm_req_alternate_subnet_local(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x88), 11, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_subnet_local(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x88, value, 11, 11);
}

/// Time-out of the receiver's queue pair on it, as an exponent. (bit 0x458, 5 bits)
static inline uint32_t verbatim_cm_req_alternate_local_ack_timeout(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x88), 7, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_alternate_local_ack_timeout(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x88, value, 7, 3);
}

/// 1 if the sender can be asked for another alternate path. (bit 0x45d, 1 bit)
static inline uint32_t verbatim_cm_req_sap_supported(const void *datagram) {
  return verbatim_get32(verbatim_load32((const uint8_t *)datagram + 0x88), 2, 2);
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_sap_supported(void *datagram, uint32_t value) {
  verbatim_set32((uint8_t *)datagram + 0x88, value, 2, 2);
}

/// Bytes of the programs. (bit 0x460, 736 bits)
static inline const uint8_t *verbatim_cm_req_private_data(const void *datagram) {
  return (const uint8_t *)datagram + 0x8c;
}

/// Sets it, and no other bit.
static inline void verbatim_cm_req_set_private_data(void *datagram, const uint8_t value[92]) {
  memcpy((uint8_t *)datagram + 0x8c, value, 92);
}

#ifdef __cplusplus
}
#endif

#endif
