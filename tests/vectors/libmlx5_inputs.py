"""The inputs that libmlx5 can post: random ones, with what its calls do not let a program choose."""
FENCE = 4  # fence_mode of IBV_SEND_FENCE
ACCESSES = ("atomic", "remote_write", "remote_read", "local_write")

CALLS = {
    "send": "ibv_wr_send", "send_imm": "ibv_wr_send_imm", "send_inval": "ibv_wr_send_inv",
    "rdma_write": "ibv_wr_rdma_write", "rdma_write_imm": "ibv_wr_rdma_write_imm", "rdma_read": "ibv_wr_rdma_read",
    "atomic_cs": "ibv_wr_atomic_cmp_swp", "atomic_fa": "ibv_wr_atomic_fetch_add", "tso": "ibv_wr_send_tso",
    "bind_mw": "ibv_wr_bind_mw", "bind_mw_type1": "ibv_bind_mw", "unbind_mw": "ibv_wr_bind_mw",
    "local_invalidate": "ibv_wr_local_inv", "configure_mkey": "mlx5dv_wr_mr_list",
    "configure_mkey_strided": "mlx5dv_wr_mr_interleaved", "copy": "mlx5dv_wr_memcpy"}
KEYS = ("bind_mw", "bind_mw_type1", "unbind_mw", "local_invalidate", "configure_mkey", "configure_mkey_strided", "copy")
TRANSPORTS = ("rc", "uc", "xrc", "dci", "dci_roce", "ud", "ud_roce", "raw_packet")


def adapted(specs, transport, wqe, vector):
    """The vector as libmlx5 can post it, and its source; or None."""
    if wqe.name not in CALLS or transport.name not in TRANSPORTS or wqe.name in KEYS and transport.name != "rc":
        return None
    steps = {call: values for call, values in vector["steps"]}
    ctrl = vector["ctrl"] | {"fm": FENCE if vector["ctrl"]["fm"] else 0, "dci_stream_channel_id": 0}
    source = f"libmlx5: {CALLS[wqe.name]}"
    calls = [call for call, _ in vector["steps"]]
    if calls.count("inline_data") > 1 or "inline_data" in calls and "sge" in calls or {"sig_block", "crypto"} & set(calls):
        return None
    if transport.name == "raw_packet" and not _frame(steps):
        return None
    if "av" in steps:
        source += _addressed(transport, steps)
    if wqe.name in KEYS:
        _key(specs, wqe, ctrl, vector["steps"], steps)
    return vector | {"ctrl": ctrl, "source": source}


def _addressed(transport, steps):
    if transport.name in ("ud", "dci") and "dlid" in steps["av"]:
        steps["av"]["dlid"] = steps["av"]["dlid"] % 0xbfff + 1
        return ""
    return "; address: struct mlx5_wqe_av"


def _frame(steps):
    """libmlx5 has one flag for both checksums, and inlines the headers that segmentation needs only."""
    if "eth_vlan" in steps or "segment" in steps["eth"] or "no_data" in steps:
        return False
    if "header" in steps["eth"]:
        if "mss" not in steps["eth"]:
            return False
        steps["eth"]["header"] = (steps["eth"]["header"] + 30 * "5a")[:2 * max(15, len(steps["eth"]["header"]) // 2)]
    steps["eth"]["l4_csum"] = steps["eth"]["l3_csum"]
    return True


def _key(specs, wqe, ctrl, calls, steps):
    if wqe.name in ("bind_mw", "bind_mw_type1"):
        kept = ACCESSES + ("mkey_7_0", "start_addr")
        region = {name: value if name in kept else 0 for name, value in steps["to"]["segment"].items()}
        region |= {"len": steps["klm"]["byte_count"], "start_addr": steps["klm"]["addr"]}
        if wqe.name == "bind_mw":
            region["qpn"] = ctrl["qpn"]
        else:
            region |= {"qpn": 0xffffff, "mkey_7_0": steps["window"]["rkey"] + 1 & 0xff}
        steps["to"]["segment"] = region
    if wqe.name.startswith("configure_mkey"):
        mask = {v.name: v.value for v in specs.enums["mkey_mask"].values}
        steps["change"]["mkey_mask"] = sum(mask[name] for name in ("free", "mkey", "len", *ACCESSES))
        region = {name: value if name in ACCESSES else 0 for name, value in steps["to"]["segment"].items()}
        steps["key"]["mkey"] &= ~0xff  # libmlx5 changes keys of another variant on some devices only
        region |= {"qpn": 0xffffff, "mkey_7_0": 0}
        region["len"] = _pieces(wqe, calls, steps)
        steps["to"]["segment"] = region
    if wqe.name == "copy":
        steps["to"]["byte_count"] = steps["from"]["byte_count"]


def _pieces(wqe, calls, steps):
    """Makes the pieces of a key short enough for libmlx5, which adds their lengths up in an int. Returns their length."""
    pieces = [values for call, values in calls if call in ("klm", "strided")]
    for piece in pieces:
        if wqe.name == "configure_mkey":
            piece["byte_count"] = piece["byte_count"] % (1 << 26) + 1
        else:
            piece["byte_count"] = piece["byte_count"] % (1 << 15) + 1
            piece["stride"] = piece["byte_count"] + piece["stride"] % (1 << 15)
    length = sum(piece["byte_count"] for piece in pieces)
    if wqe.name == "configure_mkey":
        return length
    steps["repeat"].update(byte_count=length, repeat_count=steps["repeat"]["repeat_count"] % 1000 + 1)
    return length * steps["repeat"]["repeat_count"]
