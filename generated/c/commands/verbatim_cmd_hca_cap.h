// Generated from specs/commands/capabilities/cmd_hca_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_COMMANDS_CMD_HCA_CAP_H
#define VERBATIM_C_COMMANDS_CMD_HCA_CAP_H

#include "../verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The general capabilities, group 0. A pointer to it needs no alignment; all 256 bytes must be there.
///
/// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_cmd_hca_cap_bits; rdma-core
/// providers/mlx5/mlx5_ifc.h and DPDK drivers/common/mlx5/mlx5_prm.h have the rest.
enum { VERBATIM_CMD_HCA_CAP_SIZE = 256 };

/// Begins the structure: all its bytes become 0.
static inline void verbatim_cmd_hca_cap_init(void *structure) { memset(structure, 0, 256); }

/// 1 if there is cmd_hca_cap_2. (bit 0x020, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_hca_cap_2(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x04), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_hca_cap_2(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x04, value, 31, 31);
}

/// Longest copy of memory, as the exponent of a power of two. Uncertain: DPDK calls it log_dma_mmo_size. (bit
/// 0x06b, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_dma_mmo_max_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x0c), 20, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_dma_mmo_max_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x0c, value, 20, 16);
}

/// Most WQEs of a queue pair, as the exponent of a power of two. (bit 0x088, 8 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_qp_sz(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_qp_sz(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 23, 16);
}

/// Most queue pairs, as the exponent of a power of two. (bit 0x09b, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_qp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x10), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_qp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x10, value, 4, 0);
}

/// Most SRQs, as the exponent of a power of two. (bit 0x0ab, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_srq(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x14), 20, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_srq(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x14, value, 20, 16);
}

/// Most CQEs of a CQ, as the exponent of a power of two. (bit 0x0c8, 8 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_cq_sz(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x18), 23, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_cq_sz(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x18, value, 23, 16);
}

/// Most CQs, as the exponent of a power of two. (bit 0x0db, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_cq(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x18), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_cq(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x18, value, 4, 0);
}

/// 1 if memory keys may be written in relaxed order. (bit 0x0e8, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_relaxed_ordering_write(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_relaxed_ordering_write(void *structure,
                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 23, 23);
}

/// 1 if memory keys may be read in relaxed order. (bit 0x0e9, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_relaxed_ordering_read(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 22, 22);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_relaxed_ordering_read(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 22, 22);
}

/// Most memory keys, as the exponent of a power of two. (bit 0x0ea, 6 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_mkey(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 21, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_mkey(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 21, 16);
}

/// 1 if memory keys may repeat their list. (bit 0x0f7, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_repeated_mkey(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x1c), 8, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_repeated_mkey(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x1c, value, 8, 8);
}

/// Most memory keys on top of each other. (bit 0x100, 8 bits)
static inline uint32_t verbatim_cmd_hca_cap_max_indirection(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 31, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_max_indirection(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 31, 24);
}

/// 1 if there are lists of keys of the same size. (bit 0x108, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_fixed_buffer_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_fixed_buffer_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 23, 23);
}

/// Longest memory of a key, as the exponent of a power of two. (bit 0x109, 7 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_mrw_sz(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 22, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_mrw_sz(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 22, 16);
}

/// Most signatures of a key, as the exponent of a power of two. (bit 0x112, 6 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_bsf_list_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 13, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_bsf_list_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 13, 8);
}

/// Most entries of a list of keys, as the exponent of a power of two. (bit 0x11a, 6 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_klm_list_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x20), 5, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_klm_list_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x20, value, 5, 0);
}

/// 1 if there is qpc_ext. (bit 0x122, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_qpc_extension(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 29, 29);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_qpc_extension(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 29, 29);
}

/// Most READs and atomics under way from a DCI, as the exponent of a power of two. (bit 0x12a, 6 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_ra_req_dc(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 21, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_ra_req_dc(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 21, 16);
}

/// Most READs and atomics under way at a DCT from one DCI, as the exponent of a power of two. (bit 0x13a, 6
/// bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_ra_res_dc(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x24), 5, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_ra_res_dc(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x24, value, 5, 0);
}

/// 1 if signatures have that CRC of 64 bits. (bit 0x147, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_sig_crc64_xp10(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 24, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_sig_crc64_xp10(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 24, 24);
}

