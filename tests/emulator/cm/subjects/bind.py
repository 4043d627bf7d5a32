"""Addresses and ports: what may be bound and listened at, together with what else."""
import flows
from conversation import ServiceAddress
from flows import PORT
from ids import Channel


def one_bind(talk, address, size=None, space="tcp"):
    client = Channel(talk, "client")
    one = client.create("one", space)
    if one.bind(address, size) is not None:
        one.query()
    flows.close(client)


def pair(talk, title, first, second, space="tcp", second_space="tcp", listens=(False, False), reuse=(False, False),
         afonly=(None, None)):
    """Binds two ids, and says what came of each step of the second."""
    talk.say(f"- {title}")
    files = Channel(talk, "a"), Channel(talk, "b")
    with talk.quietly():
        ids = files[0].create("first", space), files[1].create("second", second_space)
        for one, shares, only in zip(ids, reuse, afonly):
            if shares:
                one.option(0, 1, b"\1\0\0\0")
            if only is not None:
                one.option(0, 2, bytes([only, 0, 0, 0]))
        ids[0].bind(first)
        if listens[0]:
            ids[0].listen()
    if ids[1].bind(second) is not None and listens[1]:
        ids[1].listen()
    flows.close(*files)


def conflicts(talk):
    own, any4, any6 = (talk.address(name, PORT) for name in ("own", "any", "any6"))
    loop = talk.address("loop", PORT)
    second = talk.address("second", PORT) if "second" in talk.place else None
    own6 = talk.address("own6", PORT) if "own6" in talk.place else None
    talk.title("two ids at one port")
    pair(talk, "the same address", own, own)
    pair(talk, "the same address, while the first listens", own, own, listens=(True, False))
    pair(talk, "an address, and any", own, any4)
    pair(talk, "any, and an address", any4, own)
    pair(talk, "any twice", any4, any4)
    pair(talk, "loopback, and an address", loop, own)
    pair(talk, "an address, and loopback", own, loop)
    pair(talk, "loopback twice", loop, loop)
    if second:
        pair(talk, "two addresses", own, second, listens=(True, True))
    pair(talk, "other spaces", own, own, "tcp", "udp", (True, True))
    pair(talk, "spaces tcp and ib", own, own, "tcp", "ib", (True, True))
    if own6:
        pair(talk, "IPv4 and IPv6 addresses", own, own6, listens=(True, True))
        pair(talk, "IPv6 twice", own6, own6)
    pair(talk, "any of IPv4 and any of IPv6", any4, any6, listens=(True, True))
    pair(talk, "any of IPv6 and any of IPv4", any6, any4, listens=(True, True))
    pair(talk, "any of IPv6 for it alone, and any of IPv4", any6, any4, listens=(True, True), afonly=(1, None))
    pair(talk, "any of IPv4 that is not alone, and any of IPv6 for it alone", any4, any6, listens=(True, True), afonly=(0, 1))
    talk.title("ids that share a port (REUSEADDR)")
    both = (True, True)
    pair(talk, "both share", own, own, reuse=both)
    pair(talk, "the first shares", own, own, reuse=(True, False))
    pair(talk, "the second shares", own, own, reuse=(False, True))
    pair(talk, "both share, and the second listens", own, own, reuse=both, listens=(False, True))
    pair(talk, "both share, and the first listens", own, own, reuse=both, listens=(True, False))
    pair(talk, "both share, and both listen", own, own, reuse=both, listens=both)
    pair(talk, "both share, any and an address, both listen", any4, own, reuse=both, listens=both)


def life(talk):
    """When a port is free again, and who has one."""
    own = talk.address("own", PORT)
    talk.title("a port is free when its id is destroyed")
    client = Channel(talk, "client")
    first = flows.listening(client, own, name="first")
    second = client.create("second")
    second.bind(own)
    first.destroy()
    second.bind(own)
    second.bind(own)
    second.listen()
    second.listen()
    second.listen(5)
    second.query()
    flows.close(client)
    talk.title("port 0 gets a number when it is bound")
    client = Channel(talk, "client")
    one, two = client.create("one"), client.create("two")
    one.bind(talk.address("own", 0))
    one.query()
    one.listen()
    one.query()
    two.listen()
    two.query()
    talk.title("an active id has a port, and keeps that of its source")
    three = client.create("three")
    three.resolve_addr(talk.address("own", PORT), talk.address("own", 7500))
    client.hear()
    three.query()
    four = client.create("four")
    four.bind(talk.address("own", 7500))
    five = client.create("five")
    five.bind(talk.address("own", 7501))
    five.resolve_addr(talk.address("own", PORT), talk.address("own", 7502))
    client.hear()
    five.query()
    flows.close(client)
    talk.title("a listener may have an active id's port in another file")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    with talk.quietly():
        one = client.create("one")
        one.bind(talk.address("own", 7503))
    other = server.create("other")
    other.bind(talk.address("own", 7503))
    flows.close(client, server)


def converse(talk):
    talk.title("addresses")
    for name in ("own", "own6", "link6", "second", "any", "any6", "loop", "loop6", "plain", "silent", "away"):
        if name in talk.place:
            one_bind(talk, talk.address(name, PORT))
    if "link6" in talk.place:
        without = talk.address("link6", PORT)
        without.scope = 0
        one_bind(talk, without)
        elsewhere = talk.address("link6", PORT)
        elsewhere.scope = 9999
        talk.say("- with the scope of no interface")
        client = Channel(talk, "client")
        one = client.create("one")
        with talk.quietly():
            one.bind(elsewhere)
        flows.close(client)
    own = talk.address("own", PORT)
    talk.title("lengths of an address")
    for size in (0, 2, 15, 16, 17, 28, 128):
        one_bind(talk, own, size)
    for size in (16, 24, 27, 28, 29, 128):
        one_bind(talk, talk.address("any6", PORT), size)
    for size in (16, 28, 47, 48, 49, 128):
        one_bind(talk, ServiceAddress(0x01060000, mask=0xffffffffffff0000), size, "ib")
    talk.title("families")
    for family in (0, 1, 16, 255):
        client = Channel(talk, "client")
        one = client.create("one")
        raw = family.to_bytes(2, "little") + own.raw()[2:]
        one.bind(Raw(raw, f"family {family}"))
        one.bind_ip(Raw(raw, f"family {family}"))
        flows.close(client)
    talk.title("by the command without AF_IB")
    for name in ("own", "own6", "any", "any6", "away"):
        if name in talk.place:
            client = Channel(talk, "client")
            one = client.create("one")
            one.bind_ip(talk.address(name, PORT))
            one.query_route()
            flows.close(client)
    conflicts(talk)
    life(talk)


class Raw:
    """A sockaddr of any bytes."""

    def __init__(self, data, name):
        self.data, self.name, self.size = data, name, 16

    def raw(self):
        return self.data

    def __str__(self):
        return self.name
