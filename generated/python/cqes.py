# Generated from specs/cqes/ by codegen. Do not edit: `meson compile -C build generate`.
"""Every cqe: its fields, in wire order."""
from verbatim.layout import Field as F, Layout as L
from verbatim.specs import enums  # noqa: F401

CQES = (
    L(
        "cqe", "cqe128", 128, "One completion of a CQ whose CQEs have 128 bytes: a cqe64 with data in front.",
        (
            "rdma-core providers/mlx5/cq.c, mlx5_get_next_cqe and handle_responder; UCX "
            "src/uct/ib/mlx5/ib_mlx5.inl, uct_ib_mlx5_gid_from_cqe"),
        (
            F(
                "inline_data", 0x00, 0, 0,
                doc=(
                    "The payload, if the format is inline_64; else the last 40 bytes are a GRH, if "
                    "l3_in_cqe is set."),
                bytes=64,
            ),
            F("cqe64", 0x40, 0, 0, doc="The completion.", bytes=64),
        ),
    ),
    L(
        "cqe", "cqe64", 64, "One completion, as the device writes it.", "mlx5dv.h, struct mlx5_cqe64",
        (
            F("ml_path", 0x10, 22, 16, doc="Low bits of the LID that the packet was sent to, on InfiniBand."),
            F(
                "slid", 0x14, 15, 0, doc="Source LID, on InfiniBand.",
                uncertain=(
                    "libmlx5 copies it from every receive; no public source says what a device writes on "
                    "connected queue pairs."),
            ),
            F("l3_in_cqe", 0x18, 29, 29, doc="1 if the GRH is in the 40 bytes before the CQE."),
            F("l3_in_data", 0x18, 28, 28, doc="1 if the GRH is in the first 40 bytes of the receive buffer."),
            F(
                "sl", 0x18, 27, 24,
                doc=(
                    "Service level; for a datagram on RoCE, the kind of header that stands in place of the "
                    "GRH."),
            ),
            F(
                "rqpn", 0x18, 23, 0, doc="Remote QP number of a datagram.",
                uncertain=(
                    "libmlx5 copies it from every receive; no public source says what a device writes on "
                    "RC, UC and XRC."),
            ),
            F("l4_ok", 0x1c, 26, 26, doc="1 if the L4 checksum of a raw packet is right."),
            F("l3_ok", 0x1c, 25, 25, doc="1 if the IPv4 header checksum of a raw packet is right."),
            F("l2_ok", 0x1c, 24, 24, doc="1 if a raw packet came without an Ethernet error."),
            F("ip_frag", 0x1c, 23, 23, doc="1 if a raw packet is a fragment."),
            F(
                "l4_hdr_type", 0x1c, 22, 20,
                doc=(
                    "0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for "
                    "TCP with ACK and data."),
            ),
            F("l3_hdr_type", 0x1c, 19, 18, doc="0 for none, 1 for IPv6, 2 for IPv4."),
            F("ip_ext", 0x1c, 17, 17, doc="1 if the IP header of a raw packet has options or extensions."),
            F("vlan", 0x1c, 16, 16, doc="1 if a VLAN tag was taken out of a raw packet; vlan_info has it."),
            F("vlan_info", 0x1c, 15, 0, doc="The VLAN tag that was taken out of a raw packet."),
            F("srqn_uidx", 0x20, 23, 0, doc="User index of the queue; the SRQ number in CQE version 0."),
            F("imm", 0x24, 31, 0, doc="Immediate data, or the key that the peer invalidated."),
            F("app", 0x28, 31, 24, doc="1 in a completion of tag matching."),
            F("app_op", 0x28, 23, 16, doc="Event of tag matching.", enum=enums.cqe_app_op),
            F("app_info", 0x28, 15, 0, doc="Index of the tag in the list."),
            F(
                "byte_cnt", 0x2c, 31, 0, doc="Bytes received or read.",
                uncertain=(
                    "For a requester, drivers read it only after a READ. libmlx5 takes 8 after an atomic. "
                    "No source says what it holds after a SEND or WRITE."),
            ),
            F("timestamp", 0x30, 63, 0, doc="Device clock, in ticks."),
            F("s_wqe_opcode", 0x38, 31, 24, doc="Opcode of the completed send WQE.", enum=enums.opcode),
            F("qpn", 0x38, 23, 0, doc="QP number."),
            F("wqe_counter", 0x3c, 31, 16, doc="wqe_index of the completed WQE."),
            F("signature", 0x3c, 15, 8, doc="XOR over the CQE, if the CQ checks signatures."),
            F("opcode", 0x3c, 7, 4, doc="Requester, responder or error.", enum=enums.cqe_opcode),
            F("format", 0x3c, 3, 2, doc="Plain, inlined data or compressed.", enum=enums.cqe_format),
            F(
                "se", 0x3c, 1, 1, doc="Solicited event, in the CQE of the receiver.",
                uncertain=(
                    "No public driver acts on it, and no source says whether the requester's CQE has it "
                    "too."),
            ),
            F("owner", 0x3c, 0, 0, doc="Flips each time the CQ wraps."),
        ),
    ),
    L(
        "cqe", "enh_block", 64,
        (
            "A compressed block of the enhanced layout. It stands for the completions that follow the last "
            "CQE that is no such block."),
        (
            "Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c, mlx5e_decompress_enhanced_cqe; UCX "
            "src/uct/ib/mlx5/ib_mlx5.c, uct_ib_mlx5_iface_cqe_unzip_init"),
        (
            F("minis", 0x00, 0, 0, doc="Seven completions of 8 bytes.", bytes=56),
            F("validity_iteration_count", 0x3c, 15, 8, doc="Lap of the ring, modulo 256."),
            F("count_minus_1", 0x3c, 7, 4, doc="Completions in the block, less one."),
            F("format", 0x3c, 3, 2, doc="Compressed.", enum=enums.cqe_format),
        ),
    ),
    L(
        "cqe", "err_cqe", 64,
        "A completion with error. It takes the place of a cqe64 whose opcode is req_err or resp_err.",
        "mlx5dv.h, struct mlx5_err_cqe; hw_err_synd and hw_synd_type: UCX ib_mlx5.h, uct_ib_mlx5_err_cqe",
        (
            F("srqn", 0x20, 23, 0, doc="User index of the queue; the SRQ number in CQE version 0."),
            F("hw_err_synd", 0x34, 31, 24, doc="Hardware error syndrome."),
            F("hw_synd_type", 0x34, 23, 16, doc="Unit that raised the hardware error syndrome."),
            F("vendor_err_synd", 0x34, 15, 8, doc="Vendor error syndrome."),
            F("syndrome", 0x34, 7, 0, doc="Kind of the error.", enum=enums.cqe_syndrome),
            F("s_wqe_opcode", 0x38, 31, 24, doc="Opcode of the failed send WQE.", enum=enums.opcode),
            F("qpn", 0x38, 23, 0, doc="QP number."),
            F("wqe_counter", 0x3c, 31, 16, doc="wqe_index of the failed WQE."),
            F("signature", 0x3c, 15, 8, doc="XOR over the CQE, if the CQ checks signatures."),
            F("opcode", 0x3c, 7, 4, doc="Requester error or responder error.", enum=enums.cqe_opcode),
            F("format", 0x3c, 3, 2, doc="Plain in an error.", enum=enums.cqe_format),
            F(
                "se", 0x3c, 1, 1, doc="Solicited event.",
                uncertain="No public driver acts on it, and no source says which of these CQEs have it.",
            ),
            F("owner", 0x3c, 0, 0, doc="Flips each time the CQ wraps."),
        ),
    ),
    L(
        "cqe", "eth_cqe", 64,
        "A raw packet has arrived. It takes the place of a cqe64 of an Ethernet receive queue.",
        (
            "mlx5dv.h, struct mlx5_cqe64; Linux include/linux/mlx5/device.h, struct mlx5_cqe64; DPDK "
            "drivers/common/mlx5/mlx5_prm.h, struct mlx5_cqe"),
        (
            F("pkt_info", 0x00, 31, 24, doc="Bit 0: the outer IP header is that of a tunnel."),
            F(
                "wqe_id", 0x00, 15, 0,
                doc="Index of the receive WQE that the packet is in, on a striding receive queue.",
            ),
            F(
                "lro_tcppsh_abort_dupack", 0x04, 31, 24,
                doc="TCP flags of packets that were joined, and why joining ended.",
            ),
            F("lro_min_ttl", 0x04, 23, 16, doc="Least time to live of packets that were joined."),
            F("lro_tcp_win", 0x04, 15, 0, doc="TCP window of the last of the packets that were joined."),
            F(
                "lro_ack_seq_num", 0x08, 31, 0,
                doc="Acknowledged sequence number of the last of the packets that were joined.",
            ),
            F("rss_hash_result", 0x0c, 31, 0, doc="Hash of the packet."),
            F("rss_hash_type", 0x10, 31, 24, doc="Parts of the packet that were hashed."),
            F("check_sum", 0x14, 31, 16, doc="Sum over the packet."),
            F("l4_ok", 0x1c, 26, 26, doc="1 if the L4 checksum is right."),
            F("l3_ok", 0x1c, 25, 25, doc="1 if the IPv4 header checksum is right."),
            F("l2_ok", 0x1c, 24, 24, doc="1 if the packet came without an Ethernet error."),
            F("ip_frag", 0x1c, 23, 23, doc="1 if the packet is a fragment."),
            F(
                "l4_hdr_type", 0x1c, 22, 20,
                doc=(
                    "0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for "
                    "TCP with ACK and data."),
            ),
            F("l3_hdr_type", 0x1c, 19, 18, doc="0 for none, 1 for IPv6, 2 for IPv4."),
            F("ip_ext", 0x1c, 17, 17, doc="1 if the IP header has options or extensions."),
            F("vlan", 0x1c, 16, 16, doc="1 if a VLAN tag was taken out; vlan_info has it."),
            F("vlan_info", 0x1c, 15, 0, doc="The VLAN tag that was taken out."),
            F("lro_num_seg", 0x20, 31, 24, doc="Number of packets that were joined."),
            F("srqn_uidx", 0x20, 23, 0, doc="User index of the queue."),
            F("metadata", 0x24, 31, 0, doc="Metadata that the flow table set."),
            F(
                "byte_cnt", 0x2c, 31, 0,
                doc="Bytes received; on a striding receive queue also the strides that they take.",
            ),
            F("timestamp", 0x30, 63, 0, doc="Device clock, in ticks."),
            F(
                "drop_counter", 0x38, 31, 24,
                doc="Packets that were dropped because there was no receive WQE, modulo 256.",
            ),
            F("flow_tag", 0x38, 23, 0, doc="Tag of the rule that steered the packet."),
            F(
                "wqe_counter", 0x3c, 31, 16,
                doc="Index of the receive WQE; on a striding receive queue, index of the stride.",
            ),
            F("signature", 0x3c, 15, 8, doc="XOR over the CQE, if the CQ checks signatures."),
            F("opcode", 0x3c, 7, 4, doc="resp_send.", enum=enums.cqe_opcode),
            F("format", 0x3c, 3, 2, doc="Plain or compressed.", enum=enums.cqe_format),
            F(
                "se", 0x3c, 1, 1, doc="Solicited event.",
                uncertain="No public driver acts on it, and no source says which of these CQEs have it.",
            ),
            F("owner", 0x3c, 0, 0, doc="Flips each time the CQ wraps."),
        ),
    ),
    L(
        "cqe", "mini_req", 8, "One completion of a compressed block of sends.",
        (
            "UCX src/uct/ib/mlx5/ib_mlx5.h, uct_ib_mlx5_mini_cqe8_t; Linux include/linux/mlx5/device.h, "
            "struct mlx5_mini_cqe8"),
        (
            F("wqe_counter", 0x00, 31, 16, doc="wqe_index of the completed WQE."),
            F(
                "s_wqe_opcode", 0x00, 15, 8, doc="Opcode of the completed send WQE.", enum=enums.opcode,
                uncertain="DPDK declares it one byte later, and does not read it.",
            ),
            F(
                "byte_cnt", 0x04, 31, 0, doc="Bytes read.",
                uncertain="Drivers read it only after a READ, like that of cqe64.",
            ),
        ),
    ),
    L(
        "cqe", "mini_resp_csum", 8,
        "One completion of a compressed block of receives, with the packet's checksum.",
        "mlx5dv.h, MLX5DV_CQE_RES_FORMAT_CSUM; Linux include/linux/mlx5/device.h, struct mlx5_mini_cqe8",
        (
            F("checksum", 0x00, 31, 16, doc="Sum over the packet."),
            F("byte_cnt", 0x04, 31, 0, doc="Bytes received."),
        ),
    ),
    L(
        "cqe", "mini_resp_csum_stridx", 8,
        (
            "One completion of a compressed block of receives, with the packet's checksum and the stride "
            "that it begins in."),
        (
            "mlx5dv.h, MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX; Linux include/linux/mlx5/device.h, struct "
            "mlx5_mini_cqe8"),
        (
            F("checksum", 0x00, 31, 16, doc="Sum over the packet."),
            F("stride_idx", 0x00, 15, 0, doc="Stride of the receive WQE that the packet begins in."),
            F("byte_cnt", 0x04, 31, 0, doc="Bytes received."),
        ),
    ),
    L(
        "cqe", "mini_resp_ftag", 8,
        (
            "One completion of a compressed block of receives, with the flow tag and the stride that the "
            "packet begins in."),
        "DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_FTAG_STRIDX and struct mlx5_mini_cqe8",
        (
            F("flow_tag_high", 0x00, 31, 16, doc="Upper 16 bits of the flow tag."),
            F("stride_idx", 0x00, 15, 0, doc="Stride of the receive WQE that the packet begins in."),
            F(
                "flow_tag_low", 0x04, 31, 24, doc="Lower 8 bits of the flow tag.",
                uncertain="Only DPDK reads a flow tag here.",
            ),
            F("byte_cnt", 0x04, 23, 0, doc="Bytes received."),
        ),
    ),
    L(
        "cqe", "mini_resp_hash", 8,
        "One completion of a compressed block of receives, with the hash that steered the packet.",
        (
            "mlx5dv.h, MLX5DV_CQE_RES_FORMAT_HASH; Linux drivers/net/ethernet/mellanox/mlx5/core/en_rx.c, "
            "mlx5e_decompress_cqe"),
        (
            F("rx_hash_result", 0x00, 31, 0, doc="Hash of the packet."),
            F("byte_cnt", 0x04, 31, 0, doc="Bytes received."),
        ),
    ),
    L(
        "cqe", "mini_resp_l34h", 8,
        (
            "One completion of a compressed block of receives, with the kinds of the packet's headers and "
            "the stride that it begins in."),
        "DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_CQE_RESP_FORMAT_L34H_STRIDX and struct mlx5_mini_cqe8",
        (
            F("ip_frag", 0x00, 31, 31, doc="1 if the packet is a fragment."),
            F(
                "l4_hdr_type", 0x00, 30, 28,
                doc=(
                    "0 for none, 1 for TCP without ACK, 2 for UDP, 3 for TCP with ACK and no data, 4 for "
                    "TCP with ACK and data."),
            ),
            F("l3_hdr_type", 0x00, 27, 26, doc="0 for none, 1 for IPv6, 2 for IPv4."),
            F("ip_ext", 0x00, 25, 25, doc="1 if the IP header has options or extensions."),
            F("vlan", 0x00, 24, 24, doc="1 if a VLAN tag was taken out."),
            F("stride_idx", 0x00, 15, 0, doc="Stride of the receive WQE that the packet begins in."),
            F("byte_cnt", 0x04, 31, 0, doc="Bytes received."),
        ),
    ),
    L(
        "cqe", "sigerr_cqe", 64,
        (
            "Data did not have the signature that a key asks for. It belongs to no WQE and takes the place "
            "of a cqe64 whose opcode is sig_err."),
        (
            "Linux include/linux/mlx5/device.h, struct mlx5_sig_err_cqe; rdma-core providers/mlx5/cq.c, "
            "mlx5_sigerr_cqe"),
        (
            F(
                "expected_trans_sig", 0x10, 31, 0,
                doc=(
                    "Transaction signature that was expected: guard in the upper half and application tag "
                    "in the lower."),
            ),
            F("actual_trans_sig", 0x14, 31, 0, doc="Transaction signature that was found."),
            F("expected_reftag", 0x18, 31, 0, doc="Reference tag that was expected."),
            F("actual_reftag", 0x1c, 31, 0, doc="Reference tag that was found."),
            F("guard_err", 0x20, 29, 29, doc="1 if the guard is wrong."),
            F("apptag_err", 0x20, 28, 28, doc="1 if the application tag is wrong."),
            F("reftag_err", 0x20, 27, 27, doc="1 if the reference tag is wrong."),
            F("sig_type", 0x20, 10, 8, doc="0 for a block, 1 for a transaction."),
            F("domain", 0x20, 2, 0, doc="0 for the wire, 1 for memory."),
            F("mkey", 0x24, 31, 0, doc="The key."),
            F("sig_err_offset", 0x28, 63, 0, doc="Byte offset of the first error."),
            F("signature", 0x3c, 15, 8, doc="XOR over the CQE, if the CQ checks signatures."),
            F("opcode", 0x3c, 7, 4, doc="sig_err.", enum=enums.cqe_opcode),
            F("format", 0x3c, 3, 2, doc="Plain.", enum=enums.cqe_format),
            F("owner", 0x3c, 0, 0, doc="Flips each time the CQ wraps."),
        ),
    ),
    L(
        "cqe", "tm_list_cqe", 64,
        (
            "The completion of an operation on the list of tags. It takes the place of a cqe64 whose opcode"
            " is no_packet."),
        "mlx5dv.h, struct mlx5_cqe64 and mlx5_tm_cqe; rdma-core providers/mlx5/cq.c, handle_tm_list_op",
        (
            F("success", 0x00, 31, 31, doc="1 if the tag was removed."),
            F("hw_phase_cnt", 0x04, 31, 16, doc="Unexpected messages that the device has counted so far."),
            F("srqn_uidx", 0x20, 23, 0, doc="User index of the SRQ."),
            F("app", 0x28, 31, 24, doc="1 for tag matching."),
            F("app_op", 0x28, 23, 16, doc="The operation: 5 append, 6 remove, 7 nop."),
            F("timestamp", 0x30, 63, 0, doc="Device clock, in ticks."),
            F("qpn", 0x38, 23, 0, doc="Number of the command QP."),
            F("wqe_counter", 0x3c, 31, 16, doc="wqe_index of the WQE that asked for it."),
            F("signature", 0x3c, 15, 8, doc="XOR over the CQE, if the CQ checks signatures."),
            F("opcode", 0x3c, 7, 4, doc="no_packet.", enum=enums.cqe_opcode),
            F("format", 0x3c, 3, 2, doc="Plain.", enum=enums.cqe_format),
            F(
                "se", 0x3c, 1, 1, doc="Solicited event.",
                uncertain="No public driver acts on it, and no source says which of these CQEs have it.",
            ),
            F("owner", 0x3c, 0, 0, doc="Flips each time the CQ wraps."),
        ),
    ),
    L(
        "cqe", "tm_receive_cqe", 64,
        (
            "The completion of a message that came to a tag-matching SRQ. It takes the place of a cqe64 "
            "whose app is 1."),
        (
            "mlx5dv.h, struct mlx5_cqe64; infiniband/tm_types.h, struct ibv_tmh; rdma-core "
            "providers/mlx5/cq.c, handle_tag_matching"),
        (
            F("tmh_opcode", 0x00, 31, 24, doc="Kind of a message that matched.", enum=enums.tmh_op),
            F(
                "app_ctx", 0x04, 31, 0,
                doc="Value that the sender's application added to a message that matched.",
            ),
            F("tag", 0x08, 63, 0, doc="Tag of a message that matched."),
            F("srqn_uidx", 0x20, 23, 0, doc="User index of the SRQ."),
            F("imm", 0x24, 31, 0, doc="Immediate data, or the key that the peer invalidated."),
            F("app", 0x28, 31, 24, doc="1 for tag matching."),
            F(
                "app_op", 0x28, 23, 16,
                doc=(
                    "Event of tag matching: 3 unexpected, 4 no tag, 10 matched and complete; the others "
                    "concern rendezvous."),
            ),
            F("app_info", 0x28, 15, 0, doc="Entry of the list that a message matched."),
            F("byte_cnt", 0x2c, 31, 0, doc="Bytes received; without the header, if it matched."),
            F("timestamp", 0x30, 63, 0, doc="Device clock, in ticks."),
            F("qpn", 0x38, 23, 0, doc="QP number."),
            F("wqe_counter", 0x3c, 31, 16, doc="Index of the receive WQE, if the message took one."),
            F("signature", 0x3c, 15, 8, doc="XOR over the CQE, if the CQ checks signatures."),
            F("opcode", 0x3c, 7, 4, doc="A message arrived.", enum=enums.cqe_opcode),
            F("format", 0x3c, 3, 2, doc="Plain or inlined data.", enum=enums.cqe_format),
            F(
                "se", 0x3c, 1, 1, doc="Solicited event.",
                uncertain="No public driver acts on it, and no source says which of these CQEs have it.",
            ),
            F("owner", 0x3c, 0, 0, doc="Flips each time the CQ wraps."),
        ),
    ),
)