/// 1 if signatures have CRC32C. (bit 0x148, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_sig_crc32c(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_sig_crc32c(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 23, 23);
}

/// Most READs and atomics under way as requester, as the exponent of a power of two. (bit 0x14a, 6 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_ra_req_qp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 21, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_ra_req_qp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 21, 16);
}

/// 1 if RTS2RTS_QP changes the UDP source port. Uncertain: DPDK calls it rts2rts_udp_sport. (bit 0x151, 1
/// bit)
static inline uint32_t verbatim_cmd_hca_cap_rts2rts_qp_udp_sport(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 14, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_rts2rts_qp_udp_sport(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 14, 14);
}

/// 1 if RTS2RTS_QP changes the port of a bond. (bit 0x152, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_rts2rts_lag_tx_port_affinity(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 13, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_rts2rts_lag_tx_port_affinity(void *structure,
                                                                         uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 13, 13);
}

/// Most READs and atomics under way as responder, as the exponent of a power of two. (bit 0x15a, 6 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_ra_res_qp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x28), 5, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_ra_res_qp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x28, value, 5, 0);
}

/// Entries of a port's table of GIDs, as a code. (bit 0x170, 16 bits)
static inline uint32_t verbatim_cmd_hca_cap_gid_table_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x2c), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_gid_table_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x2c, value, 15, 0);
}

/// Entries of a port's table of partition keys, as a code. (bit 0x190, 16 bits)
static inline uint32_t verbatim_cmd_hca_cap_pkey_table_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x30), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_pkey_table_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x30, value, 15, 0);
}

/// 1 if the driver has flow tables of its own. (bit 0x1a6, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_nic_flow_table(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x34), 25, 25);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_nic_flow_table(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x34, value, 25, 25);
}

/// 0 if ports are InfiniBand, 1 if they are Ethernet. (bit 0x1b6, 2 bits)
static inline uint32_t verbatim_cmd_hca_cap_port_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x34), 9, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_port_type(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x34, value, 9, 8);
}

/// Number of ports. (bit 0x1b8, 8 bits)
static inline uint32_t verbatim_cmd_hca_cap_num_ports(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x34), 7, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_num_ports(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x34, value, 7, 0);
}

/// Longest message, as the exponent of a power of two. (bit 0x1c3, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_msg(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x38), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_msg(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x38, value, 28, 24);
}

/// 1 if signatures are of blocks of 4048 bytes. (bit 0x1f0, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_sig_block_4048(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x3c), 15, 15);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_sig_block_4048(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x3c, value, 15, 15);
}

/// 1 if CQEs carry a user_index. (bit 0x1fc, 4 bits)
static inline uint32_t verbatim_cmd_hca_cap_cqe_version(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x3c), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cqe_version(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x3c, value, 3, 0);
}

/// 1 if address vectors of 16 bytes are taken. (bit 0x200, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_compact_address_vector(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_compact_address_vector(void *structure,
                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 31, 31);
}

/// Fence that a change of a key needs. (bit 0x20a, 2 bits)
static inline uint32_t verbatim_cmd_hca_cap_umr_fence(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 21, 20);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_umr_fence(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 21, 20);
}

/// 1 if sending can stop at an error of a signature. (bit 0x20f, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_drain_sigerr(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 16, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_drain_sigerr(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 16, 16);
}

/// 1 if errors of signatures are CQEs. (bit 0x212, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_sigerr_cqe(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 13, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_sigerr_cqe(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 13, 13);
}

/// 1 if CQEs take short payloads. (bit 0x215, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_sctr_data_cqe(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 10, 10);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_sctr_data_cqe(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 10, 10);
}

/// 1 if there are signatures of blocks. (bit 0x217, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_sho(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 8, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_sho(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 8, 8);
}

/// 1 if there are DCIs and DCTs. (bit 0x21a, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_dct(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 5, 5);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_dct(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 5, 5);
}

/// 1 if there is qos_cap. (bit 0x21b, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_qos(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 4, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_qos(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 4, 4);
}

/// 1 if there are atomics. (bit 0x21e, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_atomic(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x40), 1, 1);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_atomic(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x40, value, 1, 1);
}

