"""SET_OPTION: lengths, values, and the states that allow it; what the type of service and the ACK time-out do."""
import struct

import device
import flows
from flows import PORT
from ids import Channel

STATES = ("idle", "bound", "resolved", "routed", "listening", "connecting", "request", "connected, active")


def converse(talk):
    from subjects import states
    own = talk.address("own", PORT)
    talk.title("levels, names and lengths")
    client = Channel(talk, "client")
    one = client.create("one")
    for level, name, value in (
            (0, 0, b"\x20"), (0, 0, b""), (0, 0, bytes(4)), (0, 1, b"\1\0\0\0"), (0, 1, b"\1"), (0, 1, bytes(8)),
            (0, 2, b"\1\0\0\0"), (0, 2, b"\0\0\0\0"), (0, 2, b"\1"), (0, 2, b"\7\0\0\0"), (0, 3, b"\x12"), (0, 3, b"\0"),
            (0, 3, b"\xff"), (0, 3, bytes(4)), (0, 4, b"\1"), (0, 99, b"\1"), (1, 0, b"\1"), (1, 1, b""), (1, 1, bytes(8)),
            (1, 1, bytes(72)), (1, 2, b"\1"), (2, 0, b"\1"), (0xffffffff, 0, b"\1")):
        one.option(level, name, value)
    flows.close(client)
    for title, level, name, value in (
            ("tos", 0, 0, b"\x20"), ("reuseaddr set", 0, 1, b"\1\0\0\0"),
            ("reuseaddr clear", 0, 1, b"\0\0\0\0"), ("afonly", 0, 2, b"\1\0\0\0"),
            ("ack_timeout", 0, 3, b"\x10"), ("path", 1, 1, bytes(72))):
        talk.title(f"{title} in each state")
        for state in STATES:
            with talk.quietly():
                one, files = states.STATES[state](talk)
            talk.say(f"- {state}")
            one.option(level, name, value)
            flows.close(*files)
    talk.title("ack_timeout of each type")
    for kind in ("rc", "uc", "ud", "xrc_send", "xrc_recv"):
        client = Channel(talk, "client")
        one = client.create(kind, "ib", kind)
        one.option(0, 3, b"\x10")
        flows.close(client)

    talk.title("ack_timeout shows in the queue pair's time-out, and in the path")
    for when in ("before the route", "after the route", "of the server"):
        talk.say(f"- {when}")
        client, server = Channel(talk, "client"), Channel(talk, "server")
        flows.listening(server, own)
        with talk.quietly():
            active = flows.resolved(client, own)
            if when == "before the route":
                active.option(0, 3, b"\x0f")
            active.resolve_route()
            client.hear()
            if when == "after the route":
                active.option(0, 3, b"\x0f")
            active.connect(qp=0x111)
            passive = server.hear(name="passive")
            if when == "of the server":
                passive.option(0, 3, b"\x0d")
            passive.accept(qp=0x222)
            client.hear()
        active.query(1)
        active.attributes("rts")
        passive.attributes("rts")
        flows.close(client, server)

    talk.title("tos shows in the path and the address handle")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    flows.listening(server, own)
    with talk.quietly():
        active = client.create("active")
        active.option(0, 0, b"\x68")
        active.resolve_addr(own)
        client.hear()
        active.resolve_route()
        client.hear()
        active.connect(qp=0x111)
        passive = server.hear(name="passive")
        passive.accept(qp=0x222)
        client.hear()
    active.query(1)
    active.attributes("rtr")
    passive.query(1)
    passive.attributes("rtr")
    flows.close(client, server)

    talk.title("a path of the program's own")
    client = Channel(talk, "client")
    active = flows.resolved(client, own)
    with talk.quietly():
        other = flows.routed(client, own, name="other")
    record = other.file.call("query", device.ANSWER + struct.pack("<II", other.number, 1), device.PATHS)[8:80]
    for flags in (0x2b, 0x13, 0x2a, 0x29, 0x3):
        active.option(1, 1, flags.to_bytes(4, "little") + record[4:])
        client.hear(1)
        active.query(1)
    active.option(1, 1, record)
    flows.close(client)
    talk.title("two paths of the program's own")
    client = Channel(talk, "client")
    active = flows.resolved(client, own)
    active.option(1, 1, record + record)
    client.hear(1)
    flows.close(client)
