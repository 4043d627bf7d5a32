// Generated from specs/commands/capabilities/cmd_hca_cap.yaml by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "verbatim/wire/mailbox.hpp"

namespace verbatim::firmware {

/// The general capabilities, group 0. Source: Linux include/linux/mlx5/mlx5_ifc.h, struct
/// mlx5_ifc_cmd_hca_cap_bits; rdma-core providers/mlx5/mlx5_ifc.h and DPDK drivers/common/mlx5/mlx5_prm.h
/// have the rest.
struct cmd_hca_cap {
  /// Size in bytes.
  static constexpr std::size_t size = 0x100;

  /// 1 if there is cmd_hca_cap_2.
  static constexpr wire::mailbox_field<cmd_hca_cap> hca_cap_2{0x020, 1, "hca_cap_2"};

  /// Longest copy of memory, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_dma_mmo_max_size{0x06b, 5,
                                                                         "log_dma_mmo_max_size"};

  /// Most WQEs of a queue pair, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_qp_sz{0x088, 8, "log_max_qp_sz"};

  /// Most queue pairs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_qp{0x09b, 5, "log_max_qp"};

  /// Most SRQs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_srq{0x0ab, 5, "log_max_srq"};

  /// Most CQEs of a CQ, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_cq_sz{0x0c8, 8, "log_max_cq_sz"};

  /// Most CQs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_cq{0x0db, 5, "log_max_cq"};

  /// 1 if memory keys may be written in relaxed order.
  static constexpr wire::mailbox_field<cmd_hca_cap> relaxed_ordering_write{
      0x0e8, 1, "relaxed_ordering_write"};

  /// 1 if memory keys may be read in relaxed order.
  static constexpr wire::mailbox_field<cmd_hca_cap> relaxed_ordering_read{0x0e9, 1,
                                                                          "relaxed_ordering_read"};

  /// Most memory keys, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_mkey{0x0ea, 6, "log_max_mkey"};

  /// 1 if memory keys may repeat their list.
  static constexpr wire::mailbox_field<cmd_hca_cap> repeated_mkey{0x0f7, 1, "repeated_mkey"};

  /// Most memory keys on top of each other.
  static constexpr wire::mailbox_field<cmd_hca_cap> max_indirection{0x100, 8, "max_indirection"};

  /// 1 if there are lists of keys of the same size.
  static constexpr wire::mailbox_field<cmd_hca_cap> fixed_buffer_size{0x108, 1,
                                                                      "fixed_buffer_size"};

  /// Longest memory of a key, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_mrw_sz{0x109, 7, "log_max_mrw_sz"};

