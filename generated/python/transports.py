# Generated from specs/transports/ by codegen. Do not edit: `meson compile -C build generate`.
"""Every transport: what it puts behind ctrl_seg, and its WQEs."""
from verbatim.model import Choice as C, Transport as T
from verbatim.specs import enums  # noqa: F401

TRANSPORTS = (
    T(
        "dci", "A dynamically connected initiator over InfiniBand, each WQE to its own peer.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr", max_octowords=63,
        steps=(
            (
                C(
                    "av", segment="av_dc_seg",
                    args=(("dc_key", "dc_key"), ("dctn", "dqp_dct"), ("dlid", "rlid")),
                ),
                C("av", segment="av_dc_seg", whole="segment"),
            ),
        ),
        wqes=(
            "atomic_cs", "atomic_fa", "bind_mw", "bind_mw_type1", "cas32", "configure_mkey",
            "configure_mkey_strided", "copy", "fetch_add32", "fetch_and32", "fetch_and64", "fetch_or32",
            "fetch_or64", "fetch_xor32", "fetch_xor64", "local_invalidate", "masked_cas128", "masked_cas32",
            "masked_cas64", "masked_fetch_add128", "masked_fetch_add32", "masked_fetch_add64", "nop",
            "nop_to", "rdma_read", "rdma_write", "rdma_write_imm", "recv_enable", "send", "send_enable",
            "send_imm", "send_inval", "swap32", "swap64", "unbind_mw", "update_mkey", "wait_cq", "wait_data",
            "wait_time",
        ),
    ),
    T(
        "dci_compact",
        (
            "A dynamically connected initiator within an InfiniBand subnet, with the short address vector "
            "of devices that offer it."),
        "UCX src/uct/ib/mlx5/dc/dc_mlx5.inl, uct_dc_mlx5_iface_set_av", max_octowords=63,
        steps=(
            (
                C(
                    "av", segment="av_dc_compact_seg",
                    args=(("dc_key", "dc_key"), ("dctn", "dqp_dct"), ("dlid", "rlid")),
                ),
                C("av", segment="av_dc_compact_seg", whole="segment"),
            ),
        ),
        wqes=(
            "atomic_cs", "atomic_fa", "bind_mw", "bind_mw_type1", "cas32", "configure_mkey",
            "configure_mkey_strided", "copy", "fetch_add32", "fetch_and32", "fetch_and64", "fetch_or32",
            "fetch_or64", "fetch_xor32", "fetch_xor64", "local_invalidate", "masked_cas128", "masked_cas32",
            "masked_cas64", "masked_fetch_add128", "masked_fetch_add32", "masked_fetch_add64", "nop",
            "nop_to", "rdma_read", "rdma_write", "rdma_write_imm", "recv_enable", "send", "send_enable",
            "send_imm", "send_inval", "swap32", "swap64", "unbind_mw", "update_mkey", "wait_cq", "wait_data",
            "wait_time",
        ),
    ),
    T(
        "dci_roce", "A dynamically connected initiator over RoCE, each WQE to its own peer.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr; verbs.c, mlx5_create_ah, RoCE",
        max_octowords=63,
        steps=(
            (
                C(
                    "av", segment="av_dc_seg",
                    args=(
                        ("dc_key", "dc_key"), ("dctn", "dqp_dct"), ("rmac", "rmac"), ("rgid", "rgid"),
                        ("sgid_index", "sgid_index"), ("hop_limit", "hop_limit"), ("udp_sport", "rlid"),
                    ),
                ),
                C("av", segment="av_dc_seg", whole="segment"),
            ),
        ),
        wqes=(
            "atomic_cs", "atomic_fa", "bind_mw", "bind_mw_type1", "cas32", "configure_mkey",
            "configure_mkey_strided", "copy", "fetch_add32", "fetch_and32", "fetch_and64", "fetch_or32",
            "fetch_or64", "fetch_xor32", "fetch_xor64", "local_invalidate", "masked_cas128", "masked_cas32",
            "masked_cas64", "masked_fetch_add128", "masked_fetch_add32", "masked_fetch_add64", "nop",
            "nop_to", "rdma_read", "rdma_write", "rdma_write_imm", "recv_enable", "send", "send_enable",
            "send_imm", "send_inval", "swap32", "swap64", "unbind_mw", "update_mkey", "wait_cq", "wait_data",
            "wait_time",
        ),
    ),
    T(
        "raw_packet", "Ethernet frames as the program makes them.",
        "rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_RAW_PACKET", max_octowords=63,
        steps=(
            (
                C("eth", segment="eth_seg", args=(("l3_csum", "l3_csum"), ("l4_csum", "l4_csum"))),
                C(
                    "eth", segment="eth_seg", args=(("l3_csum", "l3_csum"), ("l4_csum", "l4_csum")),
                    header=("inline_hdr_sz", "inline_hdr_start"),
                ),
                C(
                    "eth_vlan", segment="eth_vlan_seg",
                    args=(("vlan_tci", "vlan_tci"), ("l3_csum", "l3_csum"), ("l4_csum", "l4_csum")),
                ),
                C("eth", segment="eth_seg", whole="segment"),
            ),
        ),
        wqes=(
            "dump", "multi_packet", "nop", "recv_enable", "send", "send_enable", "tso", "wait_cq",
            "wait_data", "wait_time",
        ),
    ),
    T(
        "rc", "Reliable connection, one peer, acknowledged and in order.",
        "rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_RC", max_octowords=63,
        wqes=(
            "atomic_cs", "atomic_fa", "bind_mw", "bind_mw_type1", "cas32", "configure_mkey",
            "configure_mkey_strided", "copy", "fetch_add32", "fetch_and32", "fetch_and64", "fetch_or32",
            "fetch_or64", "fetch_xor32", "fetch_xor64", "local_invalidate", "masked_cas128", "masked_cas32",
            "masked_cas64", "masked_fetch_add128", "masked_fetch_add32", "masked_fetch_add64", "nop",
            "rdma_read", "rdma_write", "rdma_write_imm", "recv_enable", "send", "send_enable", "send_imm",
            "send_inval", "set_psv", "swap32", "swap64", "unbind_mw", "update_mkey", "wait_cq", "wait_data",
            "wait_time", "write_flow_table",
        ),
    ),
    T(
        "uc", "Unreliable connection, one peer, neither acknowledged nor retried.",
        "rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UC", max_octowords=63,
        wqes=(
            "bind_mw", "bind_mw_type1", "configure_mkey", "configure_mkey_strided", "local_invalidate", "nop",
            "rdma_write", "rdma_write_imm", "recv_enable", "send", "send_enable", "send_imm", "send_inval",
            "unbind_mw", "update_mkey", "wait_cq", "wait_data", "wait_time",
        ),
    ),
    T(
        "ud", "Unreliable datagrams over InfiniBand, each to its own peer.",
        "rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UD", max_octowords=63,
        steps=(
            (
                C("av", segment="av_ud_seg", args=(("qkey", "qkey"), ("qpn", "dqp_dct"), ("dlid", "rlid"))),
                C("av", segment="av_ud_seg", whole="segment"),
            ),
        ),
        wqes=("nop", "recv_enable", "send", "send_enable", "send_imm", "wait_cq", "wait_data", "wait_time"),
    ),
    T(
        "ud_compact",
        (
            "Unreliable datagrams within an InfiniBand subnet, with the short address vector of devices "
            "that offer it."),
        "UCX src/uct/ib/mlx5/ud/ud_mlx5.c, uct_ud_mlx5_iface, compact_av", max_octowords=63,
        steps=(
            (
                C(
                    "av", segment="av_ud_compact_seg",
                    args=(("qkey", "qkey"), ("qpn", "dqp_dct"), ("dlid", "rlid")),
                ),
                C("av", segment="av_ud_compact_seg", whole="segment"),
            ),
        ),
        wqes=("nop", "recv_enable", "send", "send_enable", "send_imm", "wait_cq", "wait_data", "wait_time"),
    ),
    T(
        "ud_roce", "Unreliable datagrams over RoCE, each to its own peer.",
        "rdma-core providers/mlx5/verbs.c, mlx5_create_ah, RoCE", max_octowords=63,
        steps=(
            (
                C(
                    "av", segment="av_ud_seg",
                    args=(
                        ("qkey", "qkey"), ("qpn", "dqp_dct"), ("rmac", "rmac"), ("rgid", "rgid"),
                        ("sgid_index", "sgid_index"), ("hop_limit", "hop_limit"), ("udp_sport", "rlid"),
                    ),
                ),
                C("av", segment="av_ud_seg", whole="segment"),
            ),
        ),
        wqes=("nop", "recv_enable", "send", "send_enable", "send_imm", "wait_cq", "wait_data", "wait_time"),
    ),
    T(
        "ud_underlay", "Datagrams of IPoIB, which the device treats as packets.",
        "rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UD, MLX5_QP_FLAGS_USE_UNDERLAY",
        max_octowords=63,
        steps=(
            (
                C(
                    "av", segment="av_ud_seg", args=(("qkey", "qkey"), ("qpn", "dqp_dct"), ("dlid", "rlid")),
                    also=(C("", segment="eth_pad_seg"),),
                ),
                C("av", segment="av_ud_seg", whole="segment", also=(C("", segment="eth_pad_seg"),)),
            ),
            (
                C(
                    "eth", segment="eth_seg", args=(("l3_csum", "l3_csum"), ("l4_csum", "l4_csum")),
                    header=("inline_hdr_sz", "inline_hdr_start"),
                ),
            ),
        ),
        wqes=("nop", "recv_enable", "send", "send_enable", "wait_cq", "wait_data", "wait_time"),
    ),
    T(
        "xrc", "Reliable connection to a process, whose shared receive queues are chosen with each message.",
        "rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_XRC_SEND", max_octowords=63,
        steps=((C("xrc", segment="xrc_seg", args=(("srqn", "xrc_srqn"),)),),),
        wqes=(
            "atomic_cs", "atomic_fa", "bind_mw", "bind_mw_type1", "cas32", "configure_mkey",
            "configure_mkey_strided", "fetch_add32", "fetch_and32", "fetch_and64", "fetch_or32", "fetch_or64",
            "fetch_xor32", "fetch_xor64", "local_invalidate", "masked_cas128", "masked_cas32", "masked_cas64",
            "masked_fetch_add128", "masked_fetch_add32", "masked_fetch_add64", "nop", "rdma_read",
            "rdma_write", "rdma_write_imm", "recv_enable", "send", "send_enable", "send_imm", "send_inval",
            "swap32", "swap64", "unbind_mw", "update_mkey", "wait_cq", "wait_data", "wait_time",
        ),
    ),
    T(
        "xrq_cmd", "The command queue of a tag-matching SRQ, on which its list of tags is changed.",
        "rdma-core providers/mlx5/qp.c, mlx5_post_srq_ops", max_octowords=63,
        wqes=("nop", "tag_append", "tag_remove", "tag_sync"),
    ),
)
