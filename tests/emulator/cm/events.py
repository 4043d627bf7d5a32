"""Events, queue pair attributes and paths in words."""
import struct

import device
from conversation import runs


class Event:
    """A struct rdma_ucm_event_resp."""

    def __init__(self, talk, channel, raw):
        self.talk, self.channel, self.raw = talk, channel, raw
        self.uid, self.id, self.event, self.status = struct.unpack_from("<QIIi", raw)
        # Events of groups have the number of the group; requests have that of the new id, and the listener's uid.
        group = channel.groups.get(self.id) if self.event in (12, 13) else None
        owner = group.owner if group else channel.ids.get(self.id)
        listener = next((one for one in channel.ids.values() if one.uid and one.uid == self.uid), None)
        self.owner = group or owner
        self.space = (listener if self.event == 4 and listener else owner or listener).space if owner or listener else "tcp"
        self.name = device.EVENTS[self.event] if self.event < len(device.EVENTS) else str(self.event)

    def whose(self):
        owner = self.owner
        named = self.talk.uids.get(self.uid, "uid 0" if self.uid == 0 else "an unknown uid")
        if owner and owner.name == named:
            return named
        return f"{owner.name if owner else 'an unknown id'} ({named})"

    def text(self, made=None):
        parts = [self.name]
        parts.append(f"by {self.talk.uids.get(self.uid, 'uid 0')}" if made else f"of {self.whose()}")
        if self.status:
            parts.append(f"status {self.status}")
        parts += self.datagram() if self.space in ("udp", "ipoib") else self.connection()
        vendor, options = struct.unpack_from("<II", self.raw, 328)
        if vendor or options:
            parts.append(f"ece {vendor:x}/{options:x}")
        return ", ".join(parts)

    def connection(self):
        qp, qkey = struct.unpack_from("<II", self.raw, 20)
        length, srq, responder, initiator, flow, retry, rnr, valid = struct.unpack_from("<8B", self.raw, 284)
        fields = {"qp": hex(qp) if qp else 0, "qkey": hex(qkey) if qkey else 0, "srq": srq, "responder": responder,
                  "initiator": initiator, "flow": flow, "retry": retry, "rnr": rnr, "valid": valid}
        parts = [f"{name} {value}" for name, value in fields.items() if value]
        return parts + self.data(28, length)

    def datagram(self):
        qp, qkey = struct.unpack_from("<II", self.raw, 20)
        parts = [f"{name} {value:#x}" for name, value in (("qp", qp), ("qkey", qkey)) if value]
        handle = self.raw[28:60]
        if any(handle):
            parts.append("address " + address_handle(self.talk, handle))
        return parts + self.data(60, self.raw[316])

    def data(self, at, length):
        """Private data in full, if there is any."""
        whole = self.raw[at:at + 256]
        behind = "" if not any(whole[length:]) else f" and behind them {runs(whole[length:])}"
        return [f"{length} bytes {runs(whole[:length])}{behind}"] if length or behind else []


def address_handle(talk, raw):
    """A struct ib_uverbs_ah_attr."""
    flow, _, hops, tclass = struct.unpack_from("<IBBB", raw, 16)
    dlid, level, bits, rate, is_global, port = struct.unpack_from("<HBBBBB", raw, 24)
    parts = []
    if is_global:
        parts.append(f"dgid {talk.gid_name(raw[:16])} flow {talk.symbol('flow', flow) if flow else 0} hops {hops} "
                     f"tclass {tclass}")
    return " ".join(parts + [f"dlid {dlid} sl {level} bits {bits} rate {rate} port {port}"])


# Bits of ibv_modify_qp's attribute mask.
MASK = ("STATE", "CUR_STATE", "EN_SQD_ASYNC_NOTIFY", "ACCESS", "PKEY_INDEX", "PORT", "QKEY", "AV", "PATH_MTU", "TIMEOUT",
        "RETRY", "RNR_RETRY", "RQ_PSN", "MAX_RD_ATOMIC", "ALT_PATH", "MIN_RNR", "SQ_PSN", "MAX_DEST_RD_ATOMIC",
        "PATH_MIG_STATE", "CAP", "DEST_QPN")


