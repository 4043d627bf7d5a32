"""INIT_QP_ATTR: masks and values in each state of an id, of each type."""
import flows
from flows import PORT
from ids import Channel

ALL = ("reset", "init", "rtr", "rts", "sqd", "sqe", "err", 7)


def every(one):
    for state in ALL:
        one.attributes(state)


def converse(talk):
    own = talk.address("own", PORT)
    for kind in ("rc", "uc", "ud", "xrc_send", "xrc_recv"):
        talk.title(f"{kind} before there is a connection")
        client = Channel(talk, "client")
        one = client.create("one", "ib", kind)
        one.attributes("init")
        flows.close(client)
        client = Channel(talk, "client")
        one = flows.bound(client, own, "ib", kind, "bound")
        every(one)
        flows.close(client)
        client = Channel(talk, "client")
        one = flows.routed(client, own, "ib", kind, "routed")
        for state in ("init", "rtr", "rts"):
            one.attributes(state)
        flows.close(client)
    for kind, other in (("rc", "rc"), ("uc", "uc"), ("xrc_send", "xrc_recv")):
        talk.title(f"{kind}: the client waits, the server is asked")
        client, server, _, active, passive = flows.requested(talk, "ib", kind, other=other, retry=5, rnr=4)
        every(active)
        every(passive)
        talk.title(f"{kind}: the server has accepted")
        with talk.quietly():
            passive.accept(qp=0x222, responder=1, initiator=1, rnr=2)
            client.hear()
        every(active)
        every(passive)
        talk.title(f"{kind}: connected")
        with talk.quietly():
            active.establish()
            server.hear()
        every(active)
        every(passive)
        talk.title(f"{kind}: the client has disconnected")
        with talk.quietly():
            active.disconnect()
            server.hear(5)
        every(active)
        every(passive)
        flows.close(client, server)
    talk.title("no depths, no atomics")
    client, server, _, active, passive = flows.requested(talk, responder=0, initiator=0)
    with talk.quietly():
        passive.accept(qp=0x222, responder=0, initiator=0)
        client.hear()
    for one in (active, passive):
        for state in ("init", "rtr", "rts"):
            one.attributes(state)
    flows.close(client, server)
    if "own6" in talk.place:
        talk.title("over IPv6")
        client, server, _, active, passive = flows.requested(talk, to=talk.address("own6", PORT))
        for one in (active, passive):
            for state in ("init", "rtr", "rts"):
                one.attributes(state)
        flows.close(client, server)
    talk.title("a listener")
    server = Channel(talk, "server")
    one = flows.listening(server, own)
    for state in ("init", "rtr", "rts"):
        one.attributes(state)
    flows.close(server)
    server = Channel(talk, "server")
    one = flows.listening(server, talk.address("any", PORT))
    one.attributes("init")
    flows.close(server)
