// Generated from specs/commands/ by codegen. Do not edit: `meson compile -C build generate`.
//! Commands of the firmware, their answers, and the structures inside of them.

mailboxes! {
    /// The path of a queue pair to its peer.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_ads_bits.
    Ads("ads", 44) {
        /// Index into the port's table of partition keys.
        number(pkey_index, set_pkey_index: u32 = 0x00, 15, 0);
        /// 1 if packets have a global route header; 0 on RoCE.
        number(grh, set_grh: u32 = 0x04, 23, 23);
        /// The lowest bits of the own LID.
        number(mlid, set_mlid: u32 = 0x04, 22, 16);
        /// LID of the peer.
        number(rlid, set_rlid: u32 = 0x04, 15, 0);
        /// Time until a packet is sent again, as in ibv_qp_attr.
        number(ack_timeout, set_ack_timeout: u32 = 0x08, 31, 27);
        /// Index into the port's table of GIDs.
        number(src_addr_index, set_src_addr_index: u32 = 0x08, 23, 16);
        /// Hop limit of the global route header.
        number(hop_limit, set_hop_limit: u32 = 0x08, 7, 0);
        /// Traffic class of the global route header.
        number(tclass, set_tclass: u32 = 0x0c, 27, 20);
        /// Flow label of the global route header.
        number(flow_label, set_flow_label: u32 = 0x0c, 19, 0);
        /// GID of the peer, or its IP address.
        bytes(rgid_rip, set_rgid_rip: 16 = 0x10);
        /// DSCP of the IP header, on RoCE.
        number(dscp, set_dscp: u32 = 0x20, 21, 16);
        /// UDP source port, on RoCE v2.
        number(udp_sport, set_udp_sport: u32 = 0x20, 15, 0);
        /// Ethernet priority, on RoCE.
        number(eth_prio, set_eth_prio: u32 = 0x24, 30, 28);
        /// Service level, on InfiniBand.
        number(sl, set_sl: u32 = 0x24, 27, 24);
        /// The port.
        number(vhca_port_num, set_vhca_port_num: u32 = 0x24, 23, 16);
        /// The first two bytes of the peer's MAC address, on RoCE.
        number(rmac_47_32, set_rmac_47_32: u32 = 0x24, 15, 0);
        /// The last four bytes of the peer's MAC address, on RoCE.
        number(rmac_31_0, set_rmac_31_0: u32 = 0x28, 31, 0);
    }
    /// The capabilities of atomic operations, group 3.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_atomic_caps_bits.
    AtomicCaps("atomic_caps", 256) {
        /// 1 if results of 8 bytes are in the host's byte order.
        number(atomic_req_8b_endianness_mode, set_atomic_req_8b_endianness_mode: u32 = 0x08, 31, 30);
        /// 1 if results of 8 bytes can be in the host's byte order.
        number(supported_atomic_req_8b_endianness_mode_1, set_supported_atomic_req_8b_endianness_mode_1: u32 = 0x08, 25, 25);
        /// Operations, a bit each; compare-and-swap, fetch-and-add, and both masked.
        number(atomic_operations, set_atomic_operations: u32 = 0x10, 15, 0);
        /// Sizes of operands, a bit for each power of two in bytes.
        number(atomic_size_qp, set_atomic_size_qp: u32 = 0x14, 15, 0);
        /// Sizes of operands on DC, likewise.
        number(atomic_size_dc, set_atomic_size_dc: u32 = 0x18, 15, 0);
    }
    /// An address vector that is mapped to a queue pair.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_av_qp_mapping_bits.
    AvQpMapping("av_qp_mapping", 64) {
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x0c, 31, 0);
    }
    /// The general capabilities, group 0.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_cmd_hca_cap_bits; rdma-core
    /// providers/mlx5/mlx5_ifc.h and DPDK drivers/common/mlx5/mlx5_prm.h have the rest.
    CmdHcaCap("cmd_hca_cap", 256) {
        /// 1 if there is cmd_hca_cap_2.
        number(hca_cap_2, set_hca_cap_2: u32 = 0x04, 31, 31);
        /// Longest copy of memory, as the exponent of a power of two. Uncertain: DPDK calls it
        /// log_dma_mmo_size.
        number(log_dma_mmo_max_size, set_log_dma_mmo_max_size: u32 = 0x0c, 20, 16);
        /// Most WQEs of a queue pair, as the exponent of a power of two.
        number(log_max_qp_sz, set_log_max_qp_sz: u32 = 0x10, 23, 16);
        /// Most queue pairs, as the exponent of a power of two.
        number(log_max_qp, set_log_max_qp: u32 = 0x10, 4, 0);
        /// Most SRQs, as the exponent of a power of two.
        number(log_max_srq, set_log_max_srq: u32 = 0x14, 20, 16);
        /// Most CQEs of a CQ, as the exponent of a power of two.
        number(log_max_cq_sz, set_log_max_cq_sz: u32 = 0x18, 23, 16);
        /// Most CQs, as the exponent of a power of two.
        number(log_max_cq, set_log_max_cq: u32 = 0x18, 4, 0);
        /// 1 if memory keys may be written in relaxed order.
        number(relaxed_ordering_write, set_relaxed_ordering_write: u32 = 0x1c, 23, 23);
        /// 1 if memory keys may be read in relaxed order.
        number(relaxed_ordering_read, set_relaxed_ordering_read: u32 = 0x1c, 22, 22);
        /// Most memory keys, as the exponent of a power of two.
        number(log_max_mkey, set_log_max_mkey: u32 = 0x1c, 21, 16);
        /// 1 if memory keys may repeat their list.
        number(repeated_mkey, set_repeated_mkey: u32 = 0x1c, 8, 8);
        /// Most memory keys on top of each other.
        number(max_indirection, set_max_indirection: u32 = 0x20, 31, 24);
        /// 1 if there are lists of keys of the same size.
        number(fixed_buffer_size, set_fixed_buffer_size: u32 = 0x20, 23, 23);
        /// Longest memory of a key, as the exponent of a power of two.
        number(log_max_mrw_sz, set_log_max_mrw_sz: u32 = 0x20, 22, 16);
        /// Most signatures of a key, as the exponent of a power of two.
        number(log_max_bsf_list_size, set_log_max_bsf_list_size: u32 = 0x20, 13, 8);
        /// Most entries of a list of keys, as the exponent of a power of two.
        number(log_max_klm_list_size, set_log_max_klm_list_size: u32 = 0x20, 5, 0);
        /// 1 if there is qpc_ext.
        number(qpc_extension, set_qpc_extension: u32 = 0x24, 29, 29);
        /// Most READs and atomics under way from a DCI, as the exponent of a power of two.
        number(log_max_ra_req_dc, set_log_max_ra_req_dc: u32 = 0x24, 21, 16);
        /// Most READs and atomics under way at a DCT from one DCI, as the exponent of a power of two.
        number(log_max_ra_res_dc, set_log_max_ra_res_dc: u32 = 0x24, 5, 0);
        /// 1 if signatures have that CRC of 64 bits.
        number(sig_crc64_xp10, set_sig_crc64_xp10: u32 = 0x28, 24, 24);
        /// 1 if signatures have CRC32C.
        number(sig_crc32c, set_sig_crc32c: u32 = 0x28, 23, 23);
        /// Most READs and atomics under way as requester, as the exponent of a power of two.
        number(log_max_ra_req_qp, set_log_max_ra_req_qp: u32 = 0x28, 21, 16);
        /// 1 if RTS2RTS_QP changes the UDP source port. Uncertain: DPDK calls it rts2rts_udp_sport.
        number(rts2rts_qp_udp_sport, set_rts2rts_qp_udp_sport: u32 = 0x28, 14, 14);
        /// 1 if RTS2RTS_QP changes the port of a bond.
        number(rts2rts_lag_tx_port_affinity, set_rts2rts_lag_tx_port_affinity: u32 = 0x28, 13, 13);
        /// Most READs and atomics under way as responder, as the exponent of a power of two.
        number(log_max_ra_res_qp, set_log_max_ra_res_qp: u32 = 0x28, 5, 0);
        /// Entries of a port's table of GIDs, as a code.
        number(gid_table_size, set_gid_table_size: u32 = 0x2c, 15, 0);
        /// Entries of a port's table of partition keys, as a code.
        number(pkey_table_size, set_pkey_table_size: u32 = 0x30, 15, 0);
        /// 1 if the driver has flow tables of its own.
        number(nic_flow_table, set_nic_flow_table: u32 = 0x34, 25, 25);
        /// 0 if ports are InfiniBand, 1 if they are Ethernet.
        number(port_type, set_port_type: u32 = 0x34, 9, 8);
        /// Number of ports.
        number(num_ports, set_num_ports: u32 = 0x34, 7, 0);
        /// Longest message, as the exponent of a power of two.
        number(log_max_msg, set_log_max_msg: u32 = 0x38, 28, 24);
        /// 1 if signatures are of blocks of 4048 bytes.
        number(sig_block_4048, set_sig_block_4048: u32 = 0x3c, 15, 15);
        /// 1 if CQEs carry a user_index.
        number(cqe_version, set_cqe_version: u32 = 0x3c, 3, 0);
        /// 1 if address vectors of 16 bytes are taken.
        number(compact_address_vector, set_compact_address_vector: u32 = 0x40, 31, 31);
        /// Fence that a change of a key needs.
        number(umr_fence, set_umr_fence: u32 = 0x40, 21, 20);
        /// 1 if sending can stop at an error of a signature.
        number(drain_sigerr, set_drain_sigerr: u32 = 0x40, 16, 16);
        /// 1 if errors of signatures are CQEs.
        number(sigerr_cqe, set_sigerr_cqe: u32 = 0x40, 13, 13);
        /// 1 if CQEs take short payloads.
        number(sctr_data_cqe, set_sctr_data_cqe: u32 = 0x40, 10, 10);
        /// 1 if there are signatures of blocks.
        number(sho, set_sho: u32 = 0x40, 8, 8);
        /// 1 if there are DCIs and DCTs.
        number(dct, set_dct: u32 = 0x40, 5, 5);
        /// 1 if there is qos_cap.
        number(qos, set_qos: u32 = 0x40, 4, 4);
        /// 1 if there are atomics.
        number(atomic, set_atomic: u32 = 0x40, 1, 1);
        /// 1 if a CQ can ignore overruns.
        number(cq_oi, set_cq_oi: u32 = 0x44, 31, 31);
        /// 1 if a CQ can move to another ring.
        number(cq_resize, set_cq_resize: u32 = 0x44, 30, 30);
        /// 1 if a CQ can delay events.
        number(cq_moderation, set_cq_moderation: u32 = 0x44, 29, 29);
        /// 1 if there is on-demand paging.
        number(pg, set_pg: u32 = 0x44, 24, 24);
        /// 1 if queues can wait for each other.
        number(cd, set_cd: u32 = 0x44, 19, 19);
        /// 1 if there are UC queue pairs.
        number(uc, set_uc: u32 = 0x44, 1, 1);
        /// 1 if there are RC queue pairs.
        number(rc, set_rc: u32 = 0x44, 0, 0);
        /// 1 if pages of registers have 4 KiB.
        number(uar_4k, set_uar_4k: u32 = 0x48, 31, 31);
        /// 1 if registers take WQEs (BlueFlame).
        number(bf, set_bf: u32 = 0x4c, 31, 31);
        /// Size of such a register, as the exponent of a power of two.
        number(log_bf_reg_size, set_log_bf_reg_size: u32 = 0x4c, 20, 16);
        /// Not 0 if there are DCTs on a bond.
        number(lag_dct, set_lag_dct: u32 = 0x4c, 9, 8);
        /// 1 if queue pairs choose a port of a bond.
        number(lag_tx_port_affinity, set_lag_tx_port_affinity: u32 = 0x4c, 7, 7);
        /// 1 if the device is the first of a bond.
        number(lag_master, set_lag_master: u32 = 0x4c, 4, 4);
        /// Number of ports of a bond.
        number(num_lag_ports, set_num_lag_ports: u32 = 0x4c, 3, 0);
        /// Longest send WQE in bytes.
        number(max_wqe_sz_sq, set_max_wqe_sz_sq: u32 = 0x50, 15, 0);
        /// Longest receive WQE in bytes.
        number(max_wqe_sz_rq, set_max_wqe_sz_rq: u32 = 0x54, 15, 0);
        /// Most transport domains, as the exponent of a power of two.
        number(log_max_transport_domain, set_log_max_transport_domain: u32 = 0x64, 28, 24);
        /// 1 if programs may change TISs by DevX.
        number(modify_tis, set_modify_tis: u32 = 0x6c, 31, 31);
        /// Most TISs, as the exponent of a power of two.
        number(log_max_tis, set_log_max_tis: u32 = 0x6c, 4, 0);
        /// Most RMPs, as the exponent of a power of two.
        number(log_max_rmp, set_log_max_rmp: u32 = 0x70, 28, 24);
        /// 1 if AES-XTS takes little-endian tweaks for single blocks.
        number(aes_xts_single_block_le_tweak, set_aes_xts_single_block_le_tweak: u32 = 0x7c, 14, 14);
        /// 1 if AES-XTS takes big-endian tweaks for several blocks.
        number(aes_xts_multi_block_be_tweak, set_aes_xts_multi_block_be_tweak: u32 = 0x7c, 13, 13);
        /// Types of general objects, a bit each.
        number(general_obj_types, set_general_obj_types: u64 = 0x80, 63, 0);
        /// 1 if memory can be encrypted by AES-XTS.
        number(aes_xts, set_aes_xts: u32 = 0x8c, 23, 23);
        /// 1 if memory can be encrypted.
        number(crypto, set_crypto: u32 = 0x8c, 22, 22);
        /// 1 if a sigerr_cqe has the domain and the type of the signature.
        number(sigerr_domain_and_sig_type, set_sigerr_domain_and_sig_type: u32 = 0x90, 31, 31);
        /// 1 if there is the enhanced layout of compressed CQEs. Uncertain: Linux has it here, DPDK and UCX
        /// at 0x5bb.
        number(enhanced_cqe_compression, set_enhanced_cqe_compression: u32 = 0xb4, 15, 15);
        /// 1 if mini CQEs of receives may have header types.
        number(mini_cqe_resp_l3_l4_tag, set_mini_cqe_resp_l3_l4_tag: u32 = 0xb4, 6, 6);
        /// 1 if mini CQEs of receives may have flow tags.
        number(mini_cqe_resp_flow_tag, set_mini_cqe_resp_flow_tag: u32 = 0xb4, 5, 5);
        /// 1 if there is the enhanced layout of compressed CQEs. Uncertain: DPDK and UCX have it here, Linux
        /// at 0x5b0.
        number(enhanced_cqe_compression_5bb, set_enhanced_cqe_compression_5bb: u32 = 0xb4, 4, 4);
        /// 1 if mini CQEs of receives may have a checksum and an index.
        number(mini_cqe_resp_stride_index, set_mini_cqe_resp_stride_index: u32 = 0xb4, 3, 3);
        /// 1 if CQEs of 128 bytes can be compressed. Uncertain: Linux and DPDK call it cqe_compression_128.
        number(cqe_compression_128b, set_cqe_compression_128b: u32 = 0xb4, 1, 1);
        /// 1 if CQEs can be compressed.
        number(cqe_compression, set_cqe_compression: u32 = 0xb4, 0, 0);
        /// Most CQEs that are compressed together.
        number(cqe_compression_max_num, set_cqe_compression_max_num: u32 = 0xb8, 15, 0);
        /// 1 if there is tag matching.
        number(tag_matching, set_tag_matching: u32 = 0xbc, 15, 15);
        /// Most tags of an XRQ, as the exponent of a power of two.
        number(log_tag_matching_list_sz, set_log_tag_matching_list_sz: u32 = 0xbc, 12, 8);
        /// Most XRQs, as the exponent of a power of two.
        number(log_max_xrq, set_log_max_xrq: u32 = 0xbc, 4, 0);
        /// 1 if queue pairs can copy memory.
        number(dma_mmo_qp, set_dma_mmo_qp: u32 = 0xe8, 23, 23);
    }
    /// More general capabilities, group 0x20.
    ///
    /// Source: UCX src/uct/ib/mlx5/dv/ib_mlx5_ifc.h, struct uct_ib_mlx5_cmd_hca_cap_2_bits.
    CmdHcaCap2("cmd_hca_cap_2", 256) {
        /// Fewest queue pair numbers that are reserved at once, as the exponent of a power of two.
        number(log_reserved_qpn_granularity, set_log_reserved_qpn_granularity: u32 = 0x10, 12, 8);
    }
    /// The context of a completion queue.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_cqc_bits; DPDK
    /// drivers/common/mlx5/mlx5_prm.h has the extensions.
    Cqc("cqc", 64) {
        /// 1 if dbr_umem_id is used.
        number(dbr_umem_valid, set_dbr_umem_valid: u32 = 0x00, 25, 25);
        /// Size of a CQE, 0 for 64 bytes and 1 for 128.
        number(cqe_sz, set_cqe_sz: u32 = 0x00, 23, 21);
        /// 1 if an overrun is ignored.
        number(oi, set_oi: u32 = 0x00, 17, 17);
        /// 1 if CQEs are compressed.
        number(cqe_comp_en, set_cqe_comp_en: u32 = 0x00, 14, 14);
        /// Lower bits of the format of mini CQEs of receives.
        number(mini_cqe_res_format, set_mini_cqe_res_format: u32 = 0x00, 13, 12);
        /// Layout of compressed CQEs, 0 for basic and 1 for enhanced. Uncertain: DPDK takes 7 bits and calls
        /// them cqe_comp_layout.
        number(cqe_compression_layout, set_cqe_compression_layout: u32 = 0x00, 1, 0);
        /// User memory of the doorbell record.
        number(dbr_umem_id, set_dbr_umem_id: u32 = 0x04, 31, 0);
        /// Upper bits of the format of mini CQEs of receives.
        number(mini_cqe_res_format_ext, set_mini_cqe_res_format_ext: u32 = 0x08, 3, 2);
        /// Number of CQEs, as the exponent of a power of two.
        number(log_cq_size, set_log_cq_size: u32 = 0x0c, 28, 24);
        /// Page of doorbell registers.
        number(uar_page, set_uar_page: u32 = 0x0c, 23, 0);
        /// Microseconds after which an event is raised.
        number(cq_period, set_cq_period: u32 = 0x10, 27, 16);
        /// Number of CQEs after which an event is raised.
        number(cq_max_count, set_cq_max_count: u32 = 0x10, 15, 0);
        /// Event queue. Uncertain: Linux takes the whole word, DPDK its lowest 8 bits.
        number(c_eqn_or_apu_element, set_c_eqn_or_apu_element: u32 = 0x14, 31, 0);
        /// Address of the doorbell record, or its offset in dbr_umem_id.
        number(dbr_addr, set_dbr_addr: u64 = 0x38, 63, 0);
    }
    /// The command that maps an address vector to a queue pair.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_av_qp_mapping_in_bits.
    CreateAvQpMappingIn("create_av_qp_mapping_in", 80) {
        /// Beginning of the command.
        part(hdr, hdr_mut: GeneralObjInCmdHdr = 0x00);
        /// The mapping.
        part(mapping, mapping_mut: AvQpMapping = 0x10);
    }
    /// The command that opens a login session.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_crypto_login_obj_in_bits.
    CreateCryptoLoginObjIn("create_crypto_login_obj_in", 272) {
        /// Beginning of the command.
        part(hdr, hdr_mut: GeneralObjInCmdHdr = 0x00);
        /// The session.
        part(login_obj, login_obj_mut: CryptoLoginObj = 0x10);
    }
    /// The command that makes a data encryption key.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_encryption_key_obj_in_bits.
    CreateEncryptionKeyObjIn("create_encryption_key_obj_in", 272) {
        /// Beginning of the command.
        part(hdr, hdr_mut: GeneralObjInCmdHdr = 0x00);
        /// The key.
        part(key_obj, key_obj_mut: EncryptionKeyObj = 0x10);
    }
    /// The command that makes or changes a scheduling element.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_sched_elem_in_bits.
    CreateSchedElemIn("create_sched_elem_in", 144) {
        /// Beginning of the command.
        part(hdr, hdr_mut: GeneralObjInCmdHdr = 0x00);
        /// The element.
        part(sched_elem, sched_elem_mut: SchedElem = 0x10);
    }
    /// The capabilities of encryption, group 0x1a.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_crypto_caps_bits.
    CryptoCaps("crypto_caps", 256) {
        /// 1 if keys have to be wrapped.
        number(wrapped_crypto_operational, set_wrapped_crypto_operational: u32 = 0x00, 31, 31);
        /// Kinds of keys that have to be wrapped, a bit each; 4 for AES-XTS.
        number(wrapped_import_method, set_wrapped_import_method: u32 = 0x00, 7, 0);
        /// Most encryption keys, as the exponent of a power of two.
        number(log_max_num_deks, set_log_max_num_deks: u32 = 0x04, 20, 16);
        /// Most keys that wrap others, as the exponent of a power of two.
        number(log_max_num_import_keks, set_log_max_num_import_keks: u32 = 0x04, 12, 8);
        /// Most credentials, as the exponent of a power of two.
        number(log_max_num_creds, set_log_max_num_creds: u32 = 0x04, 4, 0);
        /// Number of such keys that the device keeps.
        number(num_nv_import_keks, set_num_nv_import_keks: u32 = 0x08, 15, 8);
        /// Number of credentials that the device keeps.
        number(num_nv_credentials, set_num_nv_credentials: u32 = 0x08, 7, 0);
    }
    /// A login session, in which wrapped keys are taken.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_crypto_login_obj_bits.
    CryptoLoginObj("crypto_login_obj", 256) {
        /// The wrapped credential.
        bytes(credential, set_credential: 48 = 0x40);
    }
    /// The context of a DCT, the end of DC that receives.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_dctc_bits.
    Dctc("dctc", 64) {
        /// State, 0 for active, 1 for draining and 2 for drained.
        number(state, set_state: u32 = 0x00, 27, 24);
        /// Number that CQEs carry in place of the DCT's.
        number(user_index, set_user_index: u32 = 0x04, 23, 0);
        /// CQ of all received messages.
        number(cqn, set_cqn: u32 = 0x08, 23, 0);
        /// Widest atomics that a peer may request.
        number(atomic_mode, set_atomic_mode: u32 = 0x0c, 23, 20);
        /// 1 if peers may READ.
        number(rre, set_rre: u32 = 0x0c, 19, 19);
        /// 1 if peers may WRITE.
        number(rwe, set_rwe: u32 = 0x0c, 18, 18);
        /// 1 if peers may use atomics.
        number(rae, set_rae: u32 = 0x0c, 17, 17);
        /// Payload that the CQE of a receive takes, 2 for 64 bytes and 0 for none.
        number(cs_res, set_cs_res: u32 = 0x10, 23, 16);
        /// Time that a peer waits when this side is not ready, as in ibv_qp_attr.
        number(min_rnr_nak, set_min_rnr_nak: u32 = 0x10, 12, 8);
        /// Number of the shared receive queue.
        number(srqn_xrqn, set_srqn_xrqn: u32 = 0x14, 23, 0);
        /// Protection domain.
        number(pd, set_pd: u32 = 0x18, 23, 0);
        /// Traffic class of the global route header of answers.
        number(tclass, set_tclass: u32 = 0x1c, 31, 24);
        /// Flow label of the global route header of answers.
        number(flow_label, set_flow_label: u32 = 0x1c, 19, 0);
        /// Key that requests must carry.
        number(dc_access_key, set_dc_access_key: u64 = 0x20, 63, 0);
        /// Path MTU, as in ibv_mtu.
        number(mtu, set_mtu: u32 = 0x28, 26, 24);
        /// The port.
        number(port, set_port: u32 = 0x28, 23, 16);
        /// Index into the port's table of partition keys.
        number(pkey_index, set_pkey_index: u32 = 0x28, 15, 0);
        /// Index into the port's table of GIDs.
        number(my_addr_index, set_my_addr_index: u32 = 0x2c, 23, 16);
        /// Hop limit of the global route header of answers.
        number(hop_limit, set_hop_limit: u32 = 0x2c, 7, 0);
    }
    /// The capabilities of the device's own memory, group 15.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_device_mem_cap_bits.
    DeviceMemCap("device_mem_cap", 256) {
        /// 1 if programs may allocate memory of the device.
        number(memic, set_memic: u32 = 0x00, 31, 31);
    }
    /// A data encryption key (DEK).
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_encryption_key_obj_bits.
    EncryptionKeyObj("encryption_key_obj", 256) {
        /// Size of the key, 0 for 128 bits, 1 for 256.
        number(key_size, set_key_size: u32 = 0x08, 11, 8);
        /// 1 if the key ends with a tag.
        number(has_keytag, set_has_keytag: u32 = 0x08, 7, 7);
        /// Use of the key, 3 for AES-XTS. Uncertain: Linux calls it key_type.
        number(key_purpose, set_key_purpose: u32 = 0x08, 3, 0);
        /// Protection domain.
        number(pd, set_pd: u32 = 0x0c, 23, 0);
        /// Number that the program chooses.
        number(opaque, set_opaque: u64 = 0x30, 63, 0);
        /// The two keys of AES-XTS, and their tag or what wraps them. Uncertain: Linux has 256 bits.
        bytes(key, set_key: 128 = 0x40);
    }
    /// The capabilities of the driver's own flow tables, group 7.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_flow_table_nic_cap_bits.
    FlowTableNicCap("flow_table_nic_cap", 4096) {
        /// 1 if an outer header may be any bytes.
        number(encap_general_header, set_encap_general_header: u32 = 0x04, 31, 31);
        /// Most outer headers, as the exponent of a power of two.
        number(log_max_packet_reformat_context, set_log_max_packet_reformat_context: u32 = 0x04, 20, 16);
        /// Longest outer header in bytes.
        number(max_encap_header_size, set_max_encap_header_size: u32 = 0x04, 9, 0);
        /// Tables for frames that arrive.
        part(flow_table_properties_nic_receive, flow_table_properties_nic_receive_mut: FlowTablePropLayout = 0x40);
        /// Tables for frames that leave.
        part(flow_table_properties_nic_transmit, flow_table_properties_nic_transmit_mut: FlowTablePropLayout = 0x100);
    }
    /// The capabilities of one kind of flow table.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_flow_table_prop_layout_bits.
    FlowTablePropLayout("flow_table_prop_layout", 64) {
        /// 1 if there are such tables.
        number(ft_support, set_ft_support: u32 = 0x00, 31, 31);
        /// 1 if flows write their tag into CQEs.
        number(flow_tag, set_flow_tag: u32 = 0x00, 30, 30);
        /// 1 if flows count.
        number(flow_counter, set_flow_counter: u32 = 0x00, 29, 29);
        /// 1 if flows put an outer header in front of a frame.
        number(reformat, set_reformat: u32 = 0x00, 24, 24);
        /// 1 if flows remove an outer header.
        number(decap, set_decap: u32 = 0x00, 23, 23);
    }
    /// The fields of a frame that a flow has, or a mask of them.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_fte_match_param_bits.
    FteMatchParam("fte_match_param", 512) {
        /// The outer headers.
        part(outer_headers, outer_headers_mut: FteMatchSetLyr2_4 = 0x00);
    }
    /// The headers of Ethernet, IP, TCP and UDP that a flow has, or a mask of them.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_fte_match_set_lyr_2_4_bits.
    FteMatchSetLyr2_4("fte_match_set_lyr_2_4", 64) {
        /// Highest 32 bits of the source MAC.
        number(smac_47_16, set_smac_47_16: u32 = 0x00, 31, 0);
        /// Lowest 16 bits of the source MAC.
        number(smac_15_0, set_smac_15_0: u32 = 0x04, 31, 16);
        /// EtherType.
        number(ethertype, set_ethertype: u32 = 0x04, 15, 0);
        /// Highest 32 bits of the destination MAC.
        number(dmac_47_16, set_dmac_47_16: u32 = 0x08, 31, 0);
        /// Lowest 16 bits of the destination MAC.
        number(dmac_15_0, set_dmac_15_0: u32 = 0x0c, 31, 16);
        /// Protocol above IP.
        number(ip_protocol, set_ip_protocol: u32 = 0x10, 31, 24);
        /// DSCP.
        number(ip_dscp, set_ip_dscp: u32 = 0x10, 23, 18);
        /// ECN.
        number(ip_ecn, set_ip_ecn: u32 = 0x10, 17, 16);
        /// Version of IP.
        number(ip_version, set_ip_version: u32 = 0x10, 12, 9);
        /// Source port of TCP.
        number(tcp_sport, set_tcp_sport: u32 = 0x14, 31, 16);
        /// Destination port of TCP.
        number(tcp_dport, set_tcp_dport: u32 = 0x14, 15, 0);
        /// TTL of IPv4, or hop limit of IPv6. Uncertain: DPDK calls it ip_ttl_hoplimit.
        number(ttl_hoplimit, set_ttl_hoplimit: u32 = 0x18, 7, 0);
        /// Source port of UDP.
        number(udp_sport, set_udp_sport: u32 = 0x1c, 31, 16);
        /// Destination port of UDP.
        number(udp_dport, set_udp_dport: u32 = 0x1c, 15, 0);
        /// Source address, whose last 4 bytes are that of IPv4.
        bytes(src_ipv4_src_ipv6, set_src_ipv4_src_ipv6: 16 = 0x20);
        /// Destination address, whose last 4 bytes are that of IPv4.
        bytes(dst_ipv4_dst_ipv6, set_dst_ipv4_dst_ipv6: 16 = 0x30);
    }
    /// The beginning of a command about a general object.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits.
    GeneralObjInCmdHdr("general_obj_in_cmd_hdr", 16) {
        /// The command.
        number(opcode, set_opcode: u32 = 0x00, 31, 16);
        /// Type of the object.
        number(obj_type, set_obj_type: u32 = 0x04, 15, 0);
        /// The object.
        number(obj_id, set_obj_id: u32 = 0x08, 31, 0);
        /// Number of objects, as the exponent of a power of two. Uncertain: DPDK has obj_offset here.
        number(log_obj_range, set_log_obj_range: u32 = 0x0c, 28, 24);
    }
    /// The answer to a command about a general object.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_out_cmd_hdr_bits.
    GeneralObjOutCmdHdr("general_obj_out_cmd_hdr", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The firmware's reason if the command was not executed.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// The object.
        number(obj_id, set_obj_id: u32 = 0x08, 31, 0);
    }
    /// The state of a port on InfiniBand.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_hca_vport_context_bits.
    HcaVportContext("hca_vport_context", 512) {
        /// Physical state, 5 for a link that is up.
        number(port_physical_state, set_port_physical_state: u32 = 0x20, 15, 12);
        /// State of the port, 4 for active.
        number(port_state, set_port_state: u32 = 0x20, 7, 4);
        /// State of the virtual port, likewise.
        number(vport_state, set_vport_state: u32 = 0x20, 3, 0);
        /// GUID of the system.
        number(system_image_guid, set_system_image_guid: u64 = 0x28, 63, 0);
        /// GUID of the port.
        number(port_guid, set_port_guid: u64 = 0x30, 63, 0);
        /// GUID of the device.
        number(node_guid, set_node_guid: u64 = 0x38, 63, 0);
        /// LID of the port. Uncertain: UCX has sm_lid here.
        number(lid, set_lid: u32 = 0x60, 31, 16);
    }
    /// The state of a bond of ports.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_lagc_bits.
    Lagc("lagc", 8) {
        /// 0 if the ports are no bond.
        number(lag_state, set_lag_state: u32 = 0x00, 2, 0);
        /// Ports that are up, a bit each.
        number(active_port, set_active_port: u32 = 0x04, 19, 16);
        /// Port that carries the traffic of port 2.
        number(tx_remap_affinity_2, set_tx_remap_affinity_2: u32 = 0x04, 11, 8);
        /// Port that carries the traffic of port 1.
        number(tx_remap_affinity_1, set_tx_remap_affinity_1: u32 = 0x04, 3, 0);
    }
    /// The beginning of every command.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_mbox_in_bits.
    MboxIn("mbox_in", 16) {
        /// The command.
        number(opcode, set_opcode: u32 = 0x00, 31, 16);
        /// Number of the user of DevX, which the kernel fills in.
        number(uid, set_uid: u32 = 0x00, 15, 0);
        /// Modifier of the command.
        number(op_mod, set_op_mod: u32 = 0x04, 15, 0);
    }
    /// The beginning of every answer.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_mbox_out_bits.
    MboxOut("mbox_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The firmware's reason if the command was not executed.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The context of a memory key.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_mkc_bits; rdma-core
    /// providers/mlx5/mlx5_ifc.h has crypto_en.
    Mkc("mkc", 64) {
        /// 1 if WQEs give the key its memory.
        number(free, set_free: u32 = 0x00, 30, 30);
        /// Upper bits of the kind of memory.
        number(access_mode_4_2, set_access_mode_4_2: u32 = 0x00, 28, 26);
        /// 1 if WQEs may change the key.
        number(umr_en, set_umr_en: u32 = 0x00, 15, 15);
        /// 1 if the peer may use atomics.
        number(a, set_a: u32 = 0x00, 14, 14);
        /// 1 if the peer may WRITE.
        number(rw, set_rw: u32 = 0x00, 13, 13);
        /// 1 if the peer may READ.
        number(rr, set_rr: u32 = 0x00, 12, 12);
        /// 1 if the device may write.
        number(lw, set_lw: u32 = 0x00, 11, 11);
        /// 1 if the device may read.
        number(lr, set_lr: u32 = 0x00, 10, 10);
        /// Lower bits of the kind of memory, 1 for pages, 2 for a list of keys, 3 for keys of the same size.
        number(access_mode_1_0, set_access_mode_1_0: u32 = 0x00, 9, 8);
        /// The only queue pair that may use the key; all ones for any.
        number(qpn, set_qpn: u32 = 0x04, 31, 8);
        /// Lowest byte of the key.
        number(mkey_7_0, set_mkey_7_0: u32 = 0x04, 7, 0);
        /// 1 if the memory has 2^64 bytes.
        number(length64, set_length64: u32 = 0x0c, 31, 31);
        /// 1 if the key has signatures.
        number(bsf_en, set_bsf_en: u32 = 0x0c, 30, 30);
        /// 1 if a peer may invalidate the key.
        number(en_rinval, set_en_rinval: u32 = 0x0c, 24, 24);
        /// Protection domain.
        number(pd, set_pd: u32 = 0x0c, 23, 0);
        /// First address.
        number(start_addr, set_start_addr: u64 = 0x10, 63, 0);
        /// Length in bytes.
        number(len, set_len: u64 = 0x18, 63, 0);
        /// Room for signatures, in units of 16 bytes.
        number(bsf_octword_size, set_bsf_octword_size: u32 = 0x20, 31, 0);
        /// Room for translations, in units of 16 bytes.
        number(translations_octword_size, set_translations_octword_size: u32 = 0x34, 31, 0);
        /// Size of a page or of a key's memory, as the exponent of a power of two. Uncertain: Linux and DPDK
        /// call it log_page_size, UCX log_entity_size.
        number(log_entity_size, set_log_entity_size: u32 = 0x38, 4, 0);
        /// 1 if the memory is encrypted.
        number(crypto_en, set_crypto_en: u32 = 0x3c, 28, 27);
    }
    /// The fields of a TIS that a command changes.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_tis_bitmask_bits.
    ModifyTisBitmask("modify_tis_bitmask", 8) {
        /// 1 for lag_tx_port_affinity.
        number(lag_tx_port_affinity, set_lag_tx_port_affinity: u32 = 0x04, 2, 2);
    }
    /// The capabilities of on-demand paging, group 2.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_odp_cap_bits.
    OdpCap("odp_cap", 256) {
        /// Operations of RC.
        part(rc_odp_caps, rc_odp_caps_mut: OdpPerTransportServiceCap = 0x10);
        /// Operations of UD.
        part(ud_odp_caps, ud_odp_caps_mut: OdpPerTransportServiceCap = 0x18);
        /// Operations of XRC.
        part(xrc_odp_caps, xrc_odp_caps_mut: OdpPerTransportServiceCap = 0x1c);
        /// Operations of DC.
        part(dc_odp_caps, dc_odp_caps_mut: OdpPerTransportServiceCap = 0x20);
    }
    /// The operations of a transport for which pages need not be present.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_odp_per_transport_service_cap_bits.
    OdpPerTransportServiceCap("odp_per_transport_service_cap", 4) {
        /// 1 for sends.
        number(send, set_send: u32 = 0x00, 31, 31);
        /// 1 for receives.
        number(receive, set_receive: u32 = 0x00, 30, 30);
        /// 1 for WRITEs.
        number(write, set_write: u32 = 0x00, 29, 29);
        /// 1 for READs.
        number(read, set_read: u32 = 0x00, 28, 28);
        /// 1 for atomics.
        number(atomic, set_atomic: u32 = 0x00, 27, 27);
        /// 1 for receives of an SRQ.
        number(srq_receive, set_srq_receive: u32 = 0x00, 26, 26);
    }
    /// The capabilities of schedulers and of packet pacing, group 12.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qos_cap_bits; rdma-core has
    /// nic_qp_scheduling.
    QosCap("qos_cap", 256) {
        /// 1 if send queues may have a rate.
        number(packet_pacing, set_packet_pacing: u32 = 0x00, 31, 31);
        /// 1 if the scheduler takes send queues of raw packets.
        number(nic_sq_scheduling, set_nic_sq_scheduling: u32 = 0x00, 23, 23);
        /// 1 if its elements have shares of the bandwidth.
        number(nic_bw_share, set_nic_bw_share: u32 = 0x00, 22, 22);
        /// 1 if its elements have limits of the bandwidth.
        number(nic_rate_limit, set_nic_rate_limit: u32 = 0x00, 21, 21);
        /// 1 if programs may make rates by DevX.
        number(packet_pacing_uid, set_packet_pacing_uid: u32 = 0x00, 20, 20);
        /// 1 if the scheduler takes queue pairs.
        number(nic_qp_scheduling, set_nic_qp_scheduling: u32 = 0x04, 30, 30);
        /// Highest rate in kbit/s.
        number(packet_pacing_max_rate, set_packet_pacing_max_rate: u32 = 0x08, 31, 0);
        /// Lowest rate in kbit/s.
        number(packet_pacing_min_rate, set_packet_pacing_min_rate: u32 = 0x0c, 31, 0);
        /// Most rates at once.
        number(packet_pacing_rate_table_size, set_packet_pacing_rate_table_size: u32 = 0x10, 15, 0);
        /// Types of elements, a bit each.
        number(nic_element_type, set_nic_element_type: u32 = 0x20, 31, 16);
        /// Types of nodes, a bit each.
        number(nic_tsar_type, set_nic_tsar_type: u32 = 0x20, 15, 0);
    }
    /// The context of a queue pair.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qpc_bits.
    Qpc("qpc", 232) {
        /// State, whose numbers 4 and 5 are swapped compared with libibverbs.
        number(state, set_state: u32 = 0x00, 31, 28);
        /// Port of a bond that packets leave by, or 0.
        number(lag_tx_port_affinity, set_lag_tx_port_affinity: u32 = 0x00, 27, 24);
        /// Service type, 0 for RC, 1 for UC and 5 for DCI.
        number(st, set_st: u32 = 0x00, 23, 16);
        /// State of path migration, 3 for migrated.
        number(pm_state, set_pm_state: u32 = 0x00, 12, 11);
        /// 1 if sending stops at an error of a signature.
        number(drain_sigerr, set_drain_sigerr: u32 = 0x04, 26, 26);
        /// Protection domain.
        number(pd, set_pd: u32 = 0x04, 23, 0);
        /// Path MTU, as in ibv_mtu.
        number(mtu, set_mtu: u32 = 0x08, 31, 29);
        /// Longest message, as the exponent of a power of two.
        number(log_msg_max, set_log_msg_max: u32 = 0x08, 28, 24);
        /// Number of receive WQEs, as the exponent of a power of two.
        number(log_rq_size, set_log_rq_size: u32 = 0x08, 22, 19);
        /// Size of a receive WQE in units of 16 bytes, as the exponent of a power of two.
        number(log_rq_stride, set_log_rq_stride: u32 = 0x08, 18, 16);
        /// 1 if there is no send queue.
        number(no_sq, set_no_sq: u32 = 0x08, 15, 15);
        /// Number of send WQEBBs, as the exponent of a power of two.
        number(log_sq_size, set_log_sq_size: u32 = 0x08, 14, 11);
        /// Page of doorbell registers.
        number(uar_page, set_uar_page: u32 = 0x0c, 23, 0);
        /// Number that CQEs carry in place of the queue pair's.
        number(user_index, set_user_index: u32 = 0x10, 23, 0);
        /// Queue pair of the peer.
        number(remote_qpn, set_remote_qpn: u32 = 0x14, 23, 0);
        /// Path to the peer.
        part(primary_address_path, primary_address_path_mut: Ads = 0x18);
        /// Number of packets after which an acknowledgement is asked for, as the exponent of a power of two.
        number(log_ack_req_freq, set_log_ack_req_freq: u32 = 0x70, 31, 28);
        /// Most READs and atomics under way as requester, as the exponent of a power of two.
        number(log_sra_max, set_log_sra_max: u32 = 0x70, 23, 21);
        /// Number of times a packet is sent again without an answer.
        number(retry_count, set_retry_count: u32 = 0x70, 18, 16);
        /// Number of times a packet is sent again while the peer is not ready.
        number(rnr_retry, set_rnr_retry: u32 = 0x70, 15, 13);
        /// Packet sequence number of the next packet sent.
        number(next_send_psn, set_next_send_psn: u32 = 0x78, 23, 0);
        /// Streams of a DCI, as the exponent of a power of two; 0 for none.
        number(log_num_dci_stream_channels, set_log_num_dci_stream_channels: u32 = 0x7c, 28, 24);
        /// CQ of the send queue.
        number(cqn_snd, set_cqn_snd: u32 = 0x7c, 23, 0);
        /// Streams whose failure is that of the DCI, as the exponent of a power of two.
        number(log_num_dci_errored_streams, set_log_num_dci_errored_streams: u32 = 0x80, 28, 24);
        /// Most READs and atomics under way as responder, as the exponent of a power of two.
        number(log_rra_max, set_log_rra_max: u32 = 0x90, 23, 21);
        /// Widest atomics that the peer may request.
        number(atomic_mode, set_atomic_mode: u32 = 0x90, 19, 16);
        /// 1 if the peer may READ.
        number(rre, set_rre: u32 = 0x90, 15, 15);
        /// 1 if the peer may WRITE.
        number(rwe, set_rwe: u32 = 0x90, 14, 14);
        /// 1 if the peer may use atomics.
        number(rae, set_rae: u32 = 0x90, 13, 13);
        /// 1 if other queues enable the receive queue.
        number(cd_slave_receive, set_cd_slave_receive: u32 = 0x90, 2, 2);
        /// 1 if other queues enable the send queue.
        number(cd_slave_send, set_cd_slave_send: u32 = 0x90, 1, 1);
        /// 1 if its WQEs wait for other queues and enable them.
        number(cd_master, set_cd_master: u32 = 0x90, 0, 0);
        /// Time that a peer waits when this side is not ready, as in ibv_qp_attr.
        number(min_rnr_nak, set_min_rnr_nak: u32 = 0x94, 28, 24);
        /// Packet sequence number of the next packet received.
        number(next_rcv_psn, set_next_rcv_psn: u32 = 0x94, 23, 0);
        /// CQ of the receive queue.
        number(cqn_rcv, set_cqn_rcv: u32 = 0x9c, 23, 0);
        /// Address of the doorbell record, or its offset in dbr_umem_id.
        number(dbr_addr, set_dbr_addr: u64 = 0xa0, 63, 0);
        /// Kind of receive queue, 0 for its own, 1 for an SRQ, 3 for none.
        number(rq_type, set_rq_type: u32 = 0xac, 26, 24);
        /// Number of the shared receive queue.
        number(srqn_rmpn_xrqn, set_srqn_rmpn_xrqn: u32 = 0xac, 23, 0);
        /// WQEBB from which the device goes on.
        number(hw_sq_wqebb_counter, set_hw_sq_wqebb_counter: u32 = 0xb4, 31, 16);
        /// Payload that the CQE of a send takes, a code in each half; 0 for none.
        number(cs_req, set_cs_req: u32 = 0xc4, 15, 8);
        /// Payload that the CQE of a receive takes, as a code; 0 for none.
        number(cs_res, set_cs_res: u32 = 0xc4, 7, 0);
        /// 1 if dbr_umem_id is used.
        number(dbr_umem_valid, set_dbr_umem_valid: u32 = 0xd0, 28, 28);
        /// User memory of the doorbell record.
        number(dbr_umem_id, set_dbr_umem_id: u32 = 0xe4, 31, 0);
    }
    /// The extension of a queue pair's context.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_qpc_ext_bits.
    QpcExt("qpc_ext", 192) {
        /// 1 if the queue pair may copy memory.
        number(mmo, set_mmo: u32 = 0x00, 29, 29);
        /// Stream that is restarted.
        number(dci_stream_channel_id, set_dci_stream_channel_id: u32 = 0x00, 15, 0);
        /// Leaf of the scheduler for requests, or 0.
        number(qos_queue_group_id_requester, set_qos_queue_group_id_requester: u32 = 0x04, 31, 0);
        /// Leaf of the scheduler for responses, or 0.
        number(qos_queue_group_id_responder, set_qos_queue_group_id_responder: u32 = 0x08, 31, 0);
    }
    /// The answer to a query of a data encryption key.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_encryption_key_obj_out_bits.
    QueryEncryptionKeyObjOut("query_encryption_key_obj_out", 272) {
        /// Beginning of the answer.
        part(hdr, hdr_mut: GeneralObjOutCmdHdr = 0x00);
        /// The key, without its bytes.
        part(obj, obj_mut: EncryptionKeyObj = 0x10);
    }
    /// The context of a receive memory pool (RMP).
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_rmpc_bits.
    Rmpc("rmpc", 240) {
        /// 1 if WQEs have no first segment.
        number(basic_cyclic_rcv_wqe, set_basic_cyclic_rcv_wqe: u32 = 0x04, 31, 31);
        /// Ring.
        part(wq, wq_mut: Wq = 0x30);
    }
    /// The context of a scheduling element.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_sched_context_bits.
    SchedContext("sched_context", 64) {
        /// Type of the element, 0 for a node (TSAR), 4 for a leaf (queue group).
        number(element_type, set_element_type: u32 = 0x00, 31, 24);
        /// Attributes of a node.
        part(sched_elem_attr, sched_elem_attr_mut: SchedElemAttrTsar = 0x04);
        /// Element above this one, or 0.
        number(parent_element_id, set_parent_element_id: u32 = 0x08, 31, 0);
        /// Share of the parent's bandwidth.
        number(bw_share, set_bw_share: u32 = 0x14, 31, 0);
        /// Limit of the bandwidth in Mbit/s, or 0 for none.
        number(max_average_bw, set_max_average_bw: u32 = 0x18, 31, 0);
    }
    /// A scheduling element, which is a node or a leaf of the scheduler.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_sched_elem_bits.
    SchedElem("sched_elem", 128) {
        /// Fields of the context that are given, a bit each; 1 for bw_share, 2 for max_average_bw.
        number(modify_field_select, set_modify_field_select: u64 = 0x00, 63, 0);
        /// Scheduler, 3 for that of the NIC.
        number(scheduling_hierarchy, set_scheduling_hierarchy: u32 = 0x08, 31, 24);
        /// Context.
        part(sched_context, sched_context_mut: SchedContext = 0x20);
    }
    /// The attributes of a node of the scheduler (TSAR).
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_sched_elem_attr_tsar_bits.
    SchedElemAttrTsar("sched_elem_attr_tsar", 4) {
        /// The way in which it shares its bandwidth, 0 for weighted round robin.
        number(tsar_type, set_tsar_type: u32 = 0x00, 23, 16);
    }
    /// The context of a send queue of raw packets.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_sqc_bits.
    Sqc("sqc", 240) {
        /// Leaf of the scheduler that the queue is on.
        number(qos_queue_group_id, set_qos_queue_group_id: u32 = 0x20, 15, 0);
    }
    /// The part of an XRQ's context for tags.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_tag_matching_topology_context_bits.
    TagMatchingTopologyContext("tag_matching_topology_context", 16) {
        /// Length of the list of tags, as the exponent of a power of two.
        number(log_matching_list_sz, set_log_matching_list_sz: u32 = 0x00, 31, 28);
        /// Entry of the list that the next append takes.
        number(append_next_index, set_append_next_index: u32 = 0x00, 15, 0);
        /// Unexpected messages that the program has reported.
        number(sw_phase_cnt, set_sw_phase_cnt: u32 = 0x04, 31, 16);
        /// Unexpected messages that the device has counted.
        number(hw_phase_cnt, set_hw_phase_cnt: u32 = 0x04, 15, 0);
    }
    /// The context of a transport interface for sends (TIS).
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_tisc_bits.
    Tisc("tisc", 160) {
        /// Port of a bond that frames leave by, or 0.
        number(lag_tx_port_affinity, set_lag_tx_port_affinity: u32 = 0x00, 27, 24);
        /// Transport domain.
        number(transport_domain, set_transport_domain: u32 = 0x24, 23, 0);
    }
    /// The value of a flow counter.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_traffic_counter_bits.
    TrafficCounter("traffic_counter", 16) {
        /// Number of frames.
        number(packets, set_packets: u64 = 0x00, 63, 0);
        /// Number of their bytes.
        number(octets, set_octets: u64 = 0x08, 63, 0);
    }
    /// The ring of receives of an RMP or an XRQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_wq_bits; UCX
    /// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
    Wq("wq", 192) {
        /// Kind of ring, 0 for a linked list and 1 for a cyclic one.
        number(wq_type, set_wq_type: u32 = 0x00, 31, 28);
        /// 1 if WQEs have signatures.
        number(wq_signature, set_wq_signature: u32 = 0x00, 27, 27);
        /// Number of WQEs below which an event is raised.
        number(lwm, set_lwm: u32 = 0x04, 15, 0);
        /// Protection domain.
        number(pd, set_pd: u32 = 0x08, 23, 0);
        /// Address of the doorbell record, or its offset in dbr_umem_id.
        number(dbr_addr, set_dbr_addr: u64 = 0x10, 63, 0);
        /// Size of a WQE, as the exponent of a power of two.
        number(log_wq_stride, set_log_wq_stride: u32 = 0x20, 19, 16);
        /// Number of WQEs, as the exponent of a power of two.
        number(log_wq_sz, set_log_wq_sz: u32 = 0x20, 4, 0);
        /// User memory of the doorbell record.
        number(dbr_umem_id, set_dbr_umem_id: u32 = 0x28, 31, 0);
        /// User memory of the ring.
        number(wq_umem_id, set_wq_umem_id: u32 = 0x2c, 31, 0);
        /// Offset of the ring in that memory.
        number(wq_umem_offset, set_wq_umem_offset: u64 = 0x30, 63, 0);
    }
    /// The context of an XRQ, a shared receive queue with offloads.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_xrqc_bits; UCX
    /// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has dc.
    Xrqc("xrqc", 320) {
        /// Kind of offload, 1 for tag matching.
        number(topology, set_topology: u32 = 0x00, 11, 8);
        /// More kinds of offload, 1 for rendezvous.
        number(offload, set_offload: u32 = 0x00, 3, 0);
        /// Number that CQEs carry.
        number(user_index, set_user_index: u32 = 0x04, 23, 0);
        /// CQ of all received messages.
        number(cqn, set_cqn: u32 = 0x08, 23, 0);
        /// 1 if DC queue pairs receive from it.
        number(dc, set_dc: u32 = 0x0c, 0, 0);
        /// The list of tags.
        part(tag_matching_topology_context, tag_matching_topology_context_mut: TagMatchingTopologyContext = 0x20);
        /// Ring.
        part(wq, wq_mut: Wq = 0x80);
    }
    /// The command ALLOC_FLOW_COUNTER.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_flow_counter_in_bits and
    /// mlx5_ifc_alloc_flow_counter_out_bits.
    AllocFlowCounterIn("alloc_flow_counter_in", 16, opcode = 0x939) {
        /// Always 0x939.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Numbers of counters that may be made at once, a bit each, or 0 for one.
        number(flow_counter_bulk, set_flow_counter_bulk: u32 = 0x0c, 7, 0);
    }
    /// The answer to ALLOC_FLOW_COUNTER.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_flow_counter_in_bits and
    /// mlx5_ifc_alloc_flow_counter_out_bits.
    AllocFlowCounterOut("alloc_flow_counter_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the counter.
        number(flow_counter_id, set_flow_counter_id: u32 = 0x08, 31, 0);
    }
    /// The command ALLOC_TRANSPORT_DOMAIN.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_transport_domain_out_bits.
    AllocTransportDomainIn("alloc_transport_domain_in", 16, opcode = 0x816) {
        /// Always 0x816.
        fixed(opcode: u32 = 0x00, 31, 16);
    }
    /// The answer to ALLOC_TRANSPORT_DOMAIN.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_alloc_transport_domain_out_bits.
    AllocTransportDomainOut("alloc_transport_domain_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the domain.
        number(transport_domain, set_transport_domain: u32 = 0x08, 23, 0);
    }
    /// The command ARM_XRQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_arm_xrq_in_bits.
    ArmXrqIn("arm_xrq_in", 16, opcode = 0x71a) {
        /// Always 0x71a.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The XRQ.
        number(xrqn, set_xrqn: u32 = 0x08, 23, 0);
        /// Number of WQEs below which an event is raised.
        number(lwm, set_lwm: u32 = 0x0c, 15, 0);
    }
    /// The answer to ARM_XRQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_arm_xrq_in_bits.
    ArmXrqOut("arm_xrq_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command CREATE_CQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_cq_in_bits; DPDK
    /// drivers/common/mlx5/mlx5_prm.h has the user memory.
    CreateCqIn("create_cq_in", 272, opcode = 0x400) {
        /// Always 0x400.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Context.
        part(cq_context, cq_context_mut: Cqc = 0x10);
        /// Offset of the ring in the user memory.
        number(cq_umem_offset, set_cq_umem_offset: u64 = 0x50, 63, 0);
        /// User memory of the ring.
        number(cq_umem_id, set_cq_umem_id: u32 = 0x58, 31, 0);
        /// 1 if cq_umem_id is used.
        number(cq_umem_valid, set_cq_umem_valid: u32 = 0x5c, 31, 31);
    }
    /// The answer to CREATE_CQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_cq_in_bits; DPDK
    /// drivers/common/mlx5/mlx5_prm.h has the user memory.
    CreateCqOut("create_cq_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the completion queue.
        number(cqn, set_cqn: u32 = 0x08, 23, 0);
    }
    /// The command CREATE_DCT.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_dct_in_bits.
    CreateDctIn("create_dct_in", 128, opcode = 0x710) {
        /// Always 0x710.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Context.
        part(dct_context_entry, dct_context_entry_mut: Dctc = 0x10);
    }
    /// The answer to CREATE_DCT.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_dct_in_bits.
    CreateDctOut("create_dct_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the DCT.
        number(dctn, set_dctn: u32 = 0x08, 23, 0);
    }
    /// The command CREATE_GENERAL_OBJECT.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, which begins
    /// the command.
    CreateGeneralObjectIn("create_general_object_in", 16, opcode = 0xa00) {
        /// Always 0xa00.
        fixed(opcode: u32 = 0x00, 31, 16);
    }
    /// The answer to CREATE_GENERAL_OBJECT.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, which begins
    /// the command.
    CreateGeneralObjectOut("create_general_object_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command CREATE_MKEY.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_mkey_in_bits; UCX
    /// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
    CreateMkeyIn("create_mkey_in", 272, opcode = 0x200) {
        /// Always 0x200.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// 1 if mkey_umem_id is used.
        number(mkey_umem_valid, set_mkey_umem_valid: u32 = 0x0c, 30, 30);
        /// Context.
        part(memory_key_mkey_entry, memory_key_mkey_entry_mut: Mkc = 0x10);
        /// Length of klm_pas_mtt, in units of 16 bytes.
        number(translations_octword_actual_size, set_translations_octword_actual_size: u32 = 0x60, 31, 0);
        /// User memory of the key.
        number(mkey_umem_id, set_mkey_umem_id: u32 = 0x64, 31, 0);
        /// Offset in that memory.
        number(mkey_umem_offset, set_mkey_umem_offset: u64 = 0x68, 63, 0);
        /// List of keys or of pages.
        rest(klm_pas_mtt, klm_pas_mtt_mut = 0x110);
    }
    /// The answer to CREATE_MKEY.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_mkey_in_bits; UCX
    /// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
    CreateMkeyOut("create_mkey_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// The key without its lowest byte.
        number(mkey_index, set_mkey_index: u32 = 0x08, 23, 0);
    }
    /// The command CREATE_PSV.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_psv_in_bits and
    /// mlx5_ifc_create_psv_out_bits.
    CreatePsvIn("create_psv_in", 16, opcode = 0x600) {
        /// Always 0x600.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Number of values.
        number(num_psv, set_num_psv: u32 = 0x08, 31, 28);
        /// Protection domain.
        number(pd, set_pd: u32 = 0x08, 23, 0);
    }
    /// The answer to CREATE_PSV.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_psv_in_bits and
    /// mlx5_ifc_create_psv_out_bits.
    CreatePsvOut("create_psv_out", 32) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the first value.
        number(psv0_index, set_psv0_index: u32 = 0x10, 23, 0);
        /// Number of the second value, if asked for.
        number(psv1_index, set_psv1_index: u32 = 0x14, 23, 0);
        /// Number of the third value, if asked for.
        number(psv2_index, set_psv2_index: u32 = 0x18, 23, 0);
        /// Number of the fourth value, if asked for.
        number(psv3_index, set_psv3_index: u32 = 0x1c, 23, 0);
    }
    /// The command CREATE_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_qp_in_bits; UCX
    /// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
    CreateQpIn("create_qp_in", 272, opcode = 0x500) {
        /// Always 0x500.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Context.
        part(qpc, qpc_mut: Qpc = 0x18);
        /// Offset of the rings in the user memory.
        number(wq_umem_offset, set_wq_umem_offset: u64 = 0x100, 63, 0);
        /// User memory of the rings.
        number(wq_umem_id, set_wq_umem_id: u32 = 0x108, 31, 0);
        /// 1 if wq_umem_id is used.
        number(wq_umem_valid, set_wq_umem_valid: u32 = 0x10c, 31, 31);
    }
    /// The answer to CREATE_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_qp_in_bits; UCX
    /// src/uct/ib/mlx5/dv/ib_mlx5_ifc.h has the user memory.
    CreateQpOut("create_qp_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
    }
    /// The command CREATE_RMP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_rmp_in_bits.
    CreateRmpIn("create_rmp_in", 272, opcode = 0x90c) {
        /// Always 0x90c.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Context. Uncertain: UCX calls it rmp_context.
        part(ctx, ctx_mut: Rmpc = 0x20);
    }
    /// The answer to CREATE_RMP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_rmp_in_bits.
    CreateRmpOut("create_rmp_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the pool.
        number(rmpn, set_rmpn: u32 = 0x08, 23, 0);
    }
    /// The command CREATE_TIS.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_tis_in_bits.
    CreateTisIn("create_tis_in", 192, opcode = 0x912) {
        /// Always 0x912.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Context.
        part(ctx, ctx_mut: Tisc = 0x20);
    }
    /// The answer to CREATE_TIS.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_tis_in_bits.
    CreateTisOut("create_tis_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the TIS.
        number(tisn, set_tisn: u32 = 0x08, 23, 0);
    }
    /// The command CREATE_XRQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_xrq_in_bits.
    CreateXrqIn("create_xrq_in", 336, opcode = 0x717) {
        /// Always 0x717.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// Context.
        part(xrq_context, xrq_context_mut: Xrqc = 0x10);
    }
    /// The answer to CREATE_XRQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_xrq_in_bits.
    CreateXrqOut("create_xrq_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Number of the XRQ.
        number(xrqn, set_xrqn: u32 = 0x08, 23, 0);
    }
    /// The command INIT2INIT_QP.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_init2init_qp_in_bits.
    Init2initQpIn("init2init_qp_in", 464, opcode = 0x50e) {
        /// Always 0x50e.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// 1 if qpc_data_ext is used.
        number(qpc_ext, set_qpc_ext: u32 = 0x08, 31, 31);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
        /// Optional fields of the context that are given.
        number(opt_param_mask, set_opt_param_mask: u32 = 0x10, 31, 0);
        /// Context.
        part(qpc, qpc_mut: Qpc = 0x18);
        /// More such fields.
        number(opt_param_mask_95_32, set_opt_param_mask_95_32: u64 = 0x108, 63, 0);
        /// Extension of the context.
        part(qpc_data_ext, qpc_data_ext_mut: QpcExt = 0x110);
    }
    /// The answer to INIT2INIT_QP.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_init2init_qp_in_bits.
    Init2initQpOut("init2init_qp_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command INIT2RTR_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_init2rtr_qp_in_bits.
    Init2rtrQpIn("init2rtr_qp_in", 272, opcode = 0x503) {
        /// Always 0x503.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
        /// Optional fields of the context that are given.
        number(opt_param_mask, set_opt_param_mask: u32 = 0x10, 31, 0);
        /// Context.
        part(qpc, qpc_mut: Qpc = 0x18);
    }
    /// The answer to INIT2RTR_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_init2rtr_qp_in_bits.
    Init2rtrQpOut("init2rtr_qp_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command MODIFY_CQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_cq_in_bits.
    ModifyCqIn("modify_cq_in", 272, opcode = 0x403) {
        /// Always 0x403.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// 0 to change fields, 1 to move the ring.
        number(op_mod, set_op_mod: u32 = 0x04, 15, 0);
        /// The completion queue.
        number(cqn, set_cqn: u32 = 0x08, 23, 0);
        /// Fields that change, a bit each.
        number(modify_field_select, set_modify_field_select: u32 = 0x0c, 31, 0);
        /// Context.
        part(cq_context, cq_context_mut: Cqc = 0x10);
        /// Offset of the ring in the user memory. Uncertain: No header names it; the place is that in
        /// CREATE_CQ.
        number(cq_umem_offset, set_cq_umem_offset: u64 = 0x50, 63, 0);
        /// User memory of the ring. Uncertain: No header names it; the place is that in CREATE_CQ.
        number(cq_umem_id, set_cq_umem_id: u32 = 0x58, 31, 0);
        /// 1 if cq_umem_id is used.
        number(cq_umem_valid, set_cq_umem_valid: u32 = 0x5c, 31, 31);
    }
    /// The answer to MODIFY_CQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_cq_in_bits.
    ModifyCqOut("modify_cq_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command MODIFY_GENERAL_OBJECT.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, which begins
    /// the command.
    ModifyGeneralObjectIn("modify_general_object_in", 16, opcode = 0xa01) {
        /// Always 0xa01.
        fixed(opcode: u32 = 0x00, 31, 16);
    }
    /// The answer to MODIFY_GENERAL_OBJECT.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, which begins
    /// the command.
    ModifyGeneralObjectOut("modify_general_object_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command MODIFY_SQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_sq_in_bits.
    ModifySqIn("modify_sq_in", 272, opcode = 0x905) {
        /// Always 0x905.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The send queue.
        number(sqn, set_sqn: u32 = 0x08, 23, 0);
        /// Fields of the context that are given, a bit each.
        number(modify_bitmask, set_modify_bitmask: u64 = 0x10, 63, 0);
        /// Context. Uncertain: rdma-core calls it sq_context.
        part(ctx, ctx_mut: Sqc = 0x20);
    }
    /// The answer to MODIFY_SQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_sq_in_bits.
    ModifySqOut("modify_sq_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command MODIFY_TIS.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_tis_in_bits.
    ModifyTisIn("modify_tis_in", 192, opcode = 0x913) {
        /// Always 0x913.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The TIS.
        number(tisn, set_tisn: u32 = 0x08, 23, 0);
        /// Fields of the context that are given.
        part(bitmask, bitmask_mut: ModifyTisBitmask = 0x10);
        /// Context.
        part(ctx, ctx_mut: Tisc = 0x20);
    }
    /// The answer to MODIFY_TIS.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_modify_tis_in_bits.
    ModifyTisOut("modify_tis_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command 2ERR_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qp_2err_in_bits.
    Qp2errIn("qp_2err_in", 16, opcode = 0x507) {
        /// Always 0x507.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
    }
    /// The answer to 2ERR_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qp_2err_in_bits.
    Qp2errOut("qp_2err_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command 2RST_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qp_2rst_in_bits.
    Qp2rstIn("qp_2rst_in", 16, opcode = 0x50a) {
        /// Always 0x50a.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
    }
    /// The answer to 2RST_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_qp_2rst_in_bits.
    Qp2rstOut("qp_2rst_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command QUERY_DCT.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_dct_in_bits and
    /// mlx5_ifc_query_dct_out_bits.
    QueryDctIn("query_dct_in", 16, opcode = 0x713) {
        /// Always 0x713.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The DCT.
        number(dctn, set_dctn: u32 = 0x08, 23, 0);
    }
    /// The answer to QUERY_DCT.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_dct_in_bits and
    /// mlx5_ifc_query_dct_out_bits.
    QueryDctOut("query_dct_out", 128) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Context.
        part(dct_context_entry, dct_context_entry_mut: Dctc = 0x10);
    }
    /// The command QUERY_FLOW_COUNTER.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_flow_counter_in_bits and
    /// mlx5_ifc_query_flow_counter_out_bits; DPDK drivers/common/mlx5/mlx5_prm.h has dump_to_memory.
    QueryFlowCounterIn("query_flow_counter_in", 32, opcode = 0x93b) {
        /// Always 0x93b.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// 1 if the counters are then set to 0.
        number(clear, set_clear: u32 = 0x18, 31, 31);
        /// 1 if the values go to memory, not into the answer.
        number(dump_to_memory, set_dump_to_memory: u32 = 0x18, 30, 30);
        /// Number of counters. Uncertain: DPDK has 30 bits from 0x0c2 on.
        number(num_of_counters, set_num_of_counters: u32 = 0x18, 15, 0);
        /// The first counter.
        number(flow_counter_id, set_flow_counter_id: u32 = 0x1c, 31, 0);
    }
    /// The answer to QUERY_FLOW_COUNTER.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_flow_counter_in_bits and
    /// mlx5_ifc_query_flow_counter_out_bits; DPDK drivers/common/mlx5/mlx5_prm.h has dump_to_memory.
    QueryFlowCounterOut("query_flow_counter_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Values of the counters, each a traffic_counter.
        rest(flow_statistics, flow_statistics_mut = 0x10);
    }
    /// The command QUERY_GENERAL_OBJECT.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, which begins
    /// the command.
    QueryGeneralObjectIn("query_general_object_in", 16, opcode = 0xa02) {
        /// Always 0xa02.
        fixed(opcode: u32 = 0x00, 31, 16);
    }
    /// The answer to QUERY_GENERAL_OBJECT.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_general_obj_in_cmd_hdr_bits, which begins
    /// the command.
    QueryGeneralObjectOut("query_general_object_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command QUERY_HCA_CAP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_hca_cap_in_bits and
    /// mlx5_ifc_query_hca_cap_out_bits.
    QueryHcaCapIn("query_hca_cap_in", 16, opcode = 0x100) {
        /// Always 0x100.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The group times 2, plus 1 for the values in force.
        number(op_mod, set_op_mod: u32 = 0x04, 15, 0);
    }
    /// The answer to QUERY_HCA_CAP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_hca_cap_in_bits and
    /// mlx5_ifc_query_hca_cap_out_bits.
    QueryHcaCapOut("query_hca_cap_out", 4112) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// The capabilities, in the structure of the group.
        bytes(capability, set_capability: 4096 = 0x10);
    }
    /// The command QUERY_HCA_VPORT_CONTEXT.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_hca_vport_context_in_bits and
    /// mlx5_ifc_query_hca_vport_context_out_bits.
    QueryHcaVportContextIn("query_hca_vport_context_in", 16, opcode = 0x762) {
        /// Always 0x762.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The port, or 0 on devices with one.
        number(port_num, set_port_num: u32 = 0x08, 19, 16);
    }
    /// The answer to QUERY_HCA_VPORT_CONTEXT.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_hca_vport_context_in_bits and
    /// mlx5_ifc_query_hca_vport_context_out_bits.
    QueryHcaVportContextOut("query_hca_vport_context_out", 528) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// State. Uncertain: UCX has it 4 bytes shorter.
        part(hca_vport_context, hca_vport_context_mut: HcaVportContext = 0x10);
    }
    /// The command QUERY_LAG.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_lag_in_bits and
    /// mlx5_ifc_query_lag_out_bits.
    QueryLagIn("query_lag_in", 16, opcode = 0x842) {
        /// Always 0x842.
        fixed(opcode: u32 = 0x00, 31, 16);
    }
    /// The answer to QUERY_LAG.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_lag_in_bits and
    /// mlx5_ifc_query_lag_out_bits.
    QueryLagOut("query_lag_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// State. Uncertain: DPDK calls it context, UCX lag_context.
        part(ctx, ctx_mut: Lagc = 0x08);
    }
    /// The command QUERY_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_qp_in_bits and
    /// mlx5_ifc_query_qp_out_bits.
    QueryQpIn("query_qp_in", 16, opcode = 0x50b) {
        /// Always 0x50b.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
    }
    /// The answer to QUERY_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_qp_in_bits and
    /// mlx5_ifc_query_qp_out_bits.
    QueryQpOut("query_qp_out", 272) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Context.
        part(qpc, qpc_mut: Qpc = 0x18);
    }
    /// The command QUERY_TIS.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_tis_in_bits and
    /// mlx5_ifc_query_tis_out_bits.
    QueryTisIn("query_tis_in", 16, opcode = 0x915) {
        /// Always 0x915.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The TIS.
        number(tisn, set_tisn: u32 = 0x08, 23, 0);
    }
    /// The answer to QUERY_TIS.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_tis_in_bits and
    /// mlx5_ifc_query_tis_out_bits.
    QueryTisOut("query_tis_out", 176) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Context.
        part(tis_context, tis_context_mut: Tisc = 0x10);
    }
    /// The command QUERY_XRQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_xrq_in_bits and
    /// mlx5_ifc_query_xrq_out_bits.
    QueryXrqIn("query_xrq_in", 16, opcode = 0x719) {
        /// Always 0x719.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The XRQ.
        number(xrqn, set_xrqn: u32 = 0x08, 23, 0);
    }
    /// The answer to QUERY_XRQ.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_query_xrq_in_bits and
    /// mlx5_ifc_query_xrq_out_bits.
    QueryXrqOut("query_xrq_out", 336) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
        /// Context.
        part(xrq_context, xrq_context_mut: Xrqc = 0x10);
    }
    /// The command RST2INIT_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_rst2init_qp_in_bits.
    Rst2initQpIn("rst2init_qp_in", 272, opcode = 0x502) {
        /// Always 0x502.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
        /// Optional fields of the context that are given.
        number(opt_param_mask, set_opt_param_mask: u32 = 0x10, 31, 0);
        /// Context.
        part(qpc, qpc_mut: Qpc = 0x18);
    }
    /// The answer to RST2INIT_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_rst2init_qp_in_bits.
    Rst2initQpOut("rst2init_qp_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command RTR2RTS_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_rtr2rts_qp_in_bits.
    Rtr2rtsQpIn("rtr2rts_qp_in", 272, opcode = 0x504) {
        /// Always 0x504.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
        /// Optional fields of the context that are given.
        number(opt_param_mask, set_opt_param_mask: u32 = 0x10, 31, 0);
        /// Context.
        part(qpc, qpc_mut: Qpc = 0x18);
    }
    /// The answer to RTR2RTS_QP.
    ///
    /// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_rtr2rts_qp_in_bits.
    Rtr2rtsQpOut("rtr2rts_qp_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
    /// The command RTS2RTS_QP.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_rts2rts_qp_in_bits.
    Rts2rtsQpIn("rts2rts_qp_in", 464, opcode = 0x505) {
        /// Always 0x505.
        fixed(opcode: u32 = 0x00, 31, 16);
        /// 1 if qpc_data_ext is used.
        number(qpc_ext, set_qpc_ext: u32 = 0x08, 31, 31);
        /// The queue pair.
        number(qpn, set_qpn: u32 = 0x08, 23, 0);
        /// Optional fields of the context that are given.
        number(opt_param_mask, set_opt_param_mask: u32 = 0x10, 31, 0);
        /// Context.
        part(qpc, qpc_mut: Qpc = 0x18);
        /// More such fields.
        number(opt_param_mask_95_32, set_opt_param_mask_95_32: u64 = 0x108, 63, 0);
        /// Extension of the context.
        part(qpc_data_ext, qpc_data_ext_mut: QpcExt = 0x110);
    }
    /// The answer to RTS2RTS_QP.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, struct mlx5_ifc_rts2rts_qp_in_bits.
    Rts2rtsQpOut("rts2rts_qp_out", 16) {
        /// 0 if the command was executed.
        number(status, set_status: u32 = 0x00, 31, 24);
        /// The reason of the firmware if it was not.
        number(syndrome, set_syndrome: u32 = 0x04, 31, 0);
    }
}