def qp_attributes(talk, raw):
    """A struct ib_uverbs_qp_attr: its mask, and the fields that the mask names."""
    mask, state, _, mtu, _, qkey, rq_psn, sq_psn, dest, access = struct.unpack_from("<10I", raw)
    handle, alternate = raw[40:72], raw[72:104]
    (pkey, alt_pkey, _, _, depth, dest_depth, rnr_timer, port, timeout, retry, rnr, alt_port,
     alt_timeout) = struct.unpack_from("<HH11B", raw, 124)
    values = {
        "STATE": state, "ACCESS": f"{access:#x}", "PKEY_INDEX": pkey, "PORT": port, "QKEY": f"{qkey:#x}",
        "AV": "(" + address_handle(talk, handle) + ")", "PATH_MTU": mtu, "TIMEOUT": timeout, "RETRY": retry,
        "RNR_RETRY": rnr, "RQ_PSN": rq_psn, "SQ_PSN": sq_psn, "MAX_RD_ATOMIC": depth,
        "MAX_DEST_RD_ATOMIC": dest_depth, "MIN_RNR": rnr_timer, "DEST_QPN": f"{dest:#x}",
        "ALT_PATH": f"({address_handle(talk, alternate)} pkey {alt_pkey} port {alt_port} timeout {alt_timeout})",
    }
    named = [name for bit, name in enumerate(MASK) if mask >> bit & 1]
    values.update({name: talk.symbol("psn", values[name]) for name in ("RQ_PSN", "SQ_PSN") if name in named})
    return f"mask {mask:#x}: " + ", ".join(f"{name} {values.get(name, '?')}" for name in named)


def route(talk, raw):
    """The answer of QUERY_ROUTE."""
    guid = raw[:8]
    paths, port = struct.unpack_from("<IB", raw, 192)
    parts = [device_name(guid), f"port {port}", f"from {talk.sockaddr_name(raw[136:164])}",
             f"to {talk.sockaddr_name(raw[164:192])}", f"{paths} paths"]
    for i in range(paths):
        record = raw[8 + 64 * i:72 + 64 * i]
        parts.append(user_path(talk, record))
    return ", ".join(parts)


def user_path(talk, raw):
    """A struct ib_user_path_rec. Its rate is that of the link."""
    dlid, slid, _, flow, reversible, mtu, pkey, hops, tclass, paths, level, mtu_how, rate_how, _, life_how, life, preference = (
        struct.unpack_from("!HHII", raw, 32) + struct.unpack_from("<II", raw, 44) + struct.unpack_from("!H10B", raw, 52))
    return (f"path to {talk.gid_name(raw[:16])} from {talk.gid_name(raw[16:32])} dlid {dlid} slid {slid} flow "
            f"{talk.symbol('flow', flow) if flow else 0} reversible {reversible} mtu {mtu_how}/{mtu} pkey {pkey:04x} hops {hops} "
            f"tclass {tclass} numb {paths} sl {level} rate {rate_how}/link life {life_how}/{life} preference {preference}")


def wire_path(talk, raw):
    """A PathRecord as the subnet administrator sends it. Its rate is that of the link."""
    service, = struct.unpack_from("!Q", raw)
    dlid, slid, flow_hops, tclass, paths, pkey, level, mtu, rate, life, preference = struct.unpack_from("!HHIBBHHBBBB", raw, 40)
    flow = flow_hops >> 8 & 0xfffff
    return (f"path service {service:x} to {talk.gid_name(raw[8:24])} from {talk.gid_name(raw[24:40])} dlid {dlid} slid {slid} "
            f"flow {talk.symbol('flow', flow) if flow else 0} hops {flow_hops & 0xff} tclass {tclass} reversible {paths >> 7} "
            f"numb {paths & 0x7f} pkey {pkey:04x} sl {level} mtu {mtu >> 6}/{mtu & 63} rate {rate >> 6}/link "
            f"life {life >> 6}/{life & 63} preference {preference}")


def address_answer(talk, raw):
    """The answer of QUERY for addresses or GIDs."""
    port, pkey, source, destination = struct.unpack_from("<BxHHH", raw, 8)
    pkey = int.from_bytes(raw[10:12], "big")
    return (f"{device_name(raw[:8])}, port {port}, pkey {pkey:04x}, {source} bytes {talk.sockaddr_name(raw[16:144])}, "
            f"{destination} bytes {talk.sockaddr_name(raw[144:272])}")


def paths_answer(talk, raw):
    """The answer of QUERY for paths."""
    count, = struct.unpack_from("<I", raw)
    parts = [f"{count} paths"]
    for i in range(min(count, 6)):
        flags, = struct.unpack_from("<I", raw, 8 + 72 * i)
        parts.append(f"flags {flags:#x} {wire_path(talk, raw[16 + 72 * i:80 + 72 * i])}")
    return ", ".join(parts)


def device_name(guid):
    return "a device" if any(guid) else "no device"
