// Generated from specs/cqes/ by codegen. Do not edit: `meson compile -C build generate`.
//! CQEs.
use crate::enums::*;

views! {
    /// One completion of a CQ whose CQEs have 128 bytes: a cqe64 with data in front.
    ///
    /// Source: rdma-core providers/mlx5/cq.c, mlx5_get_next_cqe and handle_responder; UCX
    /// src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_gid_from_cqe.
    Cqe128("cqe128", 128) {
        bytes {
            /// The payload, if the format is inline_64; else the last 40 bytes are a GRH, if l3_in_cqe is
            /// set.
            inline_data: [u8; 64] = 0x00;
            /// The completion.
            cqe64: [u8; 64] = 0x40;
        }
    }
    /// One completion, as the device writes it.
    ///
    /// Source: mlx5dv.h, struct mlx5_cqe64.
    Cqe64("cqe64", 64) {
        0x10: u32 {
            /// Low bits of the LID that the packet was sent to, on InfiniBand.
            ml_path: u8 = bits(22, 16);
        }
        0x14: u32 {
            /// Source LID, on InfiniBand. Uncertain: libmlx5 copies it from every receive; no public source
            /// says what a device writes on connected queue pairs.
            slid: u16 = bits(15, 0);
        }
        0x18: u32 {
            /// 1 if the GRH is in the 40 bytes before the CQE.
            l3_in_cqe: u8 = bits(29, 29);
            /// 1 if the GRH is in the first 40 bytes of the receive buffer.
            l3_in_data: u8 = bits(28, 28);
            /// Service level; for a datagram on RoCE, the kind of header that stands in place of the GRH.
            sl: u8 = bits(27, 24);
            /// Remote QP number of a datagram. Uncertain: libmlx5 copies it from every receive; no public
            /// source says what a device writes on RC, UC and XRC.
            rqpn: u32 = bits(23, 0);
        }
        0x1c: u32 {
            /// 1 if the L4 checksum of a raw packet is right.
            l4_ok: u8 = bits(26, 26);
            /// 1 if the IPv4 header checksum of a raw packet is right.
            l3_ok: u8 = bits(25, 25);
            /// 1 if a raw packet came without an Ethernet error.
            l2_ok: u8 = bits(24, 24);
            /// 1 if a raw packet is a fragment.
            ip_frag: u8 = bits(23, 23);
            /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with
            /// ACK and data.
            l4_hdr_type: u8 = bits(22, 20);
            /// 0 for none, 1 for IPv6, 2 for IPv4.
            l3_hdr_type: u8 = bits(19, 18);
            /// 1 if the IP header of a raw packet has options or extensions.
            ip_ext: u8 = bits(17, 17);
            /// 1 if a VLAN tag was taken out of a raw packet; vlan_info has it.
            vlan: u8 = bits(16, 16);
            /// The VLAN tag that was taken out of a raw packet.
            vlan_info: u16 = bits(15, 0);
        }
        0x20: u32 {
            /// User index of the queue; the SRQ number in CQE version 0.
            srqn_uidx: u32 = bits(23, 0);
        }
        0x24: u32 {
            /// Immediate data, or the key that the peer invalidated.
            imm: u32 = bits(31, 0);
        }
        0x28: u32 {
            /// 1 in a completion of tag matching.
            app: u8 = bits(31, 24);
            /// Event of tag matching.
            app_op: CqeAppOp = named(23, 16);
            /// Index of the tag in the list.
            app_info: u16 = bits(15, 0);
        }
        0x2c: u32 {
            /// Bytes received or read. Uncertain: For a requester, drivers read it only after a READ. libmlx5
            /// takes 8 after an atomic. No source says what it holds after a SEND or WRITE.
            byte_cnt: u32 = bits(31, 0);
        }
        0x30: u64 {
            /// Device clock, in ticks.
            timestamp: u64 = bits(63, 0);
        }
        0x38: u32 {
            /// Opcode of the completed send WQE.
            s_wqe_opcode: Opcode = named(31, 24);
            /// QP number.
            qpn: u32 = bits(23, 0);
        }
        0x3c: u32 {
            /// wqe_index of the completed WQE.
            wqe_counter: u16 = bits(31, 16);
            /// XOR over the CQE, if the CQ checks signatures.
            signature: u8 = bits(15, 8);
            /// Requester, responder or error.
            opcode: CqeOpcode = named(7, 4);
            /// Plain, inlined data or compressed.
            format: CqeFormat = named(3, 2);
            /// Solicited event, in the CQE of the receiver. Uncertain: No public driver acts on it, and no
            /// source says whether the requester's CQE has it too.
            se: u8 = bits(1, 1);
            /// Flips each time the CQ wraps.
            owner: u8 = bits(0, 0);
        }
    }
    /// A compressed block of the enhanced layout. It stands for the completions that follow the last CQE that
    /// is no such block.
    ///
    /// Source: Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c, mlx5e_decompress_enhanced_cqe; UCX
    /// src/uct/ib/mlx5/ib_mlx5.c, uct_ib_mlx5_iface_cqe_unzip_init.
    EnhBlock("enh_block", 64) {
        0x3c: u32 {
            /// Lap of the ring, modulo 256.
            validity_iteration_count: u8 = bits(15, 8);
            /// Completions in the block, less one.
            count_minus_1: u8 = bits(7, 4);
            /// Compressed.
            format: CqeFormat = named(3, 2);
        }
        bytes {
            /// Seven completions of 8 bytes.
            minis: [u8; 56] = 0x00;
        }
    }
    /// A completion with error. It takes the place of a cqe64 whose opcode is req_err or resp_err.
    ///
    /// Source: mlx5dv.h, struct mlx5_err_cqe; hw_err_synd and hw_synd_type: UCX ib_mlx5.h,
    /// uct_ib_mlx5_err_cqe.
    ErrCqe("err_cqe", 64) {
        0x20: u32 {
            /// User index of the queue; the SRQ number in CQE version 0.
            srqn: u32 = bits(23, 0);
        }
        0x34: u32 {
            /// Hardware error syndrome.
            hw_err_synd: u8 = bits(31, 24);
            /// Unit that raised the hardware error syndrome.
            hw_synd_type: u8 = bits(23, 16);
            /// Vendor error syndrome.
            vendor_err_synd: u8 = bits(15, 8);
            /// Kind of the error.
            syndrome: CqeSyndrome = named(7, 0);
        }
        0x38: u32 {
            /// Opcode of the failed send WQE.
            s_wqe_opcode: Opcode = named(31, 24);
            /// QP number.
            qpn: u32 = bits(23, 0);
        }
        0x3c: u32 {
            /// wqe_index of the failed WQE.
            wqe_counter: u16 = bits(31, 16);
            /// XOR over the CQE, if the CQ checks signatures.
            signature: u8 = bits(15, 8);
            /// Requester error or responder error.
            opcode: CqeOpcode = named(7, 4);
            /// Plain in an error.
            format: CqeFormat = named(3, 2);
            /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these
            /// CQEs have it.
            se: u8 = bits(1, 1);
            /// Flips each time the CQ wraps.
            owner: u8 = bits(0, 0);
        }
    }
    /// A raw packet has arrived. It takes the place of a cqe64 of an Ethernet receive queue.
    ///
    /// Source: mlx5dv.h, struct mlx5_cqe64; Linux include/linux/mlx5/device.h, struct mlx5_cqe64; DPDK
    /// drivers/common/mlx5/mlx5_prm.h, struct mlx5_cqe.
    EthCqe("eth_cqe", 64) {
        0x00: u32 {
            /// Bit 0: the outer IP header is that of a tunnel.
            pkt_info: u8 = bits(31, 24);
            /// Index of the receive WQE that the packet is in, on a striding receive queue.
            wqe_id: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// TCP flags of packets that were joined, and why joining ended.
            lro_tcppsh_abort_dupack: u8 = bits(31, 24);
            /// Least time to live of packets that were joined.
            lro_min_ttl: u8 = bits(23, 16);
            /// TCP window of the last of the packets that were joined.
            lro_tcp_win: u16 = bits(15, 0);
        }
        0x08: u32 {
            /// Acknowledged sequence number of the last of the packets that were joined.
            lro_ack_seq_num: u32 = bits(31, 0);
        }
        0x0c: u32 {
            /// Hash of the packet.
            rss_hash_result: u32 = bits(31, 0);
        }
        0x10: u32 {
            /// Parts of the packet that were hashed.
            rss_hash_type: u8 = bits(31, 24);
        }
        0x14: u32 {
            /// Sum over the packet.
            check_sum: u16 = bits(31, 16);
        }
        0x1c: u32 {
            /// 1 if the L4 checksum is right.
            l4_ok: u8 = bits(26, 26);
            /// 1 if the IPv4 header checksum is right.
            l3_ok: u8 = bits(25, 25);
            /// 1 if the packet came without an Ethernet error.
            l2_ok: u8 = bits(24, 24);
            /// 1 if the packet is a fragment.
            ip_frag: u8 = bits(23, 23);
            /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with
            /// ACK and data.
            l4_hdr_type: u8 = bits(22, 20);
            /// 0 for none, 1 for IPv6, 2 for IPv4.
            l3_hdr_type: u8 = bits(19, 18);
            /// 1 if the IP header has options or extensions.
            ip_ext: u8 = bits(17, 17);
            /// 1 if a VLAN tag was taken out; vlan_info has it.
            vlan: u8 = bits(16, 16);
            /// The VLAN tag that was taken out.
            vlan_info: u16 = bits(15, 0);
        }
        0x20: u32 {
            /// Number of packets that were joined.
            lro_num_seg: u8 = bits(31, 24);
            /// User index of the queue.
            srqn_uidx: u32 = bits(23, 0);
        }
        0x24: u32 {
            /// Metadata that the flow table set.
            metadata: u32 = bits(31, 0);
        }
        0x2c: u32 {
            /// Bytes received; on a striding receive queue also the strides that they take.
            byte_cnt: u32 = bits(31, 0);
        }
        0x30: u64 {
            /// Device clock, in ticks.
            timestamp: u64 = bits(63, 0);
        }
        0x38: u32 {
            /// Packets that were dropped because there was no receive WQE, modulo 256.
            drop_counter: u8 = bits(31, 24);
            /// Tag of the rule that steered the packet.
            flow_tag: u32 = bits(23, 0);
        }
        0x3c: u32 {
            /// Index of the receive WQE; on a striding receive queue, index of the stride.
            wqe_counter: u16 = bits(31, 16);
            /// XOR over the CQE, if the CQ checks signatures.
            signature: u8 = bits(15, 8);
            /// resp_send.
            opcode: CqeOpcode = named(7, 4);
            /// Plain or compressed.
            format: CqeFormat = named(3, 2);
            /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these
            /// CQEs have it.
            se: u8 = bits(1, 1);
            /// Flips each time the CQ wraps.
            owner: u8 = bits(0, 0);
        }
    }
    /// One completion of a compressed block of sends.
    ///
    /// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_mini_cqe8_t; Linux include/linux/mlx5/device.h,
    /// struct mlx5_mini_cqe8.
    MiniReq("mini_req", 8) {
        0x00: u32 {
            /// wqe_index of the completed WQE.
            wqe_counter: u16 = bits(31, 16);
            /// Opcode of the completed send WQE. Uncertain: DPDK declares it one byte later, and does not
            /// read it.
            s_wqe_opcode: Opcode = named(15, 8);
        }
        0x04: u32 {
            /// Bytes read. Uncertain: Drivers read it only after a READ, like that of cqe64.
            byte_cnt: u32 = bits(31, 0);
        }
    }
    /// One completion of a compressed block of receives, with the packet's checksum.
    ///
    /// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_CSUM; Linux include/linux/mlx5/device.h, struct
    /// mlx5_mini_cqe8.
    MiniRespCsum("mini_resp_csum", 8) {
        0x00: u32 {
            /// Sum over the packet.
            checksum: u16 = bits(31, 16);
        }
        0x04: u32 {
            /// Bytes received.
            byte_cnt: u32 = bits(31, 0);
        }
    }
    /// One completion of a compressed block of receives, with the packet's checksum and the stride that it
    /// begins in.
    ///
    /// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX; Linux include/linux/mlx5/device.h, struct
    /// mlx5_mini_cqe8.
    MiniRespCsumStridx("mini_resp_csum_stridx", 8) {
        0x00: u32 {
            /// Sum over the packet.
            checksum: u16 = bits(31, 16);
            /// Stride of the receive WQE that the packet begins in.
            stride_idx: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Bytes received.
            byte_cnt: u32 = bits(31, 0);
        }
    }
    /// One completion of a compressed block of receives, with the flow tag and the stride that the packet
    /// begins in.
    ///
    /// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_FTAG_STRIDX and struct
    /// mlx5_mini_cqe8.
    MiniRespFtag("mini_resp_ftag", 8) {
        0x00: u32 {
            /// Upper 16 bits of the flow tag.
            flow_tag_high: u16 = bits(31, 16);
            /// Stride of the receive WQE that the packet begins in.
            stride_idx: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Lower 8 bits of the flow tag. Uncertain: Only DPDK reads a flow tag here.
            flow_tag_low: u8 = bits(31, 24);
            /// Bytes received.
            byte_cnt: u32 = bits(23, 0);
        }
    }
    /// One completion of a compressed block of receives, with the hash that steered the packet.
    ///
    /// Source: mlx5dv.h, MLX5DV_CQE_RES_FORMAT_HASH; Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c,
    /// mlx5e_decompress_cqe.
    MiniRespHash("mini_resp_hash", 8) {
        0x00: u32 {
            /// Hash of the packet.
            rx_hash_result: u32 = bits(31, 0);
        }
        0x04: u32 {
            /// Bytes received.
            byte_cnt: u32 = bits(31, 0);
        }
    }
    /// One completion of a compressed block of receives, with the kinds of the packet's headers and the
    /// stride that it begins in.
    ///
    /// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_L34H_STRIDX and struct
    /// mlx5_mini_cqe8.
    MiniRespL34h("mini_resp_l34h", 8) {
        0x00: u32 {
            /// 1 if the packet is a fragment.
            ip_frag: u8 = bits(31, 31);
            /// 0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for TCP with
            /// ACK and data.
            l4_hdr_type: u8 = bits(30, 28);
            /// 0 for none, 1 for IPv6, 2 for IPv4.
            l3_hdr_type: u8 = bits(27, 26);
            /// 1 if the IP header has options or extensions.
            ip_ext: u8 = bits(25, 25);
            /// 1 if a VLAN tag was taken out.
            vlan: u8 = bits(24, 24);
            /// Stride of the receive WQE that the packet begins in.
            stride_idx: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Bytes received.
            byte_cnt: u32 = bits(31, 0);
        }
    }
    /// Data did not have the signature that a key asks for. It belongs to no WQE and takes the place of a
    /// cqe64 whose opcode is sig_err.
    ///
    /// Source: Linux include/linux/mlx5/device.h, struct mlx5_sig_err_cqe; rdma-core providers/mlx5/cq.c,
    /// mlx5_sigerr_cqe.
    SigerrCqe("sigerr_cqe", 64) {
        0x10: u32 {
            /// Transaction signature that was expected: guard in the upper half and application tag in the
            /// lower.
            expected_trans_sig: u32 = bits(31, 0);
        }
        0x14: u32 {
            /// Transaction signature that was found.
            actual_trans_sig: u32 = bits(31, 0);
        }
        0x18: u32 {
            /// Reference tag that was expected.
            expected_reftag: u32 = bits(31, 0);
        }
        0x1c: u32 {
            /// Reference tag that was found.
            actual_reftag: u32 = bits(31, 0);
        }
        0x20: u32 {
            /// 1 if the guard is wrong.
            guard_err: u8 = bits(29, 29);
            /// 1 if the application tag is wrong.
            apptag_err: u8 = bits(28, 28);
            /// 1 if the reference tag is wrong.
            reftag_err: u8 = bits(27, 27);
            /// 0 for a block, 1 for a transaction.
            sig_type: u8 = bits(10, 8);
            /// 0 for the wire, 1 for memory.
            domain: u8 = bits(2, 0);
        }
        0x24: u32 {
            /// The key.
            mkey: u32 = bits(31, 0);
        }
        0x28: u64 {
            /// Byte offset of the first error.
            sig_err_offset: u64 = bits(63, 0);
        }
        0x3c: u32 {
            /// XOR over the CQE, if the CQ checks signatures.
            signature: u8 = bits(15, 8);
            /// sig_err.
            opcode: CqeOpcode = named(7, 4);
            /// Plain.
            format: CqeFormat = named(3, 2);
            /// Flips each time the CQ wraps.
            owner: u8 = bits(0, 0);
        }
    }
    /// The completion of an operation on the list of tags. It takes the place of a cqe64 whose opcode is
    /// no_packet.
    ///
    /// Source: mlx5dv.h, struct mlx5_cqe64 and mlx5_tm_cqe; rdma-core providers/mlx5/cq.c, handle_tm_list_op.
    TmListCqe("tm_list_cqe", 64) {
        0x00: u32 {
            /// 1 if the tag was removed.
            success: u8 = bits(31, 31);
        }
        0x04: u32 {
            /// Unexpected messages that the device has counted so far.
            hw_phase_cnt: u16 = bits(31, 16);
        }
        0x20: u32 {
            /// User index of the SRQ.
            srqn_uidx: u32 = bits(23, 0);
        }
        0x28: u32 {
            /// 1 for tag matching.
            app: u8 = bits(31, 24);
            /// The operation: 5 append, 6 remove, 7 nop.
            app_op: u8 = bits(23, 16);
        }
        0x30: u64 {
            /// Device clock, in ticks.
            timestamp: u64 = bits(63, 0);
        }
        0x38: u32 {
            /// Number of the command QP.
            qpn: u32 = bits(23, 0);
        }
        0x3c: u32 {
            /// wqe_index of the WQE that asked for it.
            wqe_counter: u16 = bits(31, 16);
            /// XOR over the CQE, if the CQ checks signatures.
            signature: u8 = bits(15, 8);
            /// no_packet.
            opcode: CqeOpcode = named(7, 4);
            /// Plain.
            format: CqeFormat = named(3, 2);
            /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these
            /// CQEs have it.
            se: u8 = bits(1, 1);
            /// Flips each time the CQ wraps.
            owner: u8 = bits(0, 0);
        }
    }
    /// The completion of a message that came to a tag-matching SRQ. It takes the place of a cqe64 whose app
    /// is 1.
    ///
    /// Source: mlx5dv.h, struct mlx5_cqe64; infiniband/tm_types.h, struct ibv_tmh; rdma-core
    /// providers/mlx5/cq.c, handle_tag_matching.
    TmReceiveCqe("tm_receive_cqe", 64) {
        0x00: u32 {
            /// Kind of a message that matched.
            tmh_opcode: TmhOp = named(31, 24);
        }
        0x04: u32 {
            /// Value that the sender's application added to a message that matched.
            app_ctx: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Tag of a message that matched.
            tag: u64 = bits(63, 0);
        }
        0x20: u32 {
            /// User index of the SRQ.
            srqn_uidx: u32 = bits(23, 0);
        }
        0x24: u32 {
            /// Immediate data, or the key that the peer invalidated.
            imm: u32 = bits(31, 0);
        }
        0x28: u32 {
            /// 1 for tag matching.
            app: u8 = bits(31, 24);
            /// Event of tag matching: 3 unexpected, 4 no tag, 10 matched and complete; the others concern
            /// rendezvous.
            app_op: u8 = bits(23, 16);
            /// Entry of the list that a message matched.
            app_info: u16 = bits(15, 0);
        }
        0x2c: u32 {
            /// Bytes received; without the header, if it matched.
            byte_cnt: u32 = bits(31, 0);
        }
        0x30: u64 {
            /// Device clock, in ticks.
            timestamp: u64 = bits(63, 0);
        }
        0x38: u32 {
            /// QP number.
            qpn: u32 = bits(23, 0);
        }
        0x3c: u32 {
            /// Index of the receive WQE, if the message took one.
            wqe_counter: u16 = bits(31, 16);
            /// XOR over the CQE, if the CQ checks signatures.
            signature: u8 = bits(15, 8);
            /// A message arrived.
            opcode: CqeOpcode = named(7, 4);
            /// Plain or inlined data.
            format: CqeFormat = named(3, 2);
            /// Solicited event. Uncertain: No public driver acts on it, and no source says which of these
            /// CQEs have it.
            se: u8 = bits(1, 1);
            /// Flips each time the CQ wraps.
            owner: u8 = bits(0, 0);
        }
    }
}