/// 1 if a CQ can ignore overruns. (bit 0x220, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_cq_oi(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x44), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cq_oi(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x44, value, 31, 31);
}

/// 1 if a CQ can move to another ring. (bit 0x221, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_cq_resize(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x44), 30, 30);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cq_resize(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x44, value, 30, 30);
}

/// 1 if a CQ can delay events. (bit 0x222, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_cq_moderation(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x44), 29, 29);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cq_moderation(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x44, value, 29, 29);
}

/// 1 if there is on-demand paging. (bit 0x227, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_pg(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x44), 24, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_pg(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x44, value, 24, 24);
}

/// 1 if queues can wait for each other. (bit 0x22c, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_cd(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x44), 19, 19);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cd(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x44, value, 19, 19);
}

/// 1 if there are UC queue pairs. (bit 0x23e, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_uc(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x44), 1, 1);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_uc(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x44, value, 1, 1);
}

/// 1 if there are RC queue pairs. (bit 0x23f, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_rc(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x44), 0, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_rc(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x44, value, 0, 0);
}

/// 1 if pages of registers have 4 KiB. (bit 0x240, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_uar_4k(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x48), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_uar_4k(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x48, value, 31, 31);
}

/// 1 if registers take WQEs (BlueFlame). (bit 0x260, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_bf(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x4c), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_bf(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x4c, value, 31, 31);
}

/// Size of such a register, as the exponent of a power of two. (bit 0x26b, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_bf_reg_size(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x4c), 20, 16);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_bf_reg_size(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x4c, value, 20, 16);
}

/// Not 0 if there are DCTs on a bond. (bit 0x276, 2 bits)
static inline uint32_t verbatim_cmd_hca_cap_lag_dct(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x4c), 9, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_lag_dct(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x4c, value, 9, 8);
}

/// 1 if queue pairs choose a port of a bond. (bit 0x278, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_lag_tx_port_affinity(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x4c), 7, 7);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_lag_tx_port_affinity(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x4c, value, 7, 7);
}

/// 1 if the device is the first of a bond. (bit 0x27b, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_lag_master(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x4c), 4, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_lag_master(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x4c, value, 4, 4);
}

/// Number of ports of a bond. (bit 0x27c, 4 bits)
static inline uint32_t verbatim_cmd_hca_cap_num_lag_ports(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x4c), 3, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_num_lag_ports(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x4c, value, 3, 0);
}

/// Longest send WQE in bytes. (bit 0x290, 16 bits)
static inline uint32_t verbatim_cmd_hca_cap_max_wqe_sz_sq(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x50), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_max_wqe_sz_sq(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x50, value, 15, 0);
}

/// Longest receive WQE in bytes. (bit 0x2b0, 16 bits)
static inline uint32_t verbatim_cmd_hca_cap_max_wqe_sz_rq(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x54), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_max_wqe_sz_rq(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x54, value, 15, 0);
}

/// Most transport domains, as the exponent of a power of two. (bit 0x323, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_transport_domain(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x64), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_transport_domain(void *structure,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x64, value, 28, 24);
}

/// 1 if programs may change TISs by DevX. (bit 0x360, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_modify_tis(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x6c), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_modify_tis(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x6c, value, 31, 31);
}

/// Most TISs, as the exponent of a power of two. (bit 0x37b, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_tis(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x6c), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_tis(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x6c, value, 4, 0);
}

/// Most RMPs, as the exponent of a power of two. (bit 0x383, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_rmp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x70), 28, 24);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_rmp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x70, value, 28, 24);
}

/// 1 if AES-XTS takes little-endian tweaks for single blocks. (bit 0x3f1, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_aes_xts_single_block_le_tweak(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x7c), 14, 14);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_aes_xts_single_block_le_tweak(void *structure,
                                                                          uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x7c, value, 14, 14);
}

/// 1 if AES-XTS takes big-endian tweaks for several blocks. (bit 0x3f2, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_aes_xts_multi_block_be_tweak(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x7c), 13, 13);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_aes_xts_multi_block_be_tweak(void *structure,
                                                                         uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x7c, value, 13, 13);
}