  /// Most signatures of a key, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_bsf_list_size{0x112, 6,
                                                                          "log_max_bsf_list_size"};

  /// Most entries of a list of keys, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_klm_list_size{0x11a, 6,
                                                                          "log_max_klm_list_size"};

  /// 1 if there is qpc_ext.
  static constexpr wire::mailbox_field<cmd_hca_cap> qpc_extension{0x122, 1, "qpc_extension"};

  /// Most READs and atomics under way from a DCI, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_ra_req_dc{0x12a, 6,
                                                                      "log_max_ra_req_dc"};

  /// Most READs and atomics under way at a DCT from one DCI, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_ra_res_dc{0x13a, 6,
                                                                      "log_max_ra_res_dc"};

  /// 1 if signatures have that CRC of 64 bits.
  static constexpr wire::mailbox_field<cmd_hca_cap> sig_crc64_xp10{0x147, 1, "sig_crc64_xp10"};

  /// 1 if signatures have CRC32C.
  static constexpr wire::mailbox_field<cmd_hca_cap> sig_crc32c{0x148, 1, "sig_crc32c"};

  /// Most READs and atomics under way as requester, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_ra_req_qp{0x14a, 6,
                                                                      "log_max_ra_req_qp"};

  /// 1 if RTS2RTS_QP changes the UDP source port.
  static constexpr wire::mailbox_field<cmd_hca_cap> rts2rts_qp_udp_sport{0x151, 1,
                                                                         "rts2rts_qp_udp_sport"};

  /// 1 if RTS2RTS_QP changes the port of a bond.
  static constexpr wire::mailbox_field<cmd_hca_cap> rts2rts_lag_tx_port_affinity{
      0x152, 1, "rts2rts_lag_tx_port_affinity"};

  /// Most READs and atomics under way as responder, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_ra_res_qp{0x15a, 6,
                                                                      "log_max_ra_res_qp"};

  /// Entries of a port's table of GIDs, as a code.
  static constexpr wire::mailbox_field<cmd_hca_cap> gid_table_size{0x170, 16, "gid_table_size"};

  /// Entries of a port's table of partition keys, as a code.
  static constexpr wire::mailbox_field<cmd_hca_cap> pkey_table_size{0x190, 16, "pkey_table_size"};

  /// 1 if the driver has flow tables of its own.
  static constexpr wire::mailbox_field<cmd_hca_cap> nic_flow_table{0x1a6, 1, "nic_flow_table"};

  /// 0 if ports are InfiniBand, 1 if they are Ethernet.
  static constexpr wire::mailbox_field<cmd_hca_cap> port_type{0x1b6, 2, "port_type"};

  /// Number of ports.
  static constexpr wire::mailbox_field<cmd_hca_cap> num_ports{0x1b8, 8, "num_ports"};

  /// Longest message, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_msg{0x1c3, 5, "log_max_msg"};

  /// 1 if signatures are of blocks of 4048 bytes.
  static constexpr wire::mailbox_field<cmd_hca_cap> sig_block_4048{0x1f0, 1, "sig_block_4048"};

  /// 1 if CQEs carry a user_index.
  static constexpr wire::mailbox_field<cmd_hca_cap> cqe_version{0x1fc, 4, "cqe_version"};

  /// 1 if address vectors of 16 bytes are taken.
  static constexpr wire::mailbox_field<cmd_hca_cap> compact_address_vector{
      0x200, 1, "compact_address_vector"};

  /// Fence that a change of a key needs.
  static constexpr wire::mailbox_field<cmd_hca_cap> umr_fence{0x20a, 2, "umr_fence"};

  /// 1 if sending can stop at an error of a signature.
  static constexpr wire::mailbox_field<cmd_hca_cap> drain_sigerr{0x20f, 1, "drain_sigerr"};

  /// 1 if errors of signatures are CQEs.
  static constexpr wire::mailbox_field<cmd_hca_cap> sigerr_cqe{0x212, 1, "sigerr_cqe"};

  /// 1 if CQEs take short payloads.
  static constexpr wire::mailbox_field<cmd_hca_cap> sctr_data_cqe{0x215, 1, "sctr_data_cqe"};

  /// 1 if there are signatures of blocks.
  static constexpr wire::mailbox_field<cmd_hca_cap> sho{0x217, 1, "sho"};

  /// 1 if there are DCIs and DCTs.
  static constexpr wire::mailbox_field<cmd_hca_cap> dct{0x21a, 1, "dct"};

  /// 1 if there is qos_cap.
  static constexpr wire::mailbox_field<cmd_hca_cap> qos{0x21b, 1, "qos"};

  /// 1 if there are atomics.
  static constexpr wire::mailbox_field<cmd_hca_cap> atomic{0x21e, 1, "atomic"};

  /// 1 if a CQ can ignore overruns.
  static constexpr wire::mailbox_field<cmd_hca_cap> cq_oi{0x220, 1, "cq_oi"};

  /// 1 if a CQ can move to another ring.
  static constexpr wire::mailbox_field<cmd_hca_cap> cq_resize{0x221, 1, "cq_resize"};

  /// 1 if a CQ can delay events.
  static constexpr wire::mailbox_field<cmd_hca_cap> cq_moderation{0x222, 1, "cq_moderation"};

  /// 1 if there is on-demand paging.
  static constexpr wire::mailbox_field<cmd_hca_cap> pg{0x227, 1, "pg"};

  /// 1 if queues can wait for each other.
  static constexpr wire::mailbox_field<cmd_hca_cap> cd{0x22c, 1, "cd"};

  /// 1 if there are UC queue pairs.
  static constexpr wire::mailbox_field<cmd_hca_cap> uc{0x23e, 1, "uc"};

  /// 1 if there are RC queue pairs.
  static constexpr wire::mailbox_field<cmd_hca_cap> rc{0x23f, 1, "rc"};

  /// 1 if pages of registers have 4 KiB.
  static constexpr wire::mailbox_field<cmd_hca_cap> uar_4k{0x240, 1, "uar_4k"};

  /// 1 if registers take WQEs (BlueFlame).
  static constexpr wire::mailbox_field<cmd_hca_cap> bf{0x260, 1, "bf"};

  /// Size of such a register, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_bf_reg_size{0x26b, 5, "log_bf_reg_size"};

  /// Not 0 if there are DCTs on a bond.
  static constexpr wire::mailbox_field<cmd_hca_cap> lag_dct{0x276, 2, "lag_dct"};

  /// 1 if queue pairs choose a port of a bond.
  static constexpr wire::mailbox_field<cmd_hca_cap> lag_tx_port_affinity{0x278, 1,
                                                                         "lag_tx_port_affinity"};

  /// 1 if the device is the first of a bond.
  static constexpr wire::mailbox_field<cmd_hca_cap> lag_master{0x27b, 1, "lag_master"};

  /// Number of ports of a bond.
  static constexpr wire::mailbox_field<cmd_hca_cap> num_lag_ports{0x27c, 4, "num_lag_ports"};

  /// Longest send WQE in bytes.
  static constexpr wire::mailbox_field<cmd_hca_cap> max_wqe_sz_sq{0x290, 16, "max_wqe_sz_sq"};

  /// Longest receive WQE in bytes.
  static constexpr wire::mailbox_field<cmd_hca_cap> max_wqe_sz_rq{0x2b0, 16, "max_wqe_sz_rq"};

  /// Most transport domains, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_transport_domain{
      0x323, 5, "log_max_transport_domain"};

  /// 1 if programs may change TISs by DevX.
  static constexpr wire::mailbox_field<cmd_hca_cap> modify_tis{0x360, 1, "modify_tis"};

  /// Most TISs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_tis{0x37b, 5, "log_max_tis"};

  /// Most RMPs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_rmp{0x383, 5, "log_max_rmp"};

  /// 1 if AES-XTS takes little-endian tweaks for single blocks.
  static constexpr wire::mailbox_field<cmd_hca_cap> aes_xts_single_block_le_tweak{
      0x3f1, 1, "aes_xts_single_block_le_tweak"};

  /// 1 if AES-XTS takes big-endian tweaks for several blocks.
  static constexpr wire::mailbox_field<cmd_hca_cap> aes_xts_multi_block_be_tweak{
      0x3f2, 1, "aes_xts_multi_block_be_tweak"};

  /// Types of general objects, a bit each.
  static constexpr wire::mailbox_field<cmd_hca_cap, std::uint64_t> general_obj_types{
      0x400, 64, "general_obj_types"};

  /// 1 if memory can be encrypted by AES-XTS.
  static constexpr wire::mailbox_field<cmd_hca_cap> aes_xts{0x468, 1, "aes_xts"};

  /// 1 if memory can be encrypted.
  static constexpr wire::mailbox_field<cmd_hca_cap> crypto{0x469, 1, "crypto"};

  /// 1 if a sigerr_cqe has the domain and the type of the signature.
  static constexpr wire::mailbox_field<cmd_hca_cap> sigerr_domain_and_sig_type{
      0x480, 1, "sigerr_domain_and_sig_type"};

  /// 1 if there is the enhanced layout of compressed CQEs.
  static constexpr wire::mailbox_field<cmd_hca_cap> enhanced_cqe_compression{
      0x5b0, 1, "enhanced_cqe_compression"};

  /// 1 if mini CQEs of receives may have header types.
  static constexpr wire::mailbox_field<cmd_hca_cap> mini_cqe_resp_l3_l4_tag{
      0x5b9, 1, "mini_cqe_resp_l3_l4_tag"};

  /// 1 if mini CQEs of receives may have flow tags.
  static constexpr wire::mailbox_field<cmd_hca_cap> mini_cqe_resp_flow_tag{
      0x5ba, 1, "mini_cqe_resp_flow_tag"};

  /// 1 if there is the enhanced layout of compressed CQEs.
  static constexpr wire::mailbox_field<cmd_hca_cap> enhanced_cqe_compression_5bb{
      0x5bb, 1, "enhanced_cqe_compression"};

  /// 1 if mini CQEs of receives may have a checksum and an index.
  static constexpr wire::mailbox_field<cmd_hca_cap> mini_cqe_resp_stride_index{
      0x5bc, 1, "mini_cqe_resp_stride_index"};

  /// 1 if CQEs of 128 bytes can be compressed.
  static constexpr wire::mailbox_field<cmd_hca_cap> cqe_compression_128b{0x5be, 1,
                                                                         "cqe_compression_128b"};

  /// 1 if CQEs can be compressed.
  static constexpr wire::mailbox_field<cmd_hca_cap> cqe_compression{0x5bf, 1, "cqe_compression"};

  /// Most CQEs that are compressed together.
  static constexpr wire::mailbox_field<cmd_hca_cap> cqe_compression_max_num{
      0x5d0, 16, "cqe_compression_max_num"};

  /// 1 if there is tag matching.
  static constexpr wire::mailbox_field<cmd_hca_cap> tag_matching{0x5f0, 1, "tag_matching"};

  /// Most tags of an XRQ, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_tag_matching_list_sz{
      0x5f3, 5, "log_tag_matching_list_sz"};

  /// Most XRQs, as the exponent of a power of two.
  static constexpr wire::mailbox_field<cmd_hca_cap> log_max_xrq{0x5fb, 5, "log_max_xrq"};

  /// 1 if queue pairs can copy memory.
  static constexpr wire::mailbox_field<cmd_hca_cap> dma_mmo_qp{0x748, 1, "dma_mmo_qp"};
};

}  // namespace verbatim::firmware
