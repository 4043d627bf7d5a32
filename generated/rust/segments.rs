// Generated from specs/segments/ by codegen. Do not edit: `meson compile -C build generate`.
//! Segments of WQEs.
use crate::enums::*;

layouts! {
    /// The operands of a 64-bit compare-and-swap or fetch-and-add.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_atomic_seg.
    AtomicSeg("atomic_seg", 16) {
        0x00: u64 {
            /// Value to swap in, or value to add.
            swap_add: u64 = bits(63, 0);
        }
        0x08: u64 {
            /// Value to compare with; fetch-and-add ignores it.
            compare: u64 = bits(63, 0);
        }
    }
    /// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
    ///
    /// Source: UCX src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_set_dgram_seg, UCT_IB_MLX5_AV compact.
    AvDcCompactSeg("av_dc_compact_seg", 16) {
        0x00: u64 {
            /// Access key; the DCT has to have the same.
            dc_key: u64 = bits(63, 0);
        }
        0x08: u32 {
            /// Service level of the way back. Uncertain: Only UCX fills these bits (REVERSE_SL), and the
            /// public header leaves them in dqp_dct.
            reverse_sl: u8 = bits(27, 24);
            /// Number of the peer's DCT.
            dqp_dct: u32 = bits(23, 0);
        }
        0x0c: u32 {
            /// Static rate code; 0 is as fast as the link.
            stat_rate: u8 = bits(31, 28);
            /// Service level; on RoCE the priority, shifted left by one.
            sl: u8 = bits(27, 24);
            /// 1 forces loopback.
            fl: u8 = bits(23, 23);
            /// Low bits of the source LID; 0 on RoCE.
            mlid: u8 = bits(22, 16);
            /// LID of the peer; on RoCE v2 the UDP source port.
            rlid: u16 = bits(15, 0);
        }
    }
    /// The destination of a dynamically connected WQE, as a full address vector.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_av; rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr.
    AvDcSeg("av_dc_seg", 48) {
        0x00: u64 {
            /// Access key; the DCT has to have the same.
            dc_key: u64 = bits(63, 0);
        }
        0x08: u32 | 0x80000000 {
            /// Service level of the way back. Uncertain: Only UCX fills these bits (REVERSE_SL), and the
            /// public header leaves them in dqp_dct.
            reverse_sl: u8 = bits(27, 24);
            /// Number of the peer's DCT.
            dqp_dct: u32 = bits(23, 0);
        }
        0x0c: u32 {
            /// Static rate code; 0 is as fast as the link.
            stat_rate: u8 = bits(31, 28);
            /// Service level; on RoCE the priority, shifted left by one.
            sl: u8 = bits(27, 24);
            /// 1 forces loopback.
            fl: u8 = bits(23, 23);
            /// Low bits of the source LID; 0 on RoCE.
            mlid: u8 = bits(22, 16);
            /// LID of the peer; on RoCE v2 the UDP source port.
            rlid: u16 = bits(15, 0);
        }
        0x18: u32 {
            /// Traffic class.
            tclass: u8 = bits(15, 8);
            /// Hop limit.
            hop_limit: u8 = bits(7, 0);
        }
        0x1c: u32 {
            /// 1 puts a global route header on an InfiniBand packet; 0 on RoCE, which always has one.
            grh: u8 = bits(30, 30);
            /// Index of the source GID in the GID table.
            sgid_index: u8 = bits(27, 20);
            /// Flow label.
            flow_label: u32 = bits(19, 0);
        }
        bytes {
            /// MAC address of the peer on RoCE, else 0.
            rmac: [u8; 6] = 0x14;
            /// GID of the peer.
            rgid: [u8; 16] = 0x20;
        }
    }
    /// The destination of a datagram within the subnet, as a compact address vector.
    ///
    /// Source: UCX src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_set_dgram_seg, UCT_IB_MLX5_AV compact.
    AvUdCompactSeg("av_ud_compact_seg", 16) {
        0x00: u32 {
            /// Q_Key; the peer has to have the same.
            qkey: u32 = bits(31, 0);
        }
        0x08: u32 {
            /// Number of the peer's QP.
            dqp_dct: u32 = bits(23, 0);
        }
        0x0c: u32 {
            /// Static rate code; 0 is as fast as the link.
            stat_rate: u8 = bits(31, 28);
            /// Service level; on RoCE the priority, shifted left by one.
            sl: u8 = bits(27, 24);
            /// 1 forces loopback.
            fl: u8 = bits(23, 23);
            /// Low bits of the source LID; 0 on RoCE.
            mlid: u8 = bits(22, 16);
            /// LID of the peer; on RoCE v2 the UDP source port.
            rlid: u16 = bits(15, 0);
        }
    }
    /// The destination of a datagram, as a full address vector.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_av; rdma-core providers/mlx5/verbs.c, mlx5_create_ah.
    AvUdSeg("av_ud_seg", 48) {
        0x00: u32 {
            /// Q_Key; the peer has to have the same.
            qkey: u32 = bits(31, 0);
        }
        0x08: u32 | 0x80000000 {
            /// Number of the peer's QP.
            dqp_dct: u32 = bits(23, 0);
        }
        0x0c: u32 {
            /// Static rate code; 0 is as fast as the link.
            stat_rate: u8 = bits(31, 28);
            /// Service level; on RoCE the priority, shifted left by one.
            sl: u8 = bits(27, 24);
            /// 1 forces loopback.
            fl: u8 = bits(23, 23);
            /// Low bits of the source LID; 0 on RoCE.
            mlid: u8 = bits(22, 16);
            /// LID of the peer; on RoCE v2 the UDP source port.
            rlid: u16 = bits(15, 0);
        }
        0x18: u32 {
            /// Traffic class.
            tclass: u8 = bits(15, 8);
            /// Hop limit.
            hop_limit: u8 = bits(7, 0);
        }
        0x1c: u32 {
            /// 1 puts a global route header on an InfiniBand packet; 0 on RoCE, which always has one.
            grh: u8 = bits(30, 30);
            /// Index of the source GID in the GID table.
            sgid_index: u8 = bits(27, 20);
            /// Flow label.
            flow_label: u32 = bits(19, 0);
        }
        bytes {
            /// MAC address of the peer on RoCE, else 0.
            rmac: [u8; 6] = 0x14;
            /// GID of the peer.
            rgid: [u8; 16] = 0x20;
        }
    }
    /// Signatures of whole transactions; libmlx5 asks for none and has zeros here.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_ext; Linux include/linux/mlx5/qp.h, struct
    /// mlx5_bsf.
    BsfExtSeg("bsf_ext_seg", 16) {
        0x00: u32 {
            /// Initial value and size of what comes before the data. Uncertain: No source says how the word
            /// is divided; they only name it.
            t_init_gen_pro_size: u32 = bits(31, 0);
        }
        0x04: u32 {
            /// Size of what comes after the data. Uncertain: No source says how the word is divided; they
            /// only name it.
            rsvd_epi_size: u32 = bits(31, 0);
        }
        0x08: u32 {
            /// Signature and PSV of a transaction on the wire.
            w_tfs_psv: u32 = bits(31, 0);
        }
        0x0c: u32 {
            /// Signature and PSV of a transaction in memory.
            m_tfs_psv: u32 = bits(31, 0);
        }
    }
    /// The T10-DIF of the blocks of a memory key, on the wire or in memory.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_inl; qp.c, mlx5_umr_fill_inl_bsf_t10dif.
    BsfInlSeg("bsf_inl_seg", 16) {
        0x00: u32 {
            /// 1 if the blocks have a T10-DIF.
            vld: u8 = bits(31, 31);
            /// 1 if each transfer begins with the tags that stand here.
            refresh: u8 = bits(30, 30);
            /// Application tag.
            dif_apptag: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Reference tag of the first block.
            dif_reftag: u32 = bits(31, 0);
        }
        0x08: u32 {
            /// Kind of the guard.
            sig_type: GuardType = bits(31, 24);
            /// 1 if every block has a T10-DIF.
            repeat_block: u8 = bits(23, 23);
            /// 1 if guards begin with all ones, 0 if with 0.
            seed: u8 = bits(19, 19);
        }
        0x0c: u32 {
            /// 1 if the reference tag grows by one with each block.
            inc_reftag: u8 = bits(22, 22);
            /// 1 if blocks whose tags are all ones are not checked.
            appref_escape: u8 = bits(17, 17);
            /// 1 if blocks whose application tag is all ones are not checked.
            apptag_escape: u8 = bits(16, 16);
            /// Bits of the application tag that are checked.
            dif_app_bitmask_check: u16 = bits(15, 0);
        }
    }
    /// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a memory
    /// key have on the wire and in memory.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_basic; qp.c, mlx5_umr_fill_sig_bsf.
    BsfSeg("bsf_seg", 16) {
        0x00: u32 {
            /// Size of the BSF.
            bsf_size: BsfSize = bits(31, 30);
            /// 1 if wire and memory have the same block structure, so that signatures can be copied.
            sbs: u8 = bits(28, 28);
            /// Bytes of a signature that are checked where it comes in; the highest bit is for its most
            /// significant byte.
            check_byte_mask: u8 = bits(23, 16);
            /// With sbs the bytes of a signature that are copied (copy_byte_mask), else the block size on the
            /// wire, as in block_size.
            w_bs_selector: u8 = bits(15, 8);
            /// Block size in memory.
            m_bs_selector: BlockSize = bits(7, 0);
        }
        0x04: u32 {
            /// Bytes of data; libmlx5 has all ones.
            raw_data_size: u32 = bits(31, 0);
        }
        0x08: u32 {
            /// Signature on the wire.
            w_bfs: BlockFormat = bits(31, 28);
            /// 1 if each block begins anew.
            w_repeat: u8 = bits(25, 25);
            /// 1 if a CRC begins with 0, 0 if with all ones. Uncertain: Only libmlx5 says what the bit means,
            /// and calls it the seed.
            w_seed: u8 = bits(24, 24);
            /// PSV of the wire.
            w_psv: u32 = bits(23, 0);
        }
        0x0c: u32 {
            /// Signature in memory.
            m_bfs: BlockFormat = bits(31, 28);
            /// 1 if each block begins anew.
            m_repeat: u8 = bits(25, 25);
            /// 1 if a CRC begins with 0, 0 if with all ones.
            m_seed: u8 = bits(24, 24);
            /// PSV of memory.
            m_psv: u32 = bits(23, 0);
        }
    }
    /// The encryption of a memory key's data.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_crypto_bsf; qp.c, mlx5_umr_fill_crypto_bsf.
    CryptoBsfSeg("crypto_bsf_seg", 64) {
        0x00: u32 | 0x1000000 {
            /// with_inline if it is alone, sig_and_crypto behind a signature.
            bsf_size: BsfSize = bits(31, 30);
            /// Side on which data is encrypted.
            enc_order: EncOrder = bits(23, 16);
            /// Standard of the encryption.
            enc_standard: EncStandard = bits(7, 0);
        }
        0x04: u32 {
            /// Bytes of data; libmlx5 has all ones.
            raw_data_size: u32 = bits(31, 0);
        }
        0x08: u32 {
            /// Bytes of data between two tweaks.
            bs_pointer: BlockSize = bits(31, 24);
        }
        0x20: u32 {
            /// Number of the key (data encryption key, DEK).
            dek_ptr: u32 = bits(23, 0);
        }
        bytes {
            /// Tweak of the first block, big-endian. Uncertain: No source says that every device has it
            /// big-endian; libmlx5 reverses it for those with aes_xts_multi_block_be_tweak.
            xts_init_tweak: [u8; 16] = 0x10;
            /// Key tag that the key was made with, if it has one; it has to be the same.
            keytag: [u8; 8] = 0x28;
        }
    }
    /// Opens every send WQE and states its operation, its QP and its length.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_ctrl_seg.
    CtrlSeg("ctrl_seg", 16) {
        0x00: u32 {
            /// Opcode modifier.
            opmod: u8 = bits(31, 24);
            /// Producer index of this WQE's first WQEBB, modulo 2^16.
            wqe_index: u16 = bits(23, 8);
            /// Operation that the device executes.
            opcode: Opcode = bits(7, 0);
        }
        0x04: u32 {
            /// QP number.
            qpn: u32 = bits(31, 8);
            /// Length of the WQE in octowords, this segment included.
            ds: u8 = bits(5, 0);
        }
        0x08: u32 {
            /// Inverted XOR over the WQE, if the QP checks signatures.
            signature: u8 = bits(31, 24);
            /// DCI stream the WQE belongs to.
            dci_stream_channel_id: u16 = bits(23, 8);
            /// Earlier work that the WQE waits for before it starts.
            fm: FenceMode = bits(7, 5);
            /// Condition under which the device writes a CQE.
            ce: CompletionMode = bits(3, 2);
            /// Solicited event at the responder.
            se: u8 = bits(1, 1);
        }
        0x0c: u32 {
            /// Immediate data, or a key to invalidate, by opcode.
            imm: u32 = bits(31, 0);
        }
    }
    /// One contiguous piece of local memory to gather from or scatter to.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_data_seg.
    DataSeg("data_seg", 16, empty if byte_count == 0) {
        0x00: u32 {
            /// Length in bytes.
            byte_count: u32 = bits(30, 0) <= 0x7fffffff;
        }
        0x04: u32 {
            /// Local key of the memory region.
            lkey: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Local virtual address.
            addr: u64 = bits(63, 0);
        }
    }
    /// The room between the address vector and eth_seg in an IPoIB underlay datagram.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_eth_pad.
    EthPadSeg("eth_pad_seg", 16) {
    }
    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_eth_seg; Linux include/linux/mlx5/qp.h, struct mlx5_wqe_eth_seg.
    EthSeg("eth_seg", 16) {
        0x00: u32 {
            /// Software parser: offset of the outer L4 header, in units of 2 bytes.
            swp_outer_l4_offset: u8 = bits(31, 24);
            /// Software parser: offset of the outer L3 header, in units of 2 bytes.
            swp_outer_l3_offset: u8 = bits(23, 16);
            /// Software parser: offset of the inner L4 header, in units of 2 bytes.
            swp_inner_l4_offset: u8 = bits(15, 8);
            /// Software parser: offset of the inner L3 header, in units of 2 bytes.
            swp_inner_l3_offset: u8 = bits(7, 0);
        }
        0x04: u32 {
            /// 1 inserts the L4 checksum (of the outer header).
            l4_csum: u8 = bits(31, 31);
            /// 1 inserts the IPv4 header checksum (of the outer header).
            l3_csum: u8 = bits(30, 30);
            /// 1 inserts the L4 checksum of the inner header.
            l4_inner_csum: u8 = bits(29, 29);
            /// 1 inserts the IPv4 checksum of the inner header.
            l3_inner_csum: u8 = bits(28, 28);
            /// 1 if the outer L4 header is UDP, 0 if TCP. Uncertain: The FlexIO SDK orders these four bits
            /// differently; here they stand as in the kernel and in DPDK.
            swp_outer_l4_udp: u8 = bits(21, 21);
            /// 1 if the outer L3 header is IPv6, 0 if IPv4. Uncertain: The FlexIO SDK orders these four bits
            /// differently; here they stand as in the kernel and in DPDK.
            swp_outer_l3_ipv6: u8 = bits(20, 20);
            /// 1 if the inner L4 header is UDP, 0 if TCP. Uncertain: The FlexIO SDK orders these four bits
            /// differently; here they stand as in the kernel and in DPDK.
            swp_inner_l4_udp: u8 = bits(17, 17);
            /// 1 if the inner L3 header is IPv6, 0 if IPv4. Uncertain: The FlexIO SDK orders these four bits
            /// differently; here they stand as in the kernel and in DPDK.
            swp_inner_l3_ipv6: u8 = bits(16, 16);
            /// TCP payload bytes per packet that segmentation makes; 0 without segmentation.
            mss: u16 = bits(15, 0);
        }
        0x08: u32 {
            /// Metadata that egress flow tables may match.
            flow_table_metadata: u32 = bits(31, 0);
        }
        0x0c: u32 {
            /// Bytes of packet headers that are inlined.
            inline_hdr_sz: u16 = bits(25, 16);
            /// First two bytes of the inlined headers.
            inline_hdr_start: u16 = bits(15, 0);
        }
    }
    /// An eth_seg that inserts a VLAN tag, and so has no inlined headers.
    ///
    /// Source: Linux include/linux/mlx5/qp.h, struct mlx5_wqe_eth_seg, insert; DPDK
    /// drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_eseg.
    EthVlanSeg("eth_vlan_seg", 16) {
        0x04: u32 {
            /// 1 inserts the L4 checksum.
            l4_csum: u8 = bits(31, 31);
            /// 1 inserts the IPv4 header checksum.
            l3_csum: u8 = bits(30, 30);
            /// TCP payload bytes per packet that segmentation makes; 0 without segmentation.
            mss: u16 = bits(15, 0);
        }
        0x08: u32 {
            /// Metadata that egress flow tables may match.
            flow_table_metadata: u32 = bits(31, 0);
        }
        0x0c: u32 | 0x80000000 {
            /// 1 inserts an 802.1ad tag (S-VLAN), 0 an 802.1Q tag (C-VLAN). Uncertain: The kernel selects the
            /// S-VLAN by bit 0 of the 16-bit word as it defines it; no public driver for user space does.
            svlan: u8 = bits(30, 30);
            /// Tag control information: priority, DEI and VLAN number.
            vlan_tci: u16 = bits(15, 0);
        }
    }
    /// The steering object that a FLOW_TBL_ACCESS writes.
    ///
    /// Source: rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_flow_update_ctrl_seg.
    FlowTblAccessSeg("flow_tbl_access_seg", 48) {
        0x00: u32 {
            /// Index of the entry to update. Uncertain: Read in one driver only.
            flow_idx_update: u32 = bits(31, 0);
        }
        0x04: u32 {
            /// Handle of the destination. Uncertain: Read in one driver only.
            dest_handle: u32 = bits(31, 0);
        }
    }
    /// The arguments that a FLOW_TBL_ACCESS writes.
    ///
    /// Source: rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_header_modify_argument_update_seg.
    FlowTblArgumentSeg("flow_tbl_argument_seg", 64) {
        bytes {
            /// Arguments of a header modification.
            argument_list: [u8; 64] = 0x00;
        }
    }
    /// The length of the payload that follows directly; header and payload are padded to octowords.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_inl_data_seg.
    InlineSeg("inline_seg", 4) {
        0x00: u32 | 0x80000000 {
            /// Length of the payload in bytes.
            byte_count: u16 = bits(9, 0);
        }
    }
    /// One entry of the translation list of a memory key.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_umr_klm_seg.
    KlmSeg("klm_seg", 16) {
        0x00: u32 {
            /// Bytes that the entry covers, at most 2 GiB.
            byte_count: u32 = bits(31, 0) <= 0x80000000;
        }
        0x04: u32 {
            /// Key of the region below.
            mkey: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Address in that region.
            address: u64 = bits(63, 0);
        }
    }
    /// The operands of a masked compare-and-swap of 16 bytes, each big-endian.
    ///
    /// Source: rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod
    /// counts them.
    MaskedCs128Seg("masked_cs128_seg", 64) {
        bytes {
            /// Value to swap in. Uncertain: No public driver posts operands of 16 bytes; the order is that of
            /// the smaller sizes.
            swap: [u8; 16] = 0x00;
            /// Value to compare with.
            compare: [u8; 16] = 0x10;
            /// Bits of the target that are replaced.
            swap_mask: [u8; 16] = 0x20;
            /// Bits of the target that are compared.
            compare_mask: [u8; 16] = 0x30;
        }
    }
    /// The operands of a masked compare-and-swap of 4 bytes.
    ///
    /// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_cswap32_seg.
    MaskedCs32Seg("masked_cs32_seg", 16) {
        0x00: u32 {
            /// Value to swap in.
            swap: u32 = bits(31, 0);
        }
        0x04: u32 {
            /// Value to compare with.
            compare: u32 = bits(31, 0);
        }
        0x08: u32 {
            /// Bits of the target that are replaced.
            swap_mask: u32 = bits(31, 0);
        }
        0x0c: u32 {
            /// Bits of the target that are compared.
            compare_mask: u32 = bits(31, 0);
        }
    }
    /// The operands of a masked compare-and-swap of 8 bytes.
    ///
    /// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, two of uct_ib_mlx5_atomic_masked_cswap64_seg.
    MaskedCs64Seg("masked_cs64_seg", 32) {
        0x00: u64 {
            /// Value to swap in.
            swap: u64 = bits(63, 0);
        }
        0x08: u64 {
            /// Value to compare with.
            compare: u64 = bits(63, 0);
        }
        0x10: u64 {
            /// Bits of the target that are replaced.
            swap_mask: u64 = bits(63, 0);
        }
        0x18: u64 {
            /// Bits of the target that are compared.
            compare_mask: u64 = bits(63, 0);
        }
    }
    /// The operands of a masked fetch-and-add of 16 bytes, each big-endian.
    ///
    /// Source: rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod
    /// counts them.
    MaskedFa128Seg("masked_fa128_seg", 32) {
        bytes {
            /// Value to add. Uncertain: No public driver posts operands of 16 bytes; the order is that of the
            /// smaller sizes.
            add: [u8; 16] = 0x00;
            /// A 1 marks the highest bit of a field out of which no carry goes.
            field_boundary: [u8; 16] = 0x10;
        }
    }
    /// The operands of a masked fetch-and-add of 4 bytes.
    ///
    /// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_fadd32_seg.
    MaskedFa32Seg("masked_fa32_seg", 16) {
        0x00: u32 {
            /// Value to add.
            add: u32 = bits(31, 0);
        }
        0x04: u32 {
            /// A 1 marks the highest bit of a field out of which no carry goes.
            field_boundary: u32 = bits(31, 0);
        }
    }
    /// The operands of a masked fetch-and-add of 8 bytes.
    ///
    /// Source: UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_fadd64_seg.
    MaskedFa64Seg("masked_fa64_seg", 16) {
        0x00: u64 {
            /// Value to add.
            add: u64 = bits(63, 0);
        }
        0x08: u64 {
            /// A 1 marks the highest bit of a field out of which no carry goes.
            field_boundary: u64 = bits(63, 0);
        }
    }
    /// The fields of a memory key that a UMR may change.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_mkey_context_seg.
    MkeyCtxSeg("mkey_ctx_seg", 64) {
        0x00: u32 {
            /// 1 makes the key invalid.
            free: u8 = bits(30, 30);
            /// 1 lets UMRs change the key; only the kernel sets it.
            umr_en: u8 = bits(15, 15);
            /// 1 allows atomics of peers.
            atomic: u8 = bits(14, 14);
            /// 1 allows WRITE of peers.
            remote_write: u8 = bits(13, 13);
            /// 1 allows READ of peers.
            remote_read: u8 = bits(12, 12);
            /// 1 allows writing as a local key.
            local_write: u8 = bits(11, 11);
            /// 1 allows reading as a local key.
            local_read: u8 = bits(10, 10);
            /// Translation of addresses: 0 physical, 1 pages, 2 KLM list, 3 KSM list.
            access_mode: u8 = bits(9, 8);
            /// Meant for the kernel.
            sf: u8 = bits(7, 0);
        }
        0x04: u32 {
            /// QP to which the key belongs; 0xffffff is every QP.
            qpn: u32 = bits(31, 8);
            /// Low byte of the new key, its variant.
            mkey_7_0: u8 = bits(7, 0);
        }
        0x0c: u32 {
            /// 1 if the key covers the whole address space.
            length64: u8 = bits(31, 31);
            /// 1 if a BSF is attached.
            bsf_en: u8 = bits(30, 30);
            /// Meant for the kernel.
            sync_umr: u8 = bits(29, 29);
            /// Low bit of the counter of signature errors.
            sig_err_cnt: u8 = bits(26, 26);
            /// 1 if a peer may invalidate the key.
            en_rinval: u8 = bits(24, 24);
            /// Protection domain.
            pd: u32 = bits(23, 0);
        }
        0x10: u64 {
            /// Address of the first byte; 0 for a key whose addresses are offsets.
            start_addr: u64 = bits(63, 0);
        }
        0x18: u64 {
            /// Length of the region in bytes.
            len: u64 = bits(63, 0);
        }
        0x20: u32 {
            /// Length of the BSF in units of 16 bytes.
            bsf_octword_size: u32 = bits(31, 0);
        }
        0x34: u32 {
            /// Length of the translation list in units of 16 bytes.
            translations_octword_size: u32 = bits(31, 0);
        }
        0x38: u32 {
            /// Binary logarithm of the page size.
            log_page_size: u8 = bits(4, 0);
        }
    }
    /// Opens the work of a memory-to-memory engine and names the buffer for its result.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_mmo_metadata_seg.
    MmoMetaSeg("mmo_meta_seg", 16) {
        0x00: u32 {
            /// Low half of the control word; 0 for a copy.
            mmo_control_31_0: u32 = bits(31, 0);
        }
        0x04: u32 {
            /// Key of the result buffer.
            opaque_lkey: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Address of the result buffer, 64 bytes that begin at a multiple of 64.
            opaque_va: u64 = bits(63, 0);
        }
    }
    /// One page of a translation list by pages.
    ///
    /// Source: Linux include/linux/mlx5/device.h, struct mlx5_mtt; MLX5_IB_MTT_READ and MLX5_IB_MTT_WRITE.
    MttSeg("mtt_seg", 8) {
        0x00: u64 {
            /// The physical address of the page. The whole number: its bits 1 to 0 are 0.
            ptag: u64 = in_place(63, 2);
            /// 1 allows writing.
            write_en: u8 = bits(1, 1);
            /// 1 allows reading.
            read_en: u8 = bits(0, 0);
        }
    }
    /// The place in the peer's memory that an RDMA or atomic operation accesses.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_raddr_seg.
    RaddrSeg("raddr_seg", 16) {
        0x00: u64 {
            /// Remote virtual address.
            raddr: u64 = bits(63, 0);
        }
        0x08: u32 {
            /// Key the peer handed out for that memory.
            rkey: u32 = bits(31, 0);
        }
    }
    /// The address header behind rvh_seg on DC, by which the receiver finds the sender.
    ///
    /// Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.h, struct ibv_ravh.
    RavhSeg("ravh_seg", 16) {
        0x00: u32 {
            /// Number of the sender's DCT. Uncertain: UCX writes the DCT number into the low 24 bits; no
            /// public source shows the place of the service level.
            sl_dct: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Access key of the sender's DCT.
            dc_access_key: u64 = bits(63, 0);
        }
    }
    /// Opens a strided translation list, which takes turns through its entries.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_umr_repeat_block_seg.
    RepeatBlockSeg("repeat_block_seg", 16) {
        0x00: u32 {
            /// Bytes per repetition, the sum of the entries.
            byte_count: u32 = bits(31, 0);
        }
        0x04: u32 | 0x400 {
        }
        0x08: u32 {
            /// Number of repetitions of the entries.
            repeat_count: u32 = bits(31, 0);
        }
        0x0c: u32 {
            /// Number of entries that follow.
            num_ent: u16 = bits(15, 0);
        }
    }
    /// One entry of a strided translation list.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_umr_repeat_ent_seg.
    RepeatEntSeg("repeat_ent_seg", 16) {
        0x00: u32 {
            /// Bytes from one repetition to the next, those taken included.
            stride: u16 = bits(31, 16);
            /// Bytes that are taken per repetition.
            byte_count: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Key of the region below.
            memkey: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Address of the first byte.
            va: u64 = bits(63, 0);
        }
    }
    /// The rendezvous header behind tmh_seg, from which the receiver reads the message.
    ///
    /// Source: infiniband/tm_types.h, struct ibv_rvh.
    RvhSeg("rvh_seg", 16) {
        0x00: u64 {
            /// Address of the message at the sender.
            va: u64 = bits(63, 0);
        }
        0x08: u32 {
            /// Its key.
            rkey: u32 = bits(31, 0);
        }
        0x0c: u32 {
            /// Its length in bytes.
            len: u32 = bits(31, 0);
        }
    }
    /// Opens a receive WQE if the QP checks signatures.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_rwqe_sig.
    RwqeSigSeg("rwqe_sig_seg", 16) {
        0x04: u32 {
            /// Inverted XOR over the WQE, the QP number and the index.
            signature: u8 = bits(31, 24);
        }
    }
    /// Sets a protection signature value (PSV), the state that a signature has reached so far.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_set_psv_seg.
    SetPsvSeg("set_psv_seg", 16) {
        0x00: u32 {
            /// Number of the PSV.
            psv_index: u32 = bits(31, 0);
        }
        0x04: u32 {
            /// 0 clears its error.
            syndrome: u16 = bits(31, 16);
        }
        0x08: u64 {
            /// Signature from which to go on.
            transient_signature: u64 = bits(63, 0);
        }
    }
    /// Opens a WQE of a shared receive queue and links it to the one that comes after it.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_srq_next_seg.
    SrqNextSeg("srq_next_seg", 16) {
        0x00: u32 {
            /// Index of the next WQE in the list.
            next_wqe_index: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Inverted XOR over the WQE, if the SRQ checks signatures.
            signature: u8 = bits(31, 24);
        }
    }
    /// An operation on the list of tags of a tag-matching SRQ.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_tm_seg.
    TmSeg("tm_seg", 32) {
        0x00: u32 {
            /// Operation on the list.
            opcode: TmOp = bits(31, 28);
            /// 1 asks for a CQE when the list operation is done.
            cqe_req: u8 = bits(23, 23);
            /// 1 if sw_cnt is valid.
            sw_cnt_valid: u8 = bits(22, 22);
            /// To append: the next free entry of the list, not the one that the tag gets; to remove: the
            /// entry.
            index: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Unexpected messages that the program has taken so far.
            sw_cnt: u16 = bits(15, 0);
        }
        0x10: u64 {
            /// Tag to wait for.
            append_tag: u64 = bits(63, 0);
        }
        0x18: u64 {
            /// Bits of the tag that have to agree.
            append_mask: u64 = bits(63, 0);
        }
    }
    /// The tag-matching header in front of a message.
    ///
    /// Source: infiniband/tm_types.h, struct ibv_tmh.
    TmhSeg("tmh_seg", 16) {
        0x00: u32 {
            /// Kind of the message that follows.
            opcode: TmhOp = bits(31, 24);
        }
        0x04: u32 {
            /// Value that the application chooses; it arrives in the completion.
            app_ctx: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Tag of the message.
            tag: u64 = bits(63, 0);
        }
    }
    /// The fields of a memory key that a UMR changes, and the length of its translation list.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_umr_ctrl_seg.
    UmrCtrlSeg("umr_ctrl_seg", 48) {
        0x00: u32 {
            /// 1 if the translation list follows in the WQE, 0 if the WQE points to it
            /// (MLX5_WQE_UMR_CTRL_FLAG_INLINE).
            list_inline: u8 = bits(31, 31);
            /// 1 fails unless the key is in use.
            check_not_free: u8 = bits(30, 30);
            /// 1 fails unless the key is free. Uncertain: The kernel calls this bit MLX5_UMR_CHECK_NOT_FREE,
            /// rdma-core CHECK_FREE; its effect is the same.
            check_free: u8 = bits(29, 29);
            /// 1 if bsf_octowords is a translation offset.
            trans_off_en: u8 = bits(28, 28);
            /// 1 fails unless the key belongs to this QP.
            check_qpn: u8 = bits(27, 27);
        }
        0x04: u32 {
            /// Length of the translation list, in units of 16 bytes, rounded up to 4.
            klm_octowords: u16 = bits(31, 16);
            /// Length of the BSF in units of 16 bytes; or the translation offset, if trans_off_en is set.
            bsf_octowords: u16 = bits(15, 0);
        }
        0x08: u64 {
            /// Fields of mkey_ctx_seg that change; bits as in mkey_mask.
            mkey_mask: u64 = bits(63, 0);
        }
    }
    /// The CQ to wait for, or the queue to let run, and how far.
    ///
    /// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg and struct mlx5_wqe_send_en_seg.
    WaitCqSeg("wait_cq_seg", 16) {
        0x08: u32 {
            /// To wait: completions that the CQ must have; to enable: index in WQEBBs (of a receive queue: in
            /// WQEs) up to which the queue may run.
            max_index: u32 = bits(31, 0);
        }
        0x0c: u32 {
            /// Number of the CQ, or of the queue.
            qpn_cqn: u32 = bits(31, 0);
        }
    }
    /// The value in memory, or the time, to wait for.
    ///
    /// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_wseg.
    WaitDataSeg("wait_data_seg", 32) {
        0x00: u32 {
            /// 1 inverts the condition.
            invert: u8 = bits(4, 4);
            /// Kind of the comparison.
            operation: WaitOperation = bits(3, 0);
        }
        0x04: u32 {
            /// Key of the memory to look at; 0 if waiting for a time.
            lkey: u32 = bits(31, 0);
        }
        0x08: u64 {
            /// Address of the 8 bytes to look at, divided by 8 (va_high and va_low of DPDK).
            va_63_3: u64 = bits(63, 3);
            /// Action if it fails.
            fail_act: u8 = bits(2, 0);
        }
        0x10: u64 {
            /// Value to compare with, or time to wait for.
            value: u64 = bits(63, 0);
        }
        0x18: u64 {
            /// Bits that are compared.
            mask: u64 = bits(63, 0);
        }
    }
    /// The shared receive queue of the peer that takes an XRC message.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_xrc_seg.
    XrcSeg("xrc_seg", 16) {
        0x00: u32 {
            /// Number of the peer's XRC SRQ.
            xrc_srqn: u32 = bits(31, 0);
        }
    }
}
