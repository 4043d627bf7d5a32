# Generated from specs/segments/ by codegen. Do not edit: `meson compile -C build generate`.
"""Every segment: its fields, in wire order."""
from verbatim.layout import Field as F, Layout as L
from verbatim.specs import enums  # noqa: F401

SEGMENTS = (
    L(
        "segment", "atomic_seg", 16, "The operands of a 64-bit compare-and-swap or fetch-and-add.",
        "mlx5dv.h, struct mlx5_wqe_atomic_seg",
        (
            F("swap_add", 0x00, 63, 0, doc="Value to swap in, or value to add."),
            F("compare", 0x08, 63, 0, doc="Value to compare with; fetch-and-add ignores it."),
        ),
    ),
    L(
        "segment", "av_dc_compact_seg", 16,
        "The destination of a dynamically connected WQE within the subnet, as a compact address vector.",
        "UCX src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_set_dgram_seg, UCT_IB_MLX5_AV compact",
        (
            F("dc_key", 0x00, 63, 0, doc="Access key; the DCT has to have the same."),
            F("ext", 0x08, 31, 31, always=0x00), F("reserved_08", 0x08, 30, 28),
            F(
                "reverse_sl", 0x08, 27, 24, doc="Service level of the way back.",
                uncertain=(
                    "Only UCX fills these bits (REVERSE_SL), and the public header leaves them in dqp_dct."),
            ),
            F("dqp_dct", 0x08, 23, 0, doc="Number of the peer's DCT."),
            F("stat_rate", 0x0c, 31, 28, doc="Static rate code; 0 is as fast as the link."),
            F("sl", 0x0c, 27, 24, doc="Service level; on RoCE the priority, shifted left by one."),
            F("fl", 0x0c, 23, 23, doc="1 forces loopback."),
            F("mlid", 0x0c, 22, 16, doc="Low bits of the source LID; 0 on RoCE."),
            F("rlid", 0x0c, 15, 0, doc="LID of the peer; on RoCE v2 the UDP source port."),
        ),
    ),
    L(
        "segment", "av_dc_seg", 48,
        "The destination of a dynamically connected WQE, as a full address vector.",
        "mlx5dv.h, struct mlx5_wqe_av; rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr",
        (
            F("dc_key", 0x00, 63, 0, doc="Access key; the DCT has to have the same."),
            F("ext", 0x08, 31, 31, always=0x01), F("reserved_08", 0x08, 30, 28),
            F(
                "reverse_sl", 0x08, 27, 24, doc="Service level of the way back.",
                uncertain=(
                    "Only UCX fills these bits (REVERSE_SL), and the public header leaves them in dqp_dct."),
            ),
            F("dqp_dct", 0x08, 23, 0, doc="Number of the peer's DCT."),
            F("stat_rate", 0x0c, 31, 28, doc="Static rate code; 0 is as fast as the link."),
            F("sl", 0x0c, 27, 24, doc="Service level; on RoCE the priority, shifted left by one."),
            F("fl", 0x0c, 23, 23, doc="1 forces loopback."),
            F("mlid", 0x0c, 22, 16, doc="Low bits of the source LID; 0 on RoCE."),
            F("rlid", 0x0c, 15, 0, doc="LID of the peer; on RoCE v2 the UDP source port."),
            F("reserved_10", 0x10, 31, 0),
            F("rmac", 0x14, 0, 0, doc="MAC address of the peer on RoCE, else 0.", bytes=6),
            F("tclass", 0x18, 15, 8, doc="Traffic class."), F("hop_limit", 0x18, 7, 0, doc="Hop limit."),
            F("reserved_1c", 0x1c, 31, 31),
            F(
                "grh", 0x1c, 30, 30,
                doc="1 puts a global route header on an InfiniBand packet; 0 on RoCE, which always has one.",
            ),
            F("reserved_1c_28", 0x1c, 29, 28),
            F("sgid_index", 0x1c, 27, 20, doc="Index of the source GID in the GID table."),
            F("flow_label", 0x1c, 19, 0, doc="Flow label."),
            F("rgid", 0x20, 0, 0, doc="GID of the peer.", bytes=16),
        ),
    ),
    L(
        "segment", "av_ud_compact_seg", 16,
        "The destination of a datagram within the subnet, as a compact address vector.",
        "UCX src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_set_dgram_seg, UCT_IB_MLX5_AV compact",
        (
            F("qkey", 0x00, 31, 0, doc="Q_Key; the peer has to have the same."),
            F("reserved_04", 0x04, 31, 0), F("ext", 0x08, 31, 31, always=0x00),
            F("reserved_08", 0x08, 30, 28), F("reserved_08_24", 0x08, 27, 24),
            F("dqp_dct", 0x08, 23, 0, doc="Number of the peer's QP."),
            F("stat_rate", 0x0c, 31, 28, doc="Static rate code; 0 is as fast as the link."),
            F("sl", 0x0c, 27, 24, doc="Service level; on RoCE the priority, shifted left by one."),
            F("fl", 0x0c, 23, 23, doc="1 forces loopback."),
            F("mlid", 0x0c, 22, 16, doc="Low bits of the source LID; 0 on RoCE."),
            F("rlid", 0x0c, 15, 0, doc="LID of the peer; on RoCE v2 the UDP source port."),
        ),
    ),
    L(
        "segment", "av_ud_seg", 48, "The destination of a datagram, as a full address vector.",
        "mlx5dv.h, struct mlx5_wqe_av; rdma-core providers/mlx5/verbs.c, mlx5_create_ah",
        (
            F("qkey", 0x00, 31, 0, doc="Q_Key; the peer has to have the same."),
            F("reserved_04", 0x04, 31, 0), F("ext", 0x08, 31, 31, always=0x01),
            F("reserved_08", 0x08, 30, 28), F("reserved_08_24", 0x08, 27, 24),
            F("dqp_dct", 0x08, 23, 0, doc="Number of the peer's QP."),
            F("stat_rate", 0x0c, 31, 28, doc="Static rate code; 0 is as fast as the link."),
            F("sl", 0x0c, 27, 24, doc="Service level; on RoCE the priority, shifted left by one."),
            F("fl", 0x0c, 23, 23, doc="1 forces loopback."),
            F("mlid", 0x0c, 22, 16, doc="Low bits of the source LID; 0 on RoCE."),
            F("rlid", 0x0c, 15, 0, doc="LID of the peer; on RoCE v2 the UDP source port."),
            F("reserved_10", 0x10, 31, 0),
            F("rmac", 0x14, 0, 0, doc="MAC address of the peer on RoCE, else 0.", bytes=6),
            F("tclass", 0x18, 15, 8, doc="Traffic class."), F("hop_limit", 0x18, 7, 0, doc="Hop limit."),
            F("reserved_1c", 0x1c, 31, 31),
            F(
                "grh", 0x1c, 30, 30,
                doc="1 puts a global route header on an InfiniBand packet; 0 on RoCE, which always has one.",
            ),
            F("reserved_1c_28", 0x1c, 29, 28),
            F("sgid_index", 0x1c, 27, 20, doc="Index of the source GID in the GID table."),
            F("flow_label", 0x1c, 19, 0, doc="Flow label."),
            F("rgid", 0x20, 0, 0, doc="GID of the peer.", bytes=16),
        ),
    ),
    L(
        "segment", "bsf_ext_seg", 16,
        "Signatures of whole transactions; libmlx5 asks for none and has zeros here.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_ext; Linux include/linux/mlx5/qp.h, struct mlx5_bsf",
        (
            F(
                "t_init_gen_pro_size", 0x00, 31, 0,
                doc="Initial value and size of what comes before the data.",
                uncertain="No source says how the word is divided; they only name it.",
            ),
            F(
                "rsvd_epi_size", 0x04, 31, 0, doc="Size of what comes after the data.",
                uncertain="No source says how the word is divided; they only name it.",
            ),
            F("w_tfs_psv", 0x08, 31, 0, doc="Signature and PSV of a transaction on the wire."),
            F("m_tfs_psv", 0x0c, 31, 0, doc="Signature and PSV of a transaction in memory."),
        ),
    ),
    L(
        "segment", "bsf_inl_seg", 16, "The T10-DIF of the blocks of a memory key, on the wire or in memory.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_inl; qp.c, mlx5_umr_fill_inl_bsf_t10dif",
        (
            F("vld", 0x00, 31, 31, doc="1 if the blocks have a T10-DIF."),
            F("refresh", 0x00, 30, 30, doc="1 if each transfer begins with the tags that stand here."),
            F("reserved_00", 0x00, 29, 16), F("dif_apptag", 0x00, 15, 0, doc="Application tag."),
            F("dif_reftag", 0x04, 31, 0, doc="Reference tag of the first block."),
            F("sig_type", 0x08, 31, 24, doc="Kind of the guard.", enum=enums.guard_type),
            F("repeat_block", 0x08, 23, 23, doc="1 if every block has a T10-DIF."),
            F("reserved_08_22", 0x08, 22, 20),
            F("seed", 0x08, 19, 19, doc="1 if guards begin with all ones, 0 if with 0."),
            F("reserved_08", 0x08, 18, 0), F("reserved_0c", 0x0c, 31, 23),
            F("inc_reftag", 0x0c, 22, 22, doc="1 if the reference tag grows by one with each block."),
            F("reserved_0d", 0x0c, 21, 18),
            F("appref_escape", 0x0c, 17, 17, doc="1 if blocks whose tags are all ones are not checked."),
            F(
                "apptag_escape", 0x0c, 16, 16,
                doc="1 if blocks whose application tag is all ones are not checked.",
            ),
            F("dif_app_bitmask_check", 0x0c, 15, 0, doc="Bits of the application tag that are checked."),
        ),
    ),
    L(
        "segment", "bsf_seg", 16,
        (
            "The beginning of a BSF (byte stream format), which states the signatures that the blocks of a "
            "memory key have on the wire and in memory."),
        "rdma-core providers/mlx5/wqe.h, struct mlx5_bsf_basic; qp.c, mlx5_umr_fill_sig_bsf",
        (
            F("bsf_size", 0x00, 31, 30, doc="Size of the BSF.", enum=enums.bsf_size),
            F("reserved_00_29", 0x00, 29, 29),
            F(
                "sbs", 0x00, 28, 28,
                doc="1 if wire and memory have the same block structure, so that signatures can be copied.",
            ),
            F(
                "bsf_type", 0x00, 27, 24, always=0x00,
                uncertain="No source says how many bits the type has; libmlx5 has 0 or 1 in a byte.",
            ),
            F(
                "check_byte_mask", 0x00, 23, 16,
                doc=(
                    "Bytes of a signature that are checked where it comes in; the highest bit is for its "
                    "most significant byte."),
            ),
            F(
                "w_bs_selector", 0x00, 15, 8,
                doc=(
                    "With sbs the bytes of a signature that are copied (copy_byte_mask), else the block "
                    "size on the wire, as in block_size."),
            ),
            F("m_bs_selector", 0x00, 7, 0, doc="Block size in memory.", enum=enums.block_size),
            F("raw_data_size", 0x04, 31, 0, doc="Bytes of data; libmlx5 has all ones."),
            F("w_bfs", 0x08, 31, 28, doc="Signature on the wire.", enum=enums.block_format),
            F("reserved_08_26", 0x08, 27, 26),
            F("w_repeat", 0x08, 25, 25, doc="1 if each block begins anew."),
            F(
                "w_seed", 0x08, 24, 24, doc="1 if a CRC begins with 0, 0 if with all ones.",
                uncertain="Only libmlx5 says what the bit means, and calls it the seed.",
            ),
            F("w_psv", 0x08, 23, 0, doc="PSV of the wire."),
            F("m_bfs", 0x0c, 31, 28, doc="Signature in memory.", enum=enums.block_format),
            F("reserved_0c_26", 0x0c, 27, 26),
            F("m_repeat", 0x0c, 25, 25, doc="1 if each block begins anew."),
            F("m_seed", 0x0c, 24, 24, doc="1 if a CRC begins with 0, 0 if with all ones."),
            F("m_psv", 0x0c, 23, 0, doc="PSV of memory."),
        ),
    ),
    L(
        "segment", "crypto_bsf_seg", 64, "The encryption of a memory key's data.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_crypto_bsf; qp.c, mlx5_umr_fill_crypto_bsf",
        (
            F(
                "bsf_size", 0x00, 31, 30,
                doc="with_inline if it is alone, sig_and_crypto behind a signature.", enum=enums.bsf_size,
            ),
            F("reserved_00_29", 0x00, 29, 28),
            F(
                "bsf_type", 0x00, 27, 24, always=0x01,
                uncertain="No source says how many bits the type has; libmlx5 has 0 or 1 in a byte.",
            ),
            F("enc_order", 0x00, 23, 16, doc="Side on which data is encrypted.", enum=enums.enc_order),
            F("reserved_02", 0x00, 15, 8),
            F("enc_standard", 0x00, 7, 0, doc="Standard of the encryption.", enum=enums.enc_standard),
            F("raw_data_size", 0x04, 31, 0, doc="Bytes of data; libmlx5 has all ones."),
            F("bs_pointer", 0x08, 31, 24, doc="Bytes of data between two tweaks.", enum=enums.block_size),
            F("reserved_09", 0x08, 23, 0), F("reserved_0c", 0x0c, 31, 0),
            F(
                "xts_init_tweak", 0x10, 0, 0, doc="Tweak of the first block, big-endian.", bytes=16,
                uncertain=(
                    "No source says that every device has it big-endian; libmlx5 reverses it for those with"
                    " aes_xts_multi_block_be_tweak."),
            ),
            F("reserved_20", 0x20, 31, 24),
            F("dek_ptr", 0x20, 23, 0, doc="Number of the key (data encryption key, DEK)."),
            F("reserved_24", 0x24, 31, 0),
            F(
                "keytag", 0x28, 0, 0,
                doc="Key tag that the key was made with, if it has one; it has to be the same.", bytes=8,
            ),
            F("reserved_30", 0x30, 0, 0, bytes=16),
        ),
    ),
    L(
        "segment", "ctrl_seg", 16, "Opens every send WQE and states its operation, its QP and its length.",
        "mlx5dv.h, struct mlx5_wqe_ctrl_seg",
        (
            F("opmod", 0x00, 31, 24, doc="Opcode modifier."),
            F("wqe_index", 0x00, 23, 8, doc="Producer index of this WQE's first WQEBB, modulo 2^16."),
            F("opcode", 0x00, 7, 0, doc="Operation that the device executes.", enum=enums.opcode),
            F("qpn", 0x04, 31, 8, doc="QP number."), F("reserved_04", 0x04, 7, 6),
            F("ds", 0x04, 5, 0, doc="Length of the WQE in octowords, this segment included."),
            F("signature", 0x08, 31, 24, doc="Inverted XOR over the WQE, if the QP checks signatures."),
            F("dci_stream_channel_id", 0x08, 23, 8, doc="DCI stream the WQE belongs to."),
            F(
                "fm", 0x08, 7, 5, doc="Earlier work that the WQE waits for before it starts.",
                enum=enums.fence_mode,
            ),
            F("reserved_0b_4", 0x08, 4, 4),
            F(
                "ce", 0x08, 3, 2, doc="Condition under which the device writes a CQE.",
                enum=enums.completion_mode,
            ),
            F("se", 0x08, 1, 1, doc="Solicited event at the responder."), F("reserved_0b_0", 0x08, 0, 0),
            F("imm", 0x0c, 31, 0, doc="Immediate data, or a key to invalidate, by opcode."),
        ),
    ),
    L(
        "segment", "data_seg", 16, "One contiguous piece of local memory to gather from or scatter to.",
        "mlx5dv.h, struct mlx5_wqe_data_seg",
        (
            F("reserved_00", 0x00, 31, 31, always=0x00),
            F("byte_count", 0x00, 30, 0, doc="Length in bytes.", max=0x7fffffff),
            F("lkey", 0x04, 31, 0, doc="Local key of the memory region.", key="local"),
            F("addr", 0x08, 63, 0, doc="Local virtual address."),
        ),
        drop_if_zero="byte_count",
    ),
    L(
        "segment", "eth_pad_seg", 16,
        "The room between the address vector and eth_seg in an IPoIB underlay datagram.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_eth_pad", (F("reserved_00", 0x00, 0, 0, bytes=16),),
    ),
    L(
        "segment", "eth_seg", 16,
        (
            "The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers "
            "follow from 0x0e on."),
        "mlx5dv.h, struct mlx5_wqe_eth_seg; Linux include/linux/mlx5/qp.h, struct mlx5_wqe_eth_seg",
        (
            F(
                "swp_outer_l4_offset", 0x00, 31, 24,
                doc="Software parser: offset of the outer L4 header, in units of 2 bytes.",
            ),
            F(
                "swp_outer_l3_offset", 0x00, 23, 16,
                doc="Software parser: offset of the outer L3 header, in units of 2 bytes.",
            ),
            F(
                "swp_inner_l4_offset", 0x00, 15, 8,
                doc="Software parser: offset of the inner L4 header, in units of 2 bytes.",
            ),
            F(
                "swp_inner_l3_offset", 0x00, 7, 0,
                doc="Software parser: offset of the inner L3 header, in units of 2 bytes.",
            ),
            F("l4_csum", 0x04, 31, 31, doc="1 inserts the L4 checksum (of the outer header)."),
            F("l3_csum", 0x04, 30, 30, doc="1 inserts the IPv4 header checksum (of the outer header)."),
            F("l4_inner_csum", 0x04, 29, 29, doc="1 inserts the L4 checksum of the inner header."),
            F("l3_inner_csum", 0x04, 28, 28, doc="1 inserts the IPv4 checksum of the inner header."),
            F("reserved_04", 0x04, 27, 22),
            F(
                "swp_outer_l4_udp", 0x04, 21, 21, doc="1 if the outer L4 header is UDP, 0 if TCP.",
                uncertain=(
                    "The FlexIO SDK orders these four bits differently; here they stand as in the kernel "
                    "and in DPDK."),
            ),
            F(
                "swp_outer_l3_ipv6", 0x04, 20, 20, doc="1 if the outer L3 header is IPv6, 0 if IPv4.",
                uncertain=(
                    "The FlexIO SDK orders these four bits differently; here they stand as in the kernel "
                    "and in DPDK."),
            ),
            F("reserved_05_2", 0x04, 19, 18),
            F(
                "swp_inner_l4_udp", 0x04, 17, 17, doc="1 if the inner L4 header is UDP, 0 if TCP.",
                uncertain=(
                    "The FlexIO SDK orders these four bits differently; here they stand as in the kernel "
                    "and in DPDK."),
            ),
            F(
                "swp_inner_l3_ipv6", 0x04, 16, 16, doc="1 if the inner L3 header is IPv6, 0 if IPv4.",
                uncertain=(
                    "The FlexIO SDK orders these four bits differently; here they stand as in the kernel "
                    "and in DPDK."),
            ),
            F(
                "mss", 0x04, 15, 0,
                doc="TCP payload bytes per packet that segmentation makes; 0 without segmentation.",
            ),
            F("flow_table_metadata", 0x08, 31, 0, doc="Metadata that egress flow tables may match."),
            F("vlan_insert", 0x0c, 31, 31, always=0x00), F("reserved_0c", 0x0c, 30, 26),
            F("inline_hdr_sz", 0x0c, 25, 16, doc="Bytes of packet headers that are inlined."),
            F("inline_hdr_start", 0x0c, 15, 0, doc="First two bytes of the inlined headers."),
        ),
    ),
    L(
        "segment", "eth_vlan_seg", 16, "An eth_seg that inserts a VLAN tag, and so has no inlined headers.",
        (
            "Linux include/linux/mlx5/qp.h, struct mlx5_wqe_eth_seg, insert; DPDK "
            "drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_eseg"),
        (
            F("reserved_00", 0x00, 31, 0), F("l4_csum", 0x04, 31, 31, doc="1 inserts the L4 checksum."),
            F("l3_csum", 0x04, 30, 30, doc="1 inserts the IPv4 header checksum."),
            F("reserved_04", 0x04, 29, 16),
            F(
                "mss", 0x04, 15, 0,
                doc="TCP payload bytes per packet that segmentation makes; 0 without segmentation.",
            ),
            F("flow_table_metadata", 0x08, 31, 0, doc="Metadata that egress flow tables may match."),
            F("vlan_insert", 0x0c, 31, 31, always=0x01),
            F(
                "svlan", 0x0c, 30, 30, doc="1 inserts an 802.1ad tag (S-VLAN), 0 an 802.1Q tag (C-VLAN).",
                uncertain=(
                    "The kernel selects the S-VLAN by bit 0 of the 16-bit word as it defines it; no public "
                    "driver for user space does."),
            ),
            F("reserved_0c", 0x0c, 29, 16),
            F("vlan_tci", 0x0c, 15, 0, doc="Tag control information: priority, DEI and VLAN number."),
        ),
    ),
    L(
        "segment", "flow_tbl_access_seg", 48, "The steering object that a FLOW_TBL_ACCESS writes.",
        "rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_flow_update_ctrl_seg",
        (
            F(
                "flow_idx_update", 0x00, 31, 0, doc="Index of the entry to update.",
                uncertain="Read in one driver only.",
            ),
            F(
                "dest_handle", 0x04, 31, 0, doc="Handle of the destination.",
                uncertain="Read in one driver only.",
            ),
            F("reserved_08", 0x08, 0, 0, bytes=40),
        ),
    ),
    L(
        "segment", "flow_tbl_argument_seg", 64, "The arguments that a FLOW_TBL_ACCESS writes.",
        "rdma-core providers/mlx5/dr_send.c, struct mlx5_wqe_header_modify_argument_update_seg",
        (F("argument_list", 0x00, 0, 0, doc="Arguments of a header modification.", bytes=64),),
    ),
    L(
        "segment", "inline_seg", 4,
        "The length of the payload that follows directly; header and payload are padded to octowords.",
        "mlx5dv.h, struct mlx5_wqe_inl_data_seg",
        (
            F("inline_flag", 0x00, 31, 31, always=0x01), F("reserved_00", 0x00, 30, 10),
            F("byte_count", 0x00, 9, 0, doc="Length of the payload in bytes."),
        ),
    ),
    L(
        "segment", "klm_seg", 16, "One entry of the translation list of a memory key.",
        "mlx5dv.h, struct mlx5_wqe_umr_klm_seg",
        (
            F("byte_count", 0x00, 31, 0, doc="Bytes that the entry covers, at most 2 GiB.", max=0x80000000),
            F("mkey", 0x04, 31, 0, doc="Key of the region below.", key="local"),
            F("address", 0x08, 63, 0, doc="Address in that region."),
        ),
    ),
    L(
        "segment", "masked_cs128_seg", 64,
        "The operands of a masked compare-and-swap of 16 bytes, each big-endian.",
        (
            "rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod "
            "counts them"),
        (
            F(
                "swap", 0x00, 0, 0, doc="Value to swap in.", bytes=16,
                uncertain=(
                    "No public driver posts operands of 16 bytes; the order is that of the smaller sizes."),
            ),
            F("compare", 0x10, 0, 0, doc="Value to compare with.", bytes=16),
            F("swap_mask", 0x20, 0, 0, doc="Bits of the target that are replaced.", bytes=16),
            F("compare_mask", 0x30, 0, 0, doc="Bits of the target that are compared.", bytes=16),
        ),
    ),
    L(
        "segment", "masked_cs32_seg", 16, "The operands of a masked compare-and-swap of 4 bytes.",
        "UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_cswap32_seg",
        (
            F("swap", 0x00, 31, 0, doc="Value to swap in."),
            F("compare", 0x04, 31, 0, doc="Value to compare with."),
            F("swap_mask", 0x08, 31, 0, doc="Bits of the target that are replaced."),
            F("compare_mask", 0x0c, 31, 0, doc="Bits of the target that are compared."),
        ),
    ),
    L(
        "segment", "masked_cs64_seg", 32, "The operands of a masked compare-and-swap of 8 bytes.",
        "UCX src/uct/ib/mlx5/ib_mlx5.h, two of uct_ib_mlx5_atomic_masked_cswap64_seg",
        (
            F("swap", 0x00, 63, 0, doc="Value to swap in."),
            F("compare", 0x08, 63, 0, doc="Value to compare with."),
            F("swap_mask", 0x10, 63, 0, doc="Bits of the target that are replaced."),
            F("compare_mask", 0x18, 63, 0, doc="Bits of the target that are compared."),
        ),
    ),
    L(
        "segment", "masked_fa128_seg", 32,
        "The operands of a masked fetch-and-add of 16 bytes, each big-endian.",
        (
            "rdma-core providers/mlx5/mlx5dv.h, the masked atomic segments, taken on to 16 bytes as opmod "
            "counts them"),
        (
            F(
                "add", 0x00, 0, 0, doc="Value to add.", bytes=16,
                uncertain=(
                    "No public driver posts operands of 16 bytes; the order is that of the smaller sizes."),
            ),
            F(
                "field_boundary", 0x10, 0, 0,
                doc="A 1 marks the highest bit of a field out of which no carry goes.", bytes=16,
            ),
        ),
    ),
    L(
        "segment", "masked_fa32_seg", 16, "The operands of a masked fetch-and-add of 4 bytes.",
        "UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_fadd32_seg",
        (
            F("add", 0x00, 31, 0, doc="Value to add."),
            F(
                "field_boundary", 0x04, 31, 0,
                doc="A 1 marks the highest bit of a field out of which no carry goes.",
            ),
            F("reserved_08", 0x08, 63, 0),
        ),
    ),
    L(
        "segment", "masked_fa64_seg", 16, "The operands of a masked fetch-and-add of 8 bytes.",
        "UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_atomic_masked_fadd64_seg",
        (
            F("add", 0x00, 63, 0, doc="Value to add."),
            F(
                "field_boundary", 0x08, 63, 0,
                doc="A 1 marks the highest bit of a field out of which no carry goes.",
            ),
        ),
    ),
    L(
        "segment", "mkey_ctx_seg", 64, "The fields of a memory key that a UMR may change.",
        "mlx5dv.h, struct mlx5_wqe_mkey_context_seg",
        (
            F("reserved_00_7", 0x00, 31, 31), F("free", 0x00, 30, 30, doc="1 makes the key invalid."),
            F("reserved_00", 0x00, 29, 16),
            F("umr_en", 0x00, 15, 15, doc="1 lets UMRs change the key; only the kernel sets it."),
            F("atomic", 0x00, 14, 14, doc="1 allows atomics of peers."),
            F("remote_write", 0x00, 13, 13, doc="1 allows WRITE of peers."),
            F("remote_read", 0x00, 12, 12, doc="1 allows READ of peers."),
            F("local_write", 0x00, 11, 11, doc="1 allows writing as a local key."),
            F("local_read", 0x00, 10, 10, doc="1 allows reading as a local key."),
            F(
                "access_mode", 0x00, 9, 8,
                doc="Translation of addresses: 0 physical, 1 pages, 2 KLM list, 3 KSM list.",
            ),
            F("sf", 0x00, 7, 0, doc="Meant for the kernel."),
            F("qpn", 0x04, 31, 8, doc="QP to which the key belongs; 0xffffff is every QP."),
            F("mkey_7_0", 0x04, 7, 0, doc="Low byte of the new key, its variant."),
            F("reserved_08", 0x08, 31, 0),
            F("length64", 0x0c, 31, 31, doc="1 if the key covers the whole address space."),
            F("bsf_en", 0x0c, 30, 30, doc="1 if a BSF is attached."),
            F("sync_umr", 0x0c, 29, 29, doc="Meant for the kernel."), F("reserved_0c_27", 0x0c, 28, 27),
            F("sig_err_cnt", 0x0c, 26, 26, doc="Low bit of the counter of signature errors."),
            F("reserved_0c_25", 0x0c, 25, 25),
            F("en_rinval", 0x0c, 24, 24, doc="1 if a peer may invalidate the key."),
            F("pd", 0x0c, 23, 0, doc="Protection domain."),
            F(
                "start_addr", 0x10, 63, 0,
                doc="Address of the first byte; 0 for a key whose addresses are offsets.",
            ),
            F("len", 0x18, 63, 0, doc="Length of the region in bytes."),
            F("bsf_octword_size", 0x20, 31, 0, doc="Length of the BSF in units of 16 bytes."),
            F("reserved_24", 0x24, 0, 0, bytes=16),
            F(
                "translations_octword_size", 0x34, 31, 0,
                doc="Length of the translation list in units of 16 bytes.",
            ),
            F("reserved_38", 0x38, 31, 5),
            F("log_page_size", 0x38, 4, 0, doc="Binary logarithm of the page size."),
            F("reserved_3c", 0x3c, 31, 0),
        ),
    ),
    L(
        "segment", "mmo_meta_seg", 16,
        "Opens the work of a memory-to-memory engine and names the buffer for its result.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_mmo_metadata_seg",
        (
            F("mmo_control_31_0", 0x00, 31, 0, doc="Low half of the control word; 0 for a copy."),
            F("opaque_lkey", 0x04, 31, 0, doc="Key of the result buffer.", key="local"),
            F(
                "opaque_va", 0x08, 63, 0,
                doc="Address of the result buffer, 64 bytes that begin at a multiple of 64.",
            ),
        ),
    ),
    L(
        "segment", "mtt_seg", 8, "One page of a translation list by pages.",
        "Linux include/linux/mlx5/device.h, struct mlx5_mtt; MLX5_IB_MTT_READ and MLX5_IB_MTT_WRITE",
        (
            F("ptag", 0x00, 63, 2, doc="The physical address of the page.", in_place=True),
            F("write_en", 0x04, 1, 1, doc="1 allows writing."),
            F("read_en", 0x04, 0, 0, doc="1 allows reading."),
        ),
    ),
    L(
        "segment", "raddr_seg", 16,
        "The place in the peer's memory that an RDMA or atomic operation accesses.",
        "mlx5dv.h, struct mlx5_wqe_raddr_seg",
        (
            F("raddr", 0x00, 63, 0, doc="Remote virtual address."),
            F("rkey", 0x08, 31, 0, doc="Key the peer handed out for that memory.", key="remote"),
            F("reserved_0c", 0x0c, 31, 0),
        ),
    ),
    L(
        "segment", "ravh_seg", 16,
        "The address header behind rvh_seg on DC, by which the receiver finds the sender.",
        "UCX src/uct/ib/mlx5/dc/dc_mlx5.h, struct ibv_ravh",
        (
            F(
                "sl_dct", 0x00, 31, 0, doc="Number of the sender's DCT.",
                uncertain=(
                    "UCX writes the DCT number into the low 24 bits; no public source shows the place of "
                    "the service level."),
            ),
            F("reserved_04", 0x04, 31, 0),
            F("dc_access_key", 0x08, 63, 0, doc="Access key of the sender's DCT."),
        ),
    ),
    L(
        "segment", "repeat_block_seg", 16,
        "Opens a strided translation list, which takes turns through its entries.",
        "mlx5dv.h, struct mlx5_wqe_umr_repeat_block_seg",
        (
            F("byte_count", 0x00, 31, 0, doc="Bytes per repetition, the sum of the entries."),
            F("op", 0x04, 31, 0, always=0x400),
            F("repeat_count", 0x08, 31, 0, doc="Number of repetitions of the entries."),
            F("reserved_0c", 0x0c, 31, 16), F("num_ent", 0x0c, 15, 0, doc="Number of entries that follow."),
        ),
    ),
    L(
        "segment", "repeat_ent_seg", 16, "One entry of a strided translation list.",
        "mlx5dv.h, struct mlx5_wqe_umr_repeat_ent_seg",
        (
            F("stride", 0x00, 31, 16, doc="Bytes from one repetition to the next, those taken included."),
            F("byte_count", 0x00, 15, 0, doc="Bytes that are taken per repetition."),
            F("memkey", 0x04, 31, 0, doc="Key of the region below.", key="local"),
            F("va", 0x08, 63, 0, doc="Address of the first byte."),
        ),
    ),
    L(
        "segment", "rvh_seg", 16,
        "The rendezvous header behind tmh_seg, from which the receiver reads the message.",
        "infiniband/tm_types.h, struct ibv_rvh",
        (
            F("va", 0x00, 63, 0, doc="Address of the message at the sender."),
            F("rkey", 0x08, 31, 0, doc="Its key.", key="remote"),
            F("len", 0x0c, 31, 0, doc="Its length in bytes."),
        ),
    ),
    L(
        "segment", "rwqe_sig_seg", 16, "Opens a receive WQE if the QP checks signatures.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_rwqe_sig",
        (
            F("reserved_00", 0x00, 31, 0),
            F("signature", 0x04, 31, 24, doc="Inverted XOR over the WQE, the QP number and the index."),
            F("reserved_05", 0x05, 0, 0, bytes=11),
        ),
    ),
    L(
        "segment", "set_psv_seg", 16,
        "Sets a protection signature value (PSV), the state that a signature has reached so far.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_set_psv_seg",
        (
            F("psv_index", 0x00, 31, 0, doc="Number of the PSV."),
            F("syndrome", 0x04, 31, 16, doc="0 clears its error."), F("reserved_06", 0x04, 15, 0),
            F("transient_signature", 0x08, 63, 0, doc="Signature from which to go on."),
        ),
    ),
    L(
        "segment", "srq_next_seg", 16,
        "Opens a WQE of a shared receive queue and links it to the one that comes after it.",
        "mlx5dv.h, struct mlx5_wqe_srq_next_seg",
        (
            F("reserved_00", 0x00, 31, 16),
            F("next_wqe_index", 0x00, 15, 0, doc="Index of the next WQE in the list."),
            F("signature", 0x04, 31, 24, doc="Inverted XOR over the WQE, if the SRQ checks signatures."),
            F("reserved_05", 0x05, 0, 0, bytes=11),
        ),
    ),
    L(
        "segment", "tm_seg", 32, "An operation on the list of tags of a tag-matching SRQ.",
        "mlx5dv.h, struct mlx5_wqe_tm_seg",
        (
            F("opcode", 0x00, 31, 28, doc="Operation on the list.", enum=enums.tm_op),
            F("reserved_00", 0x00, 27, 24),
            F("cqe_req", 0x00, 23, 23, doc="1 asks for a CQE when the list operation is done."),
            F("sw_cnt_valid", 0x00, 22, 22, doc="1 if sw_cnt is valid."), F("reserved_01", 0x00, 21, 16),
            F(
                "index", 0x00, 15, 0,
                doc=(
                    "To append: the next free entry of the list, not the one that the tag gets; to remove: "
                    "the entry."),
            ),
            F("reserved_04", 0x04, 31, 16),
            F("sw_cnt", 0x04, 15, 0, doc="Unexpected messages that the program has taken so far."),
            F("reserved_08", 0x08, 63, 0), F("append_tag", 0x10, 63, 0, doc="Tag to wait for."),
            F("append_mask", 0x18, 63, 0, doc="Bits of the tag that have to agree."),
        ),
    ),
    L(
        "segment", "tmh_seg", 16, "The tag-matching header in front of a message.",
        "infiniband/tm_types.h, struct ibv_tmh",
        (
            F("opcode", 0x00, 31, 24, doc="Kind of the message that follows.", enum=enums.tmh_op),
            F("reserved_01", 0x00, 23, 0),
            F(
                "app_ctx", 0x04, 31, 0,
                doc="Value that the application chooses; it arrives in the completion.",
            ),
            F("tag", 0x08, 63, 0, doc="Tag of the message."),
        ),
    ),
    L(
        "segment", "umr_ctrl_seg", 48,
        "The fields of a memory key that a UMR changes, and the length of its translation list.",
        "mlx5dv.h, struct mlx5_wqe_umr_ctrl_seg",
        (
            F(
                "list_inline", 0x00, 31, 31,
                doc=(
                    "1 if the translation list follows in the WQE, 0 if the WQE points to it "
                    "(MLX5_WQE_UMR_CTRL_FLAG_INLINE)."),
            ),
            F("check_not_free", 0x00, 30, 30, doc="1 fails unless the key is in use."),
            F(
                "check_free", 0x00, 29, 29, doc="1 fails unless the key is free.",
                uncertain=(
                    "The kernel calls this bit MLX5_UMR_CHECK_NOT_FREE, rdma-core CHECK_FREE; its effect is"
                    " the same."),
            ),
            F("trans_off_en", 0x00, 28, 28, doc="1 if bsf_octowords is a translation offset."),
            F("check_qpn", 0x00, 27, 27, doc="1 fails unless the key belongs to this QP."),
            F("reserved_00", 0x00, 26, 0),
            F(
                "klm_octowords", 0x04, 31, 16,
                doc="Length of the translation list, in units of 16 bytes, rounded up to 4.",
            ),
            F(
                "bsf_octowords", 0x04, 15, 0,
                doc=(
                    "Length of the BSF in units of 16 bytes; or the translation offset, if trans_off_en is "
                    "set."),
            ),
            F("mkey_mask", 0x08, 63, 0, doc="Fields of mkey_ctx_seg that change; bits as in mkey_mask."),
            F("reserved_10", 0x10, 0, 0, bytes=32),
        ),
    ),
    L(
        "segment", "wait_cq_seg", 16, "The CQ to wait for, or the queue to let run, and how far.",
        "DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg and struct mlx5_wqe_send_en_seg",
        (
            F("reserved_00", 0x00, 63, 0),
            F(
                "max_index", 0x08, 31, 0,
                doc=(
                    "To wait: completions that the CQ must have; to enable: index in WQEBBs (of a receive "
                    "queue: in WQEs) up to which the queue may run."),
            ),
            F("qpn_cqn", 0x0c, 31, 0, doc="Number of the CQ, or of the queue."),
        ),
    ),
    L(
        "segment", "wait_data_seg", 32, "The value in memory, or the time, to wait for.",
        "DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_wseg",
        (
            F("reserved_00", 0x00, 31, 5), F("invert", 0x00, 4, 4, doc="1 inverts the condition."),
            F("operation", 0x00, 3, 0, doc="Kind of the comparison.", enum=enums.wait_operation),
            F("lkey", 0x04, 31, 0, doc="Key of the memory to look at; 0 if waiting for a time.", key="local"),
            F(
                "va_63_3", 0x08, 63, 3,
                doc="Address of the 8 bytes to look at, divided by 8 (va_high and va_low of DPDK).",
            ),
            F("fail_act", 0x0c, 2, 0, doc="Action if it fails."),
            F("value", 0x10, 63, 0, doc="Value to compare with, or time to wait for."),
            F("mask", 0x18, 63, 0, doc="Bits that are compared."),
        ),
    ),
    L(
        "segment", "xrc_seg", 16, "The shared receive queue of the peer that takes an XRC message.",
        "rdma-core providers/mlx5/wqe.h, struct mlx5_wqe_xrc_seg",
        (
            F("xrc_srqn", 0x00, 31, 0, doc="Number of the peer's XRC SRQ."),
            F("reserved_04", 0x04, 0, 0, bytes=12),
        ),
    ),
)
