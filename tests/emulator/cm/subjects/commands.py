"""The format of commands: headers, lengths, room for the answer, addresses that cannot be read, ids that are not the
file's own."""
import ctypes
import struct

import device
import flows
from device import ANSWER, COMMANDS
from flows import PORT
from ids import Channel


def headers(talk, client):
    talk.title("headers")
    for text, data in (
            ("no bytes", b""), ("4 bytes", bytes(4)), ("7 bytes", bytes(7)),
            ("command 23", struct.pack("<IHH", 23, 0, 0)), ("command 24", struct.pack("<IHH", 24, 0, 0)),
            ("command 0xffffffff", struct.pack("<IHH", 0xffffffff, 0, 0)),
            ("GET_OPTION", struct.pack("<IHH", 13, 0, 0)),
            ("GET_OPTION with 64 bytes", struct.pack("<IHH", 13, 64, 64) + bytes(64)),
            ("a header that states more than there is", struct.pack("<IHH", 7, 16, 0) + bytes(8)),
            ("a header that states one byte more", struct.pack("<IHH", 7, 9, 0) + bytes(8)),
            ("LISTEN with bytes behind it", struct.pack("<IHH", 7, 8, 0) + struct.pack("<II", 999, 0) + bytes(40)),
    ):
        talk.result(text, lambda: client.file.write(data))
    one = client.create("one")
    written = client.file.write(struct.pack("<IHHII", COMMANDS["listen"], 8, 0, one.number, 0) + bytes(40))
    talk.say(f"LISTEN with 40 bytes behind it returns {written}")
    talk.result("LISTEN that states 0 bytes, and has 8", lambda: client.file.call(
        "listen", struct.pack("<II", one.number, 0), size=0))


def unknown_ids(talk, client, stranger):
    from subjects.states import commands
    for title, number in (("an id that is not there", 0x7fffffff), ("an id of another file", stranger.number),
                          ("an id with high bits", 0xffffffff)):
        talk.title(title)
        for name, (command, payload, room) in commands(talk, number, 1).items():
            talk.result(name, lambda: client.file.call(command, payload, room))
        talk.result("bind_ip", lambda: client.file.call(
            "bind_ip", bytes(8) + device.in6(talk.address("own").raw()) + struct.pack("<I", number)))
        talk.result("resolve_ip", lambda: client.file.call(
            "resolve_ip", bytes(28) + device.in6(talk.address("own", PORT).raw()) + struct.pack("<II", number, 2000)))
        value = ctypes.create_string_buffer(b"\1\0\0\0", 4)
        talk.result("set_option", lambda: client.file.call(
            "set_option", struct.pack("<QIIII", ctypes.addressof(value), number, 0, 1, 4)))
        talk.result("join_ip", lambda: client.file.call(
            "join_ip_mcast", ANSWER + struct.pack("<Q", 1) + device.in6(device.inet("230.1.2.3", 0)) + struct.pack("<I", number),
            device.ID))
        talk.result("leave_mcast", lambda: client.file.call(
            "leave_mcast", ANSWER + struct.pack("<II", number, 0), device.REPORTED))


def rooms(talk, client):
    from subjects.states import commands
    talk.title("room for the answer, less one byte and none")
    with talk.quietly():
        one = flows.resolved(client, talk.address("own", PORT))
    answers = {name: triple for name, triple in commands(talk, one.number, 1).items() if triple[2] and name != "destroy"}
    answers["get_event"] = ("get_event", ANSWER, device.EVENT)
    answers["create_id"] = ("create_id", struct.pack("<Q", 1) + ANSWER + struct.pack("<HB5x", device.SPACES["tcp"], 2), device.ID)
    answers["destroy"] = ("destroy_id", ANSWER + struct.pack("<II", one.number, 0), device.REPORTED)
    for name, (command, payload, room) in answers.items():
        for stated in (0, room - 1):
            talk.result(f"{name} with room for {stated} of {room}", lambda: client.file.call(command, payload, room, stated))
    for stated in (328, 327, 324, 323, 320, 8):
        with talk.quietly():
            flows.close(client)
            client = Channel(talk, "client")
            one = client.create("active")
            one.resolve_addr(talk.address("own", PORT))
        client.file.readable(30)
        talk.result(f"get_event with room for {stated} of 336, with an event", lambda: client.file.call(
            "get_event", ANSWER, device.EVENT, stated))
    for name, option, sizes in (("addresses", 0, (272, 276, 279)), ("gids", 2, (272, 276, 279)), ("paths", 1, (7, 8, 79, 80))):
        for stated in sizes:
            talk.result(f"query {name} with room for {stated}", lambda: client.file.call(
                "query", ANSWER + struct.pack("<II", one.number, option), device.PATHS, stated))
    for stated in (192, 200, 204, 207):
        talk.result(f"query_route with room for {stated}", lambda: client.file.call(
            "query_route", ANSWER + struct.pack("<II", one.number, 0), device.ROUTE, stated))


