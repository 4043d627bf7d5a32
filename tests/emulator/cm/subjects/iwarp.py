"""Connections over iWARP (siw), whose queue pairs the connection manager brings up itself.

For the guest alone: the emulated device has InfiniBand and RoCE."""
from conversation import pattern
from flows import PORT
from ids import Channel


class Number(int):
    """The number of a queue pair, which differs by run."""

    def __format__(self, how):
        return "of its own"


class QueuePairs:
    """New queue pairs of the device that has the address."""

    def __init__(self, device):
        from pyverbs.cq import CQ
        from pyverbs.device import Context
        from pyverbs.pd import PD
        self.context = Context(name=device)
        self.pd, self.cq, self.made = PD(self.context), CQ(self.context, 16), []

    def new(self):
        from pyverbs.enums import IBV_QPT_RC
        from pyverbs.qp import QP, QPCap, QPInitAttr
        attributes = QPInitAttr(qp_type=IBV_QPT_RC, scq=self.cq, rcq=self.cq, cap=QPCap(4, 4, 1, 1))
        self.made.append(QP(self.pd, attributes))
        return Number(self.made[-1].qp_num)


class Ends:
    def __init__(self, talk, pairs, steps=0):
        """A listener and a client; as many steps as told: 1 connected, 2 accepted, 3 both have heard so."""
        self.client, self.server = Channel(talk, "client"), Channel(talk, "server")
        to = talk.address("iwarp", PORT)
        with talk.quietly():
            self.listener = self.server.create("listener")
            self.listener.bind(to)
            self.listener.listen()
            self.active = self.client.create("active")
            self.active.resolve_addr(to)
            self.client.hear()
            self.active.resolve_route()
            self.client.hear()
        if steps > 0:
            with talk.quietly():
                self.active.connect(qp=pairs.new(), responder=3, initiator=2)
                self.passive = self.server.hear(name="passive")
        if steps > 1:
            with talk.quietly():
                self.passive.accept(qp=pairs.new(), responder=2, initiator=3)
        if steps > 2:
            with talk.quietly():
                self.client.hear()
                self.server.hear()

    def close(self):
        self.client.close()
        self.server.close()


def converse(talk):
    pairs = QueuePairs("siw0")
    to = talk.address("iwarp", PORT)
    talk.title("addresses and routes")
    client = Channel(talk, "client")
    active = client.create("active")
    active.resolve_addr(to)
    client.hear()
    active.query()
    active.query(2)
    active.resolve_route()
    client.hear()
    active.query(1)
    active.query_route()
    active.attributes("init")
    active.attributes("rtr")
    active.attributes("rts")
    talk.title("a queue pair that does not exist")
    active.connect(qp=0x123456)
    client.silent()
    client.close()

    talk.title("nobody listens")
    client = Channel(talk, "client")
    active = client.create("active")
    with talk.quietly():
        active.resolve_addr(to)
        client.hear()
        active.resolve_route()
        client.hear()
    active.connect(qp=pairs.new())
    client.hear()
    client.close()

    talk.title("a connection, step by step")
    ends = Ends(talk, pairs)
    ends.active.connect(qp=pairs.new(), responder=3, initiator=2, data=b"hello")
    passive = ends.server.hear(name="passive")
    passive.query()
    passive.attributes("init")
    passive.accept(qp=pairs.new(), responder=2, initiator=3, data=b"welcome")
    ends.client.hear()
    ends.server.hear()
    for one in (ends.active, passive):
        for state in ("init", "rtr", "rts"):
            one.attributes(state)
    ends.active.establish()
    ends.active.disconnect()
    ends.client.hear(5)
    ends.server.hear(5)
    passive.disconnect()
    ends.client.silent()
    ends.server.silent()
    ends.active.destroy()
    passive.destroy()
    ends.listener.destroy()
    ends.close()

    talk.title("the server disconnects")
    ends = Ends(talk, pairs, steps=3)
    ends.passive.disconnect()
    ends.client.hear(5)
    ends.server.hear(5)
    ends.active.disconnect()
    ends.close()

    talk.title("the program refuses")
    for data in (b"", b"not today", pattern(180)):
        ends = Ends(talk, pairs, steps=1)
        ends.passive.reject(data)
        ends.client.hear()
        ends.server.silent()
        ends.close()

    talk.title("private data")
    for count in (0, 56, 180):
        ends = Ends(talk, pairs)
        ends.active.connect(qp=pairs.new(), data=pattern(count))
        passive = ends.server.hear(name="passive")
        passive.accept(qp=pairs.new(), data=pattern(count))
        ends.client.hear()
        ends.close()

    talk.title("destroying: the client that waits")
    ends = Ends(talk, pairs, steps=1)
    ends.active.destroy()
    ends.server.silent()
    ends.passive.accept(qp=pairs.new())
    ends.server.silent()
    ends.close()
    talk.title("destroying: a request that waits")
    ends = Ends(talk, pairs, steps=1)
    ends.passive.destroy()
    ends.client.hear()
    ends.close()
    talk.title("destroying: a connected client")
    ends = Ends(talk, pairs, steps=3)
    ends.active.destroy()
    ends.server.hear(5)
    ends.close()
    talk.title("destroying: a connected server")
    ends = Ends(talk, pairs, steps=3)
    ends.passive.destroy()
    ends.client.hear(5)
    ends.close()

    talk.title("datagrams, and other spaces")
    for space in ("udp", "ipoib", "ib"):
        client = Channel(talk, "client")
        active = client.create(space, space)
        if active.resolve_addr(to) is not None:
            client.hear(3)
        client.close()
