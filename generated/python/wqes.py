# Generated from specs/wqes/ by codegen. Do not edit: `meson compile -C build generate`.
"""Every WQE: its steps, and the states of its chain."""
from verbatim.model import Choice as C, State as S, Wqe as W
from verbatim.specs import enums  # noqa: F401

WQES = (
    W(
        "atomic_cs",
        "Swaps 64 bits of the peer's memory if they equal `compare`, and fetches what was there.",
        "mlx5dv.h, MLX5_OPCODE_ATOMIC_CS", enums.opcode.atomic_cs, "cas", max_octowords=63, result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (C("operands", segment="atomic_seg", args=(("compare", "compare"), ("swap", "swap_add"))),),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "atomic_fa", "Adds to 64 bits of the peer's memory, and fetches what was there.",
        "mlx5dv.h, MLX5_OPCODE_ATOMIC_FA", enums.opcode.atomic_fa, "fetch_add", max_octowords=63,
        result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (C("operands", segment="atomic_seg", args=(("add", "swap_add"),), fixed=(("compare", 0x00),)),),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "bind_mw",
        "Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_bind_mw and set_umr_control_seg", enums.opcode.umr,
        "bind_mw", bare=True, fences_next=True, max_octowords=60,
        steps=(
            (
                C(
                    "window", args=(("rkey", "imm"),), imm="rkey",
                    also=(
                        C(
                            "", segment="umr_ctrl_seg",
                            fixed=(
                                ("list_inline", 0x01), ("check_free", 0x01), ("trans_off_en", 0x01),
                                ("klm_octowords", 0x04), ("mkey_mask", 0x203c6041),
                            ),
                        ),
                    ),
                ),
            ),
            (C("to", segment="mkey_ctx_seg", whole="segment"),),
            (
                C(
                    "klm", segment="klm_seg",
                    args=(("byte_count", "byte_count"), ("lkey", "mkey"), ("addr", "address")), pad=4,
                ),
            ),
        ),
        states=(
            S("needs_window", (("window", "needs_to"),)), S("needs_to", (("to", "needs_klm"),)),
            S("needs_klm", (("klm", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "bind_mw_type1", "Binds a memory window of type 1 to a piece of a memory region.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_bind_mw and set_umr_control_seg", enums.opcode.umr,
        "bind_mw_type1", bare=True, fences_next=True, max_octowords=60,
        steps=(
            (
                C(
                    "window", args=(("rkey", "imm"),), imm="rkey",
                    also=(
                        C(
                            "", segment="umr_ctrl_seg",
                            fixed=(
                                ("list_inline", 0x01), ("trans_off_en", 0x01), ("klm_octowords", 0x04),
                                ("mkey_mask", 0x203c2041),
                            ),
                        ),
                    ),
                ),
            ),
            (C("to", segment="mkey_ctx_seg", whole="segment"),),
            (
                C(
                    "klm", segment="klm_seg",
                    args=(("byte_count", "byte_count"), ("lkey", "mkey"), ("addr", "address")), pad=4,
                ),
            ),
        ),
        states=(
            S("needs_window", (("window", "needs_to"),)), S("needs_to", (("to", "needs_klm"),)),
            S("needs_klm", (("klm", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "cas32", "Swaps 32 bits of the peer's memory if they equal `compare`, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "cas32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_cs32_seg", args=(("compare", "compare"), ("swap", "swap")),
                    fixed=(("compare_mask", 0xffffffff), ("swap_mask", 0xffffffff)),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "configure_mkey", "Gives a memory key its properties, and a list of pieces of which it consists.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_mkey_configure and mlx5_send_wr_set_mkey_layout",
        enums.opcode.umr, "configure_mkey", bare=True, fences_next=True, max_octowords=60,
        steps=(
            (C("key", args=(("mkey", "imm"),), imm="mkey"),),
            (
                C(
                    "change", segment="umr_ctrl_seg", args=(("mkey_mask", "mkey_mask"),),
                    fixed=(("list_inline", 0x01),),
                ),
            ),
            (C("to", segment="mkey_ctx_seg", whole="segment"),),
            (
                C(
                    "klm", segment="klm_seg",
                    args=(("byte_count", "byte_count"), ("lkey", "mkey"), ("addr", "address")), repeat=True,
                    pad=4, length_in=("umr_ctrl_seg", "klm_octowords"),
                ),
            ),
        ),
        behind=(
            C(
                "sig_block", segment="bsf_seg", whole="segment",
                also=(
                    C("", segment="bsf_ext_seg"), C("", segment="bsf_inl_seg", whole="wire"),
                    C("", segment="bsf_inl_seg", whole="memory"),
                ),
            ),
            C("crypto", segment="crypto_bsf_seg", whole="segment"),
        ),
        behind_in=("umr_ctrl_seg", "bsf_octowords"),
        states=(
            S("needs_key", (("key", "needs_change"),)), S("needs_change", (("change", "needs_to"),)),
            S("needs_to", (("to", "needs_klm"),)),
            S("needs_klm", (("klm", "takes_klm_or_sig_block_or_crypto_or_signal_or_finish"),)),
            S(
                "takes_klm_or_sig_block_or_crypto_or_signal_or_finish",
                (
                    ("klm", "takes_klm_or_sig_block_or_crypto_or_signal_or_finish"),
                    ("sig_block", "takes_crypto_or_signal_or_finish"), ("crypto", "ready"),
                ),
                ready=True, open=True,
            ),
            S("takes_crypto_or_signal_or_finish", (("crypto", "ready"),), ready=True),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "configure_mkey_strided",
        "Gives a memory key its properties, and pieces of memory between which it takes turns.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_mkey_layout_interleaved and umr_strided_seg_create",
        enums.opcode.umr, "configure_mkey_strided", bare=True, fences_next=True, max_octowords=60,
        steps=(
            (C("key", args=(("mkey", "imm"),), imm="mkey"),),
            (
                C(
                    "change", segment="umr_ctrl_seg", args=(("mkey_mask", "mkey_mask"),),
                    fixed=(("list_inline", 0x01),),
                ),
            ),
            (C("to", segment="mkey_ctx_seg", whole="segment"),),
            (
                C(
                    "repeat", segment="repeat_block_seg",
                    args=(("byte_count", "byte_count"), ("repeat_count", "repeat_count")),
                    fixed=(("num_ent", 0x00),), in_list=True,
                ),
            ),
            (
                C(
                    "strided", segment="repeat_ent_seg",
                    args=(
                        ("stride", "stride"), ("byte_count", "byte_count"), ("lkey", "memkey"),
                        ("addr", "va"),
                    ),
                    repeat=True, pad=4, entries_in=("repeat_block_seg", "num_ent"),
                    length_in=("umr_ctrl_seg", "klm_octowords"),
                ),
            ),
        ),
        behind=(
            C(
                "sig_block", segment="bsf_seg", whole="segment",
                also=(
                    C("", segment="bsf_ext_seg"), C("", segment="bsf_inl_seg", whole="wire"),
                    C("", segment="bsf_inl_seg", whole="memory"),
                ),
            ),
            C("crypto", segment="crypto_bsf_seg", whole="segment"),
        ),
        behind_in=("umr_ctrl_seg", "bsf_octowords"),
        states=(
            S("needs_key", (("key", "needs_change"),)), S("needs_change", (("change", "needs_to"),)),
            S("needs_to", (("to", "needs_repeat"),)), S("needs_repeat", (("repeat", "needs_strided"),)),
            S("needs_strided", (("strided", "takes_strided_or_sig_block_or_crypto_or_signal_or_finish"),)),
            S(
                "takes_strided_or_sig_block_or_crypto_or_signal_or_finish",
                (
                    ("strided", "takes_strided_or_sig_block_or_crypto_or_signal_or_finish"),
                    ("sig_block", "takes_crypto_or_signal_or_finish"), ("crypto", "ready"),
                ),
                ready=True, open=True,
            ),
            S("takes_crypto_or_signal_or_finish", (("crypto", "ready"),), ready=True),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "copy", "Copies memory within the machine by the device's DMA engine.",
        "rdma-core providers/mlx5/qp.c, mlx5_wr_memcpy", enums.opcode.mmo, "copy", opmod=1, bare=True,
        max_octowords=63,
        steps=(
            (
                C(
                    "result", segment="mmo_meta_seg", args=(("lkey", "opaque_lkey"), ("addr", "opaque_va")),
                    fixed=(("mmo_control_31_0", 0x00),),
                ),
            ),
            (
                C(
                    "from_", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")),
                ),
            ),
            (
                C(
                    "to", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")),
                ),
            ),
        ),
        states=(
            S("needs_result", (("result", "needs_from"),)), S("needs_from", (("from_", "needs_to"),)),
            S("needs_to", (("to", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "dump", "Passes data through the TLS engine of a TIS, so that it catches up.",
        "Linux drivers/net/ethernet/mellanox/mlx5/core/en_accel/ktls_tx.c, mlx5e_ktls_build_dump",
        enums.opcode.dump, "dump", bare=True, max_octowords=63,
        steps=(
            (C("tis", args=(("tisn_shifted", "imm"),), imm="tisn_shifted"),),
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")),
                ),
            ),
        ),
        states=(
            S("needs_tis", (("tis", "needs_sge"),)), S("needs_sge", (("sge", "ready"),)),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "fetch_add32", "Adds to 32 bits of the peer's memory, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_fa, "fetch_add32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_fa32_seg", args=(("add", "add"),),
                    fixed=(("field_boundary", 0x00),),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "fetch_and32", "Ands 32 bits of the peer's memory with `value`, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "fetch_and32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (C("operands", segment="masked_cs32_seg", args=(("value", "swap", "~swap_mask"),)),),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "fetch_and64", "Ands 64 bits of the peer's memory with `value`, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "fetch_and64", opmod=9, max_octowords=63, result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (C("operands", segment="masked_cs64_seg", args=(("value", "swap", "~swap_mask"),)),),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "fetch_or32", "Ors 32 bits of the peer's memory with `value`, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "fetch_or32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (C("operands", segment="masked_cs32_seg", args=(("value", "swap", "swap_mask"),)),),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "fetch_or64", "Ors 64 bits of the peer's memory with `value`, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "fetch_or64", opmod=9, max_octowords=63, result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (C("operands", segment="masked_cs64_seg", args=(("value", "swap", "swap_mask"),)),),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "fetch_xor32", "Xors 32 bits of the peer's memory with `value`, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_fa, "fetch_xor32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_fa32_seg", args=(("value", "add"),),
                    fixed=(("field_boundary", 0xffffffff),),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "fetch_xor64", "Xors 64 bits of the peer's memory with `value`, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_fa, "fetch_xor64", opmod=9, max_octowords=63, result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_fa64_seg", args=(("value", "add"),),
                    fixed=(("field_boundary", 0xffffffffffffffff),),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "local_invalidate",
        "Makes a key invalid: that of a memory window, or of a memory key that UMRs may change.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_local_inv", enums.opcode.umr, "local_invalidate",
        bare=True, fences_next=True, max_octowords=63,
        steps=(
            (
                C(
                    "key", args=(("rkey", "imm"),), imm="rkey",
                    also=(
                        C(
                            "", segment="umr_ctrl_seg",
                            fixed=(
                                ("list_inline", 0x01), ("trans_off_en", 0x01), ("check_qpn", 0x01),
                                ("mkey_mask", 0x20006000),
                            ),
                        ),
                        C("", segment="mkey_ctx_seg", fixed=(("free", 0x01), ("qpn", 0xffffff))),
                    ),
                ),
            ),
        ),
        states=(S("needs_key", (("key", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "masked_cas128",
        (
            "Swaps those of the peer's 128 bits that swap_mask names, if those that compare_mask names "
            "equal `compare`."),
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "masked_cas128", opmod=10, max_octowords=63,
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_cs128_seg",
                    args=(
                        ("compare", "compare"), ("swap", "swap"), ("compare_mask", "compare_mask"),
                        ("swap_mask", "swap_mask"),
                    ),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x10),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "masked_cas32",
        (
            "Swaps those of the peer's 32 bits that swap_mask names, if those that compare_mask names equal"
            " `compare`."),
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "masked_cas32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_cs32_seg",
                    args=(
                        ("compare", "compare"), ("swap", "swap"), ("compare_mask", "compare_mask"),
                        ("swap_mask", "swap_mask"),
                    ),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "masked_cas64",
        (
            "Swaps those of the peer's 64 bits that swap_mask names, if those that compare_mask names equal"
            " `compare`."),
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "masked_cas64", opmod=9, max_octowords=63, result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_cs64_seg",
                    args=(
                        ("compare", "compare"), ("swap", "swap"), ("compare_mask", "compare_mask"),
                        ("swap_mask", "swap_mask"),
                    ),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "masked_fetch_add128", "Adds to 128 bits of the peer's memory, as to several numbers side by side.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_fa, "masked_fetch_add128", opmod=10, max_octowords=63,
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_fa128_seg",
                    args=(("add", "add"), ("boundary", "field_boundary")),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x10),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "masked_fetch_add32", "Adds to 32 bits of the peer's memory, as to several numbers side by side.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_fa, "masked_fetch_add32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_fa32_seg",
                    args=(("add", "add"), ("boundary", "field_boundary")),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "masked_fetch_add64", "Adds to 64 bits of the peer's memory, as to several numbers side by side.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_fa, "masked_fetch_add64", opmod=9, max_octowords=63, result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_fa64_seg",
                    args=(("add", "add"), ("boundary", "field_boundary")),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "multi_packet", "Sends several Ethernet frames, each of one piece.",
        "DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_burst_empw_inline", enums.opcode.enhanced_mpsw,
        "multi_packet", bare=True, max_octowords=60,
        steps=(
            (
                C(
                    "eth", segment="eth_seg",
                    args=(
                        ("l3_csum", "l3_csum"), ("l4_csum", "l4_csum"),
                        ("flow_table_metadata", "flow_table_metadata"),
                    ),
                ),
            ),
            (
                C(
                    "packet", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
                C("inline_packet", repeat=True, payload="inline_seg"),
            ),
        ),
        states=(
            S("needs_eth", (("eth", "needs_packet_or_inline_packet"),)),
            S(
                "needs_packet_or_inline_packet",
                (
                    ("packet", "takes_packet_or_inline_packet_or_signal_or_finish"),
                    ("inline_packet", "takes_packet_or_inline_packet_or_signal_or_finish"),
                ),
            ),
            S(
                "takes_packet_or_inline_packet_or_signal_or_finish",
                (
                    ("packet", "takes_packet_or_inline_packet_or_signal_or_finish"),
                    ("inline_packet", "takes_packet_or_inline_packet_or_signal_or_finish"),
                ),
                ready=True,
            ),
        ),
    ),
    W(
        "nop", "Does nothing, but can carry a fence and a completion.", "mlx5dv.h, MLX5_OPCODE_NOP",
        enums.opcode.nop, "nop", bare=True, max_octowords=63, states=(S("ready", (), ready=True),),
    ),
    W(
        "nop_to", "Does nothing, but reaches a peer in its place among the other WQEs.",
        "UCX src/uct/ib/mlx5/dc/dc_mlx5.c, uct_dc_mlx5_iface, the flush with an address vector",
        enums.opcode.nop, "nop", max_octowords=63, states=(S("ready", (), ready=True),),
    ),
    W(
        "rdma_read", "Copies the peer's memory into local memory without involving its CPU.",
        "mlx5dv.h, MLX5_OPCODE_RDMA_READ; 512 bytes: Linux drivers/infiniband/hw/mlx5, MLX5_MAX_SGE_RD",
        enums.opcode.rdma_read, "read", max_octowords=32,
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
                C("no_data"),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_sge_or_no_data"),)),
            S("needs_sge_or_no_data", (("sge", "takes_sge_or_signal_or_finish"), ("no_data", "ready"))),
            S("takes_sge_or_signal_or_finish", (("sge", "takes_sge_or_signal_or_finish"),), ready=True),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "rdma_write", "Copies local memory into the peer's memory without involving its CPU.",
        "mlx5dv.h, MLX5_OPCODE_RDMA_WRITE", enums.opcode.rdma_write, "write", max_octowords=63,
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
                C("inline_data", repeat=True, payload="inline_seg"), C("no_data"),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_sge_or_inline_data_or_no_data"),)),
            S(
                "needs_sge_or_inline_data_or_no_data",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"), ("no_data", "ready"),
                ),
            ),
            S(
                "takes_sge_or_inline_data_or_signal_or_finish",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"),
                ),
                ready=True,
            ),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "rdma_write_imm",
        "Copies local memory into the peer's memory and completes a receive there with immediate data.",
        "mlx5dv.h, MLX5_OPCODE_RDMA_WRITE_IMM", enums.opcode.rdma_write_imm, "write", qualifier="imm",
        imm="imm", max_octowords=63,
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
                C("inline_data", repeat=True, payload="inline_seg"), C("no_data"),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_sge_or_inline_data_or_no_data"),)),
            S(
                "needs_sge_or_inline_data_or_no_data",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"), ("no_data", "ready"),
                ),
            ),
            S(
                "takes_sge_or_inline_data_or_signal_or_finish",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"),
                ),
                ready=True,
            ),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "recv_enable", "Lets a managed receive queue run as far as an index.",
        "DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master",
        enums.opcode.recv_en, "recv_enable", bare=True, max_octowords=63,
        steps=((C("queue", segment="wait_cq_seg", args=(("max_index", "max_index"), ("qpn", "qpn_cqn"))),),),
        states=(S("needs_queue", (("queue", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "send", "Sends a message into the next receive buffer of the peer.", "mlx5dv.h, MLX5_OPCODE_SEND",
        enums.opcode.send, "send", max_octowords=63,
        steps=(
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
                C("inline_data", repeat=True, payload="inline_seg"), C("no_data"),
            ),
        ),
        states=(
            S(
                "needs_sge_or_inline_data_or_no_data",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"), ("no_data", "ready"),
                ),
            ),
            S(
                "takes_sge_or_inline_data_or_signal_or_finish",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"),
                ),
                ready=True,
            ),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "send_enable", "Lets a managed send queue run as far as an index.",
        "DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master",
        enums.opcode.send_en, "send_enable", bare=True, max_octowords=63,
        steps=((C("queue", segment="wait_cq_seg", args=(("max_index", "max_index"), ("qpn", "qpn_cqn"))),),),
        states=(S("needs_queue", (("queue", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "send_imm", "Sends a message and 32 bits of immediate data, which arrive in the peer's completion.",
        "mlx5dv.h, MLX5_OPCODE_SEND_IMM", enums.opcode.send_imm, "send", qualifier="imm", imm="imm",
        max_octowords=63,
        steps=(
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
                C("inline_data", repeat=True, payload="inline_seg"), C("no_data"),
            ),
        ),
        states=(
            S(
                "needs_sge_or_inline_data_or_no_data",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"), ("no_data", "ready"),
                ),
            ),
            S(
                "takes_sge_or_inline_data_or_signal_or_finish",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"),
                ),
                ready=True,
            ),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "send_inval", "Sends a message and invalidates a key of the peer.",
        "mlx5dv.h, MLX5_OPCODE_SEND_INVAL", enums.opcode.send_inval, "send", qualifier="invalidate",
        imm="rkey", max_octowords=63,
        steps=(
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
                C("inline_data", repeat=True, payload="inline_seg"), C("no_data"),
            ),
        ),
        states=(
            S(
                "needs_sge_or_inline_data_or_no_data",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"), ("no_data", "ready"),
                ),
            ),
            S(
                "takes_sge_or_inline_data_or_signal_or_finish",
                (
                    ("sge", "takes_sge_or_inline_data_or_signal_or_finish"),
                    ("inline_data", "takes_sge_or_inline_data_or_signal_or_finish"),
                ),
                ready=True,
            ),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "set_psv", "Sets the value from which a signature goes on.",
        "rdma-core providers/mlx5/qp.c, mlx5_umr_set_psv", enums.opcode.set_psv, "set_psv", bare=True,
        fences_next=True, max_octowords=63,
        steps=(
            (
                C(
                    "psv", segment="set_psv_seg",
                    args=(("psv_index", "psv_index"), ("transient_signature", "transient_signature")),
                    fixed=(("syndrome", 0x00),),
                ),
            ),
        ),
        states=(S("needs_psv", (("psv", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "swap32", "Swaps 32 bits of the peer's memory, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "swap32", opmod=8, max_octowords=63, result="big_endian",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_cs32_seg", args=(("swap", "swap"),),
                    fixed=(("swap_mask", 0xffffffff),),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x04),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "swap64", "Swaps 64 bits of the peer's memory, and fetches what was there.",
        (
            "mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX src/uct/ib/mlx5/rc/rc_mlx5.inl, "
            "uct_rc_mlx5_iface_common_atomic_data"),
        enums.opcode.atomic_masked_cs, "swap64", opmod=9, max_octowords=63, result="host",
        steps=(
            (C("rdma", segment="raddr_seg", args=(("raddr", "raddr"), ("rkey", "rkey"))),),
            (
                C(
                    "operands", segment="masked_cs64_seg", args=(("swap", "swap"),),
                    fixed=(("swap_mask", 0xffffffffffffffff),),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg", args=(("addr", "addr"), ("lkey", "lkey")),
                    fixed=(("byte_count", 0x08),),
                ),
            ),
        ),
        states=(
            S("needs_rdma", (("rdma", "needs_operands"),)), S("needs_operands", (("operands", "needs_sge"),)),
            S("needs_sge", (("sge", "ready"),)), S("ready", (), ready=True),
        ),
    ),
    W(
        "tag_append", "Puts a tag and its buffer at the end of the list.",
        "rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops", enums.opcode.tag_matching,
        "tag_append", bare=True, max_octowords=63,
        steps=(
            (
                C(
                    "tag", segment="tm_seg",
                    args=(
                        ("next_free", "index"), ("tag", "append_tag"), ("mask", "append_mask"),
                        ("cqe_req", "cqe_req"), ("sw_cnt_valid", "sw_cnt_valid"), ("sw_cnt", "sw_cnt"),
                    ),
                    fixed=(("opcode", 0x01),),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")),
                ),
            ),
        ),
        states=(
            S("needs_tag", (("tag", "needs_sge"),)), S("needs_sge", (("sge", "ready"),)),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "tag_remove", "Takes a tag out of the list.",
        "rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops", enums.opcode.tag_matching,
        "tag_remove", bare=True, max_octowords=63,
        steps=(
            (
                C(
                    "tag", segment="tm_seg",
                    args=(
                        ("index", "index"), ("cqe_req", "cqe_req"), ("sw_cnt_valid", "sw_cnt_valid"),
                        ("sw_cnt", "sw_cnt"),
                    ),
                    fixed=(("opcode", 0x02),),
                ),
            ),
        ),
        states=(S("needs_tag", (("tag", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "tag_sync", "Reports to the device the number of unexpected messages that have been taken.",
        "rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops", enums.opcode.tag_matching,
        "tag_sync", bare=True, max_octowords=63,
        steps=(
            (
                C(
                    "count", segment="tm_seg", args=(("cqe_req", "cqe_req"), ("sw_cnt", "sw_cnt")),
                    fixed=(("opcode", 0x00), ("sw_cnt_valid", 0x01)),
                ),
            ),
        ),
        states=(S("needs_count", (("count", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "tso",
        "Sends one large TCP payload as many packets, whose headers the device makes from the one given.",
        "rdma-core providers/mlx5/qp.c, set_tso_eth_seg", enums.opcode.tso, "tso", bare=True,
        max_octowords=63,
        steps=(
            (
                C(
                    "eth", segment="eth_seg",
                    args=(("mss", "mss"), ("l3_csum", "l3_csum"), ("l4_csum", "l4_csum")),
                    header=("inline_hdr_sz", "inline_hdr_start"),
                ),
            ),
            (
                C(
                    "sge", segment="data_seg",
                    args=(("addr", "addr"), ("byte_count", "byte_count"), ("lkey", "lkey")), repeat=True,
                ),
            ),
        ),
        states=(
            S("needs_eth", (("eth", "needs_sge"),)),
            S("needs_sge", (("sge", "takes_sge_or_signal_or_finish"),)),
            S("takes_sge_or_signal_or_finish", (("sge", "takes_sge_or_signal_or_finish"),), ready=True),
        ),
    ),
    W(
        "unbind_mw", "Frees a memory window of type 2 and gives its next key, as a bind of length 0 does.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_bind_mw and set_umr_control_seg", enums.opcode.umr,
        "unbind_mw", bare=True, fences_next=True, max_octowords=63,
        steps=(
            (
                C(
                    "window", args=(("rkey", "imm"),), imm="rkey",
                    also=(
                        C(
                            "", segment="umr_ctrl_seg",
                            fixed=(
                                ("list_inline", 0x01), ("trans_off_en", 0x01), ("check_qpn", 0x01),
                                ("mkey_mask", 0x20006000),
                            ),
                        ),
                    ),
                ),
            ),
            (
                C(
                    "as_", segment="mkey_ctx_seg", args=(("variant", "mkey_7_0"),),
                    fixed=(("free", 0x01), ("qpn", 0xffffff)),
                ),
            ),
        ),
        states=(
            S("needs_window", (("window", "needs_as"),)), S("needs_as", (("as_", "ready"),)),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "update_mkey",
        "Gives a memory key its properties, and leaves the list of pieces of which it consists as it is.",
        "rdma-core providers/mlx5/qp.c, mlx5_send_wr_mkey_configure without a layout", enums.opcode.umr,
        "update_mkey", bare=True, fences_next=True, max_octowords=60,
        steps=(
            (C("key", args=(("mkey", "imm"),), imm="mkey"),),
            (
                C(
                    "change", segment="umr_ctrl_seg", args=(("mkey_mask", "mkey_mask"),),
                    fixed=(("list_inline", 0x01),),
                ),
            ),
            (C("to", segment="mkey_ctx_seg", whole="segment"),),
        ),
        behind=(
            C(
                "sig_block", segment="bsf_seg", whole="segment",
                also=(
                    C("", segment="bsf_ext_seg"), C("", segment="bsf_inl_seg", whole="wire"),
                    C("", segment="bsf_inl_seg", whole="memory"),
                ),
            ),
            C("crypto", segment="crypto_bsf_seg", whole="segment"),
        ),
        behind_in=("umr_ctrl_seg", "bsf_octowords"),
        states=(
            S("needs_key", (("key", "needs_change"),)), S("needs_change", (("change", "needs_to"),)),
            S("needs_to", (("to", "takes_sig_block_or_crypto_or_signal_or_finish"),)),
            S(
                "takes_sig_block_or_crypto_or_signal_or_finish",
                (("sig_block", "takes_crypto_or_signal_or_finish"), ("crypto", "ready")), ready=True,
            ),
            S("takes_crypto_or_signal_or_finish", (("crypto", "ready"),), ready=True),
            S("ready", (), ready=True),
        ),
    ),
    W(
        "wait_cq", "Waits until a CQ has as many completions.",
        "DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master",
        enums.opcode.wait, "wait_cq", bare=True, max_octowords=63,
        steps=((C("until", segment="wait_cq_seg", args=(("max_index", "max_index"), ("cqn", "qpn_cqn"))),),),
        states=(S("needs_until", (("until", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "wait_data", "Waits until 8 bytes of memory have a value.",
        (
            "DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_wseg_init; drivers/common/mlx5/mlx5_prm.h, struct "
            "mlx5_wqe_wseg"),
        enums.opcode.wait, "wait_data", opmod=1, bare=True, max_octowords=63,
        steps=(
            (
                C(
                    "until", segment="wait_data_seg",
                    args=(
                        ("operation", "operation"), ("value", "value"), ("mask", "mask"), ("lkey", "lkey"),
                        ("addr_63_3", "va_63_3"),
                    ),
                ),
            ),
        ),
        states=(S("needs_until", (("until", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "wait_time", "Waits until the device's clock shows a time.",
        (
            "DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_wseg_init; drivers/common/mlx5/mlx5_prm.h, struct "
            "mlx5_wqe_wseg"),
        enums.opcode.wait, "wait_time", opmod=2, bare=True, max_octowords=63,
        steps=(
            (
                C(
                    "until", segment="wait_data_seg", args=(("time", "value"), ("mask", "mask")),
                    fixed=(("operation", 0x05),),
                ),
            ),
        ),
        states=(S("needs_until", (("until", "ready"),)), S("ready", (), ready=True)),
    ),
    W(
        "write_flow_table", "Writes the arguments of a header modification into the device.",
        "rdma-core providers/mlx5/dr_send.c, dr_rdma_segments, MLX5_OPCODE_FLOW_TBL_ACCESS",
        enums.opcode.flow_tbl_access, "write_flow_table", opmod=1, bare=True, max_octowords=63,
        steps=(
            (
                C(
                    "object", args=(("object_id", "imm"),), imm="object_id",
                    also=(C("", segment="flow_tbl_access_seg"),),
                ),
            ),
            (C("argument", segment="flow_tbl_argument_seg", args=(("argument_list", "argument_list"),)),),
        ),
        states=(
            S("needs_object", (("object", "needs_argument"),)), S("needs_argument", (("argument", "ready"),)),
            S("ready", (), ready=True),
        ),
    ),
)