def short_payloads(talk):
    talk.title("connect and accept that state fewer bytes")
    for size in (0, 272, 276, 279, 280, 284, 288):
        client = Channel(talk, "client")
        with talk.quietly():
            active = flows.routed(client, talk.address("own", PORT))
        payload = device.conn_param(qp=0x111) + struct.pack("<IIII", active.number, 0, 0, 0)
        talk.result(f"connect with {size} bytes", lambda: client.file.call("connect", payload, size=size))
        flows.close(client)
    for size in (0, 280, 284, 287, 288, 292, 296):
        with talk.quietly():
            ends = flows.requested(talk)
        passive = ends[-1]
        payload = struct.pack("<Q", 1) + device.conn_param(qp=0x222) + struct.pack("<IIII", passive.number, 0, 0, 0)
        talk.result(f"accept with {size} bytes", lambda: passive.file.call("accept", payload, size=size))
        flows.close(*ends[:2])
    talk.title("commands that state no bytes, and have them")
    own, client = talk.address("own", PORT), Channel(talk, "client")
    for name, command, payload in (
            ("bind", "bind", lambda n: struct.pack("<IHH", n, own.size, 0) + device.storage(own.raw())),
            ("query", "query", lambda n: ANSWER + struct.pack("<II", n, 0)),
            ("create_id", "create_id", lambda n: struct.pack("<Q", 1) + ANSWER + struct.pack("<HB5x", device.SPACES["tcp"], 2)),
            ("destroy", "destroy_id", lambda n: ANSWER + struct.pack("<II", n, 0))):
        one = client.create("one")
        talk.result(name, lambda: client.file.call(command, payload(one.number), device.ADDRESS, size=0))


def bad_addresses(talk, client):
    talk.title("answers at an address that cannot be written")
    nowhere = struct.pack("<Q", 8)
    with talk.quietly():
        one = flows.resolved(client, talk.address("own", PORT))
    tail = struct.pack("<II", one.number, 0)
    talk.result("create_id", lambda: client.file.call(
        "create_id", struct.pack("<Q", 1) + nowhere + struct.pack("<HB5x", device.SPACES["tcp"], 2), 0, device.ID))
    for name, payload, room in (("query", nowhere + tail, device.ADDRESS), ("query_route", nowhere + tail, device.ROUTE),
                                ("init_qp_attr", nowhere + struct.pack("<II", one.number, 1), device.QP_ATTR)):
        talk.result(name, lambda: client.file.call(name, payload, 0, room))
    talk.result("set_option", lambda: client.file.call("set_option", struct.pack("<QIIII", 8, one.number, 0, 0, 1)))
    with talk.quietly():
        one.resolve_route()
    client.file.readable(30)
    talk.result("get_event", lambda: client.file.call("get_event", nowhere, 0, device.EVENT))
    client.hear(1)
    talk.result("destroy", lambda: client.file.call("destroy_id", nowhere + tail, 0, device.REPORTED))
    one.query()


def converse(talk):
    client, other = Channel(talk, "client"), Channel(talk, "other")
    headers(talk, client)
    with talk.quietly():
        stranger = other.create("stranger")
    unknown_ids(talk, client, stranger)
    flows.close(client, other)
    rooms(talk, Channel(talk, "client"))
    short_payloads(talk)
    bad_addresses(talk, Channel(talk, "client"))

    talk.title("what an id may be")
    client = Channel(talk, "client")
    for space in ("tcp", "udp", "ipoib", "ib", 0, 0x0107, 0xffff):
        for kind in ("rc", "uc", "ud", "xrc_send", "xrc_recv", 0, 8, 255):
            client.create("one", space, kind, quiet=False)
    talk.title("an empty queue of events")
    talk.result("get_event", lambda: client.file.call("get_event", ANSWER, device.EVENT))
    flows.close(client)