/// Types of general objects, a bit each. (bit 0x400, 64 bits)
static inline uint64_t verbatim_cmd_hca_cap_general_obj_types(const void *structure) {
  return verbatim_load64((const uint8_t *)structure + 0x80);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_general_obj_types(void *structure, uint64_t value) {
  verbatim_store64((uint8_t *)structure + 0x80, value);
}

/// 1 if memory can be encrypted by AES-XTS. (bit 0x468, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_aes_xts(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x8c), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_aes_xts(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x8c, value, 23, 23);
}

/// 1 if memory can be encrypted. (bit 0x469, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_crypto(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x8c), 22, 22);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_crypto(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x8c, value, 22, 22);
}

/// 1 if a sigerr_cqe has the domain and the type of the signature. (bit 0x480, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_sigerr_domain_and_sig_type(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0x90), 31, 31);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_sigerr_domain_and_sig_type(void *structure,
                                                                       uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0x90, value, 31, 31);
}

/// 1 if there is the enhanced layout of compressed CQEs. Uncertain: Linux has it here, DPDK and UCX at 0x5bb.
/// (bit 0x5b0, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_enhanced_cqe_compression(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 15, 15);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_enhanced_cqe_compression(void *structure,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 15, 15);
}

/// 1 if mini CQEs of receives may have header types. (bit 0x5b9, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_mini_cqe_resp_l3_l4_tag(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 6, 6);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_mini_cqe_resp_l3_l4_tag(void *structure,
                                                                    uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 6, 6);
}

/// 1 if mini CQEs of receives may have flow tags. (bit 0x5ba, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_mini_cqe_resp_flow_tag(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 5, 5);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_mini_cqe_resp_flow_tag(void *structure,
                                                                   uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 5, 5);
}

/// 1 if there is the enhanced layout of compressed CQEs. Uncertain: DPDK and UCX have it here, Linux at
/// 0x5b0. (bit 0x5bb, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_enhanced_cqe_compression_5bb(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 4, 4);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_enhanced_cqe_compression_5bb(void *structure,
                                                                         uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 4, 4);
}

/// 1 if mini CQEs of receives may have a checksum and an index. (bit 0x5bc, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_mini_cqe_resp_stride_index(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 3, 3);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_mini_cqe_resp_stride_index(void *structure,
                                                                       uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 3, 3);
}

/// 1 if CQEs of 128 bytes can be compressed. Uncertain: Linux and DPDK call it cqe_compression_128. (bit
/// 0x5be, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_cqe_compression_128b(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 1, 1);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cqe_compression_128b(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 1, 1);
}

/// 1 if CQEs can be compressed. (bit 0x5bf, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_cqe_compression(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb4), 0, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cqe_compression(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb4, value, 0, 0);
}

/// Most CQEs that are compressed together. (bit 0x5d0, 16 bits)
static inline uint32_t verbatim_cmd_hca_cap_cqe_compression_max_num(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xb8), 15, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_cqe_compression_max_num(void *structure,
                                                                    uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xb8, value, 15, 0);
}

/// 1 if there is tag matching. (bit 0x5f0, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_tag_matching(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xbc), 15, 15);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_tag_matching(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xbc, value, 15, 15);
}

/// Most tags of an XRQ, as the exponent of a power of two. (bit 0x5f3, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_tag_matching_list_sz(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xbc), 12, 8);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_tag_matching_list_sz(void *structure,
                                                                     uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xbc, value, 12, 8);
}

/// Most XRQs, as the exponent of a power of two. (bit 0x5fb, 5 bits)
static inline uint32_t verbatim_cmd_hca_cap_log_max_xrq(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xbc), 4, 0);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_log_max_xrq(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xbc, value, 4, 0);
}

/// 1 if queue pairs can copy memory. (bit 0x748, 1 bit)
static inline uint32_t verbatim_cmd_hca_cap_dma_mmo_qp(const void *structure) {
  return verbatim_get32(verbatim_load32((const uint8_t *)structure + 0xe8), 23, 23);
}

/// Sets it, and no other bit.
static inline void verbatim_cmd_hca_cap_set_dma_mmo_qp(void *structure, uint32_t value) {
  verbatim_set32((uint8_t *)structure + 0xe8, value, 23, 23);
}

#ifdef __cplusplus
}
#endif

#endif
