// Generated from specs/commands/queue_pairs/qpc.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_QPC_H
#define VERBATIM_C_COMMANDS_QPC_H

#include "../verbatim_wire.h"
#include "verbatim_ads.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The context of a queue pair. A pointer to it needs no alignment; all 232 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qpc_bits.
enum { VERBATIM_QPC_SIZE = 232 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_qpc_init(void *structure) { memset(structure, 0, 232); }

/// State, whose numbers 4 and 5 are swapped compared with libibverbs. (bit 0x000, 4 bits)
static inline uint32_t verbatim_qpc_state(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_state(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 31, 28);
}

/// Port of a bond that packets leave by, or 0. (bit 0x004, 4 bits)
static inline uint32_t verbatim_qpc_lag_tx_port_affinity(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 27, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_lag_tx_port_affinity(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 27, 24);
}

/// Service type, 0 for RC, 1 for UC and 5 for DCI. (bit 0x008, 8 bits)
static inline uint32_t verbatim_qpc_st(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_st(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 23, 16);
}

/// State of path migration, 3 for migrated. (bit 0x013, 2 bits)
static inline uint32_t verbatim_qpc_pm_state(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x00), 12, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_pm_state(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x00, value, 12, 11);
}

/// 1 if sending stops at an error of a signature. (bit 0x025, 1 bit)
static inline uint32_t verbatim_qpc_drain_sigerr(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 26, 26);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_drain_sigerr(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 26, 26);
}

/// Protection domain. (bit 0x028, 24 bits)
static inline uint32_t verbatim_qpc_pd(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_pd(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 23, 0);
}

/// Path MTU, as in ibv_mtu. (bit 0x040, 3 bits)
static inline uint32_t verbatim_qpc_mtu(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 31, 29);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_mtu(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 31, 29);
}

/// Longest message, as the exponent of a power of two. (bit 0x043, 5 bits)
static inline uint32_t verbatim_qpc_log_msg_max(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_msg_max(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 28, 24);
}

/// Number of receive WQEs, as the exponent of a power of two. (bit 0x049, 4 bits)
static inline uint32_t verbatim_qpc_log_rq_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 22, 19);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_rq_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 22, 19);
}

/// Size of a receive WQE in units of 16 bytes, as the exponent of a power of two. (bit 0x04d, 3 bits)
static inline uint32_t verbatim_qpc_log_rq_stride(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 18, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_rq_stride(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 18, 16);
}

/// 1 if there is no send queue. (bit 0x050, 1 bit)
static inline uint32_t verbatim_qpc_no_sq(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 15, 15);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_no_sq(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 15, 15);
}

/// Number of send WQEBBs, as the exponent of a power of two. (bit 0x051, 4 bits)
static inline uint32_t verbatim_qpc_log_sq_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x08), 14, 11);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_sq_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x08, value, 14, 11);
}

/// Page of doorbell registers. (bit 0x068, 24 bits)
static inline uint32_t verbatim_qpc_uar_page(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_uar_page(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 23, 0);
}

/// Number that CQEs carry in place of the queue pair's. (bit 0x088, 24 bits)
static inline uint32_t verbatim_qpc_user_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_user_index(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 23, 0);
}

/// Queue pair of the peer. (bit 0x0a8, 24 bits)
static inline uint32_t verbatim_qpc_remote_qpn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x14), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_remote_qpn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x14, value, 23, 0);
}

/// Path to the peer. (bit 0x0c0, 352 bits)
static inline const uint8_t *verbatim_qpc_primary_address_path(const void *structure) {
  return (const uint8_t *)structure + 0x18;
}

/// The same, to be written by the functions of verbatim_ads.
static inline uint8_t *verbatim_qpc_edit_primary_address_path(void *structure) {
  return (uint8_t *)structure + 0x18;
}

/// Number of packets after which an acknowledgement is asked for, as the exponent of a power of two. (bit
/// 0x380, 4 bits)
static inline uint32_t verbatim_qpc_log_ack_req_freq(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x70), 31, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_ack_req_freq(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x70, value, 31, 28);
}

/// Most READs and atomics under way as requester, as the exponent of a power of two. (bit 0x388, 3 bits)
static inline uint32_t verbatim_qpc_log_sra_max(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x70), 23, 21);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_sra_max(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x70, value, 23, 21);
}

/// Number of times a packet is sent again without an answer. (bit 0x38d, 3 bits)
static inline uint32_t verbatim_qpc_retry_count(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x70), 18, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_retry_count(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x70, value, 18, 16);
}

/// Number of times a packet is sent again while the peer is not ready. (bit 0x390, 3 bits)
static inline uint32_t verbatim_qpc_rnr_retry(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x70), 15, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_rnr_retry(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x70, value, 15, 13);
}

/// Packet sequence number of the next packet sent. (bit 0x3c8, 24 bits)
static inline uint32_t verbatim_qpc_next_send_psn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x78), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_next_send_psn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x78, value, 23, 0);
}

