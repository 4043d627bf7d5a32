"""Each command on an id in each state: what it returns. Every cell has a new id in that state."""
import struct

import device
import flows
from device import ANSWER
from flows import PORT
from ids import Channel


def idle(talk):
    client = Channel(talk, "client")
    return client.create("active"), [client]


def bound(talk, name="own"):
    client = Channel(talk, "client")
    return flows.bound(client, talk.address(name, 0)), [client]


def bound_any(talk):
    return bound(talk, "any")


def resolved(talk):
    client = Channel(talk, "client")
    return flows.resolved(client, talk.address("own", PORT)), [client]


def routed(talk):
    client = Channel(talk, "client")
    return flows.routed(client, talk.address("own", PORT)), [client]


def listening(talk):
    server = Channel(talk, "server")
    return flows.listening(server, talk.address("own", PORT)), [server]


def connecting(talk):
    client, server, _, active, _ = flows.requested(talk)
    return active, [client, server]


def request(talk):
    client, server, _, _, passive = flows.requested(talk)
    return passive, [client, server]


def responded(talk):
    client, server, _, active, _ = flows.accepted(talk)
    return active, [client, server]


def accepted(talk):
    client, server, _, _, passive = flows.accepted(talk)
    return passive, [client, server]


def connected_active(talk):
    client, server, _, active, _ = flows.connected(talk)
    return active, [client, server]


def connected_passive(talk):
    client, server, _, _, passive = flows.connected(talk)
    return passive, [client, server]


def disconnecting(talk):
    client, server, _, active, _ = flows.connected(talk)
    with talk.quietly():
        active.disconnect()
        server.hear()
    return active, [client, server]


def disconnected(talk):
    client, server, _, _, passive = flows.connected(talk)
    with talk.quietly():
        passive.disconnect()
        client.hear()
    return passive, [client, server]


def told(talk):
    client, server, _, active, _ = flows.connected(talk)
    with talk.quietly():
        active.disconnect()
        server.hear()
    passive = next(one for one in server.ids.values() if one.name == "passive")
    return passive, [client, server]


def rejected(talk):
    client, server, _, active, passive = flows.requested(talk)
    with talk.quietly():
        passive.reject()
        client.event()
    return active, [client, server]


def rejecting(talk):
    client, server, _, _, passive = flows.requested(talk)
    with talk.quietly():
        passive.reject()
        client.event()
    return passive, [client, server]


STATES = {
    "idle": idle, "bound": bound, "bound to any": bound_any, "resolved": resolved, "routed": routed, "listening": listening,
    "connecting": connecting, "request": request, "responded": responded, "accepted": accepted,
    "connected, active": connected_active, "connected, passive": connected_passive, "disconnecting": disconnecting,
    "told to disconnect": told, "disconnected": disconnected, "rejected": rejected, "rejecting": rejecting,
}


def commands(talk, number, uid):
    """{name: (command, payload, room)} for an id."""
    own = talk.address("own", PORT + 1)
    param, ece = device.conn_param(qp=0x333, responder=1, initiator=1), bytes(8)
    tail = struct.pack("<II", number, 0)
    return {
        "bind": ("bind", struct.pack("<IHH", number, own.size, 0) + device.storage(own.raw()), 0),
        "resolve_addr": ("resolve_addr", struct.pack("<IIHHI", number, 2000, 0, own.size, 0) + device.storage(b"")
                         + device.storage(own.raw()), 0),
        "resolve_route": ("resolve_route", struct.pack("<II", number, 2000), 0),
        "query": ("query", ANSWER + struct.pack("<II", number, 0), device.ADDRESS),
        "query paths": ("query", ANSWER + struct.pack("<II", number, 1), device.PATHS),
        "query gids": ("query", ANSWER + struct.pack("<II", number, 2), device.ADDRESS),
        "query_route": ("query_route", ANSWER + tail, device.ROUTE),
        "listen": ("listen", struct.pack("<II", number, 0), 0),
        "connect": ("connect", param + tail + ece, 0),
        "accept": ("accept", struct.pack("<Q", uid) + param + tail + ece, 0),
        "establish": ("accept", struct.pack("<Q", uid) + device.conn_param(valid=0) + tail + ece, 0),
        "reject": ("reject", struct.pack("<IBB2x256s", number, 0, 0, b""), 0),
        "disconnect": ("disconnect", struct.pack("<I", number), 0),
        "init": ("init_qp_attr", ANSWER + struct.pack("<II", number, device.STATES["init"]), device.QP_ATTR),
        "rtr": ("init_qp_attr", ANSWER + struct.pack("<II", number, device.STATES["rtr"]), device.QP_ATTR),
        "rts": ("init_qp_attr", ANSWER + struct.pack("<II", number, device.STATES["rts"]), device.QP_ATTR),
        "notify COMM_EST": ("notify", struct.pack("<II", number, 4), 0),
        "notify PATH_MIG": ("notify", struct.pack("<II", number, 6), 0),
        "join": ("join_mcast", ANSWER + struct.pack("<QIHH", uid, number, 16, 0) + device.storage(device.inet("230.1.2.3", 0)),
                 device.ID),
        "destroy": ("destroy_id", ANSWER + tail, device.REPORTED),
    }


# Linux needs a minute to close the files after each of these, so they are left out.
SLOW = {("connecting", "accept"), ("connecting", "establish"), ("connecting", "reject")}


def converse(talk):
    for state, make in STATES.items():
        talk.title(state)
        results = {}
        for name in commands(talk, 0, 0):
            if (state, name) in SLOW:
                continue
            with talk.quietly():
                one, files = make(talk)
            command, payload, room = commands(talk, one.number, one.uid or talk.new_uid("passive"))[name]
            try:
                one.file.call(command, payload, room)
                results.setdefault("ok", []).append(name)
            except device.Refused as refused:
                results.setdefault(str(refused), []).append(name)
            flows.close(*files)
        for result, names in results.items():
            talk.say(f"{result}: {', '.join(names)}")