/// Streams of a DCI, as the exponent of a power of two; 0 for none. (bit 0x3e3, 5 bits)
static inline uint32_t verbatim_qpc_log_num_dci_stream_channels(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x7c), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_num_dci_stream_channels(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x7c, value, 28, 24);
}

/// CQ of the send queue. (bit 0x3e8, 24 bits)
static inline uint32_t verbatim_qpc_cqn_snd(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x7c), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_cqn_snd(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x7c, value, 23, 0);
}

/// Streams whose failure is that of the DCI, as the exponent of a power of two. (bit 0x403, 5 bits)
static inline uint32_t verbatim_qpc_log_num_dci_errored_streams(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x80), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_num_dci_errored_streams(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x80, value, 28, 24);
}

/// Most READs and atomics under way as responder, as the exponent of a power of two. (bit 0x488, 3 bits)
static inline uint32_t verbatim_qpc_log_rra_max(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 23, 21);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_log_rra_max(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 23, 21);
}

/// Widest atomics that the peer may request. (bit 0x48c, 4 bits)
static inline uint32_t verbatim_qpc_atomic_mode(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 19, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_atomic_mode(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 19, 16);
}

/// 1 if the peer may READ. (bit 0x490, 1 bit)
static inline uint32_t verbatim_qpc_rre(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 15, 15);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_rre(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 15, 15);
}

/// 1 if the peer may WRITE. (bit 0x491, 1 bit)
static inline uint32_t verbatim_qpc_rwe(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 14, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_rwe(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 14, 14);
}

/// 1 if the peer may use atomics. (bit 0x492, 1 bit)
static inline uint32_t verbatim_qpc_rae(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 13, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_rae(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 13, 13);
}

/// 1 if other queues enable the receive queue. (bit 0x49d, 1 bit)
static inline uint32_t verbatim_qpc_cd_slave_receive(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 2, 2);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_cd_slave_receive(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 2, 2);
}

/// 1 if other queues enable the send queue. (bit 0x49e, 1 bit)
static inline uint32_t verbatim_qpc_cd_slave_send(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 1, 1);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_cd_slave_send(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 1, 1);
}

/// 1 if its WQEs wait for other queues and enable them. (bit 0x49f, 1 bit)
static inline uint32_t verbatim_qpc_cd_master(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 0, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_cd_master(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 0, 0);
}

/// Time that a peer waits when this side is not ready, as in ibv_qp_attr. (bit 0x4a3, 5 bits)
static inline uint32_t verbatim_qpc_min_rnr_nak(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x94), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_min_rnr_nak(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x94, value, 28, 24);
}

/// Packet sequence number of the next packet received. (bit 0x4a8, 24 bits)
static inline uint32_t verbatim_qpc_next_rcv_psn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x94), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_next_rcv_psn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x94, value, 23, 0);
}

/// CQ of the receive queue. (bit 0x4e8, 24 bits)
static inline uint32_t verbatim_qpc_cqn_rcv(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x9c), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_cqn_rcv(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x9c, value, 23, 0);
}

/// Address of the doorbell record, or its offset in dbr_umem_id. (bit 0x500, 64 bits)
static inline uint64_t verbatim_qpc_dbr_addr(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0xa0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_dbr_addr(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0xa0, value);
}

/// Kind of receive queue, 0 for its own, 1 for an SRQ, 3 for none. (bit 0x565, 3 bits)
static inline uint32_t verbatim_qpc_rq_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xac), 26, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_rq_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xac, value, 26, 24);
}

/// Number of the shared receive queue. (bit 0x568, 24 bits)
static inline uint32_t verbatim_qpc_srqn_rmpn_xrqn(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xac), 23, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_srqn_rmpn_xrqn(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xac, value, 23, 0);
}

/// WQEBB from which the device goes on. (bit 0x5a0, 16 bits)
static inline uint32_t verbatim_qpc_hw_sq_wqebb_counter(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 31, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_hw_sq_wqebb_counter(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 31, 16);
}

/// Payload that the CQE of a send takes, a code in each half; 0 for none. (bit 0x630, 8 bits)
static inline uint32_t verbatim_qpc_cs_req(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xc4), 15, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_cs_req(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xc4, value, 15, 8);
}

/// Payload that the CQE of a receive takes, as a code; 0 for none. (bit 0x638, 8 bits)
static inline uint32_t verbatim_qpc_cs_res(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xc4), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_cs_res(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xc4, value, 7, 0);
}

/// 1 if dbr_umem_id is used. (bit 0x683, 1 bit)
static inline uint32_t verbatim_qpc_dbr_umem_valid(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xd0), 28, 28);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_dbr_umem_valid(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xd0, value, 28, 28);
}

/// User memory of the doorbell record. (bit 0x720, 32 bits)
static inline uint32_t verbatim_qpc_dbr_umem_id(const void *structure) {
  return verbatim_load32((const uint8_t *)structure + 0xe4);
}

/// Sets it, and no other bit.
static inline void verbatim_qpc_set_dbr_umem_id(void *structure, uint32_t value) {
  verbatim_store32((uint8_t *)structure + 0xe4, value);
}

#ifdef __cplusplus
}
#endif

#endif
