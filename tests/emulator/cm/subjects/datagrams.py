"""Datagrams: service resolution (SIDR)."""
import flows
from flows import PORT
from ids import Channel


def converse(talk):
    own = talk.address("own", PORT)
    for space in ("udp", "ipoib"):
        talk.title(f"a datagram service in the space {space}")
        client, server = Channel(talk, "client"), Channel(talk, "server")
        listener = server.create("listener", space)
        listener.bind(own)
        listener.listen()
        active = client.create("active", space)
        if active.resolve_addr(own) is None:
            continue
        event = client.hear()
        active.query()
        if event.event != 0:
            flows.close(client, server)
            continue
        active.attributes("init")
        active.resolve_route()
        client.hear()
        active.attributes("init")
        active.attributes("rtr")
        active.attributes("rts")
        active.connect(qp=0x111, qkey=0x99, data=b"who is there", responder=3, initiator=4)
        passive = server.hear(name="passive")
        for option in (0, 2, 1):
            passive.query(option)
        passive.attributes("init")
        passive.attributes("rtr")
        passive.accept(qp=0x222, qkey=0x98, data=b"it is me")
        client.hear()
        server.silent()
        active.attributes("rtr")
        active.establish()
        passive.attributes("rts")
        active.disconnect()
        passive.disconnect()
        client.silent()
        server.silent()
        active.destroy()
        passive.destroy()
        listener.destroy()
        flows.close(client, server)

    talk.title("nobody serves")
    client = Channel(talk, "client")
    active = flows.routed(client, own, "udp")
    active.connect(qp=0x111)
    client.hear()
    active.connect(qp=0x111)
    client.hear(3)
    flows.close(client)

    talk.title("the service refuses")
    client, server, _, active, passive = flows.requested(talk, "udp")
    passive.reject(b"not today")
    client.hear()
    server.silent()
    flows.close(client, server)

    talk.title("the service goes before it accepts")
    client, server, _, active, passive = flows.requested(talk, "udp")
    passive.destroy()
    client.hear()
    flows.close(client, server)

    talk.title("the client goes before it is accepted")
    client, server, _, active, passive = flows.requested(talk, "udp")
    active.destroy()
    server.silent()
    passive.accept(qp=0x222)
    server.silent()
    flows.close(client, server)

    talk.title("the service goes after it has accepted, and then the client")
    client, server, _, active, passive = flows.accepted(talk, "udp")
    passive.destroy()
    client.silent()
    active.destroy()
    flows.close(client, server)

    talk.title("each step on an id that is connected")
    client, server, listener, active, passive = flows.accepted(talk, "udp")
    passive.accept(qp=0x222)
    passive.reject()
    active.connect(qp=0x111)
    active.reject()
    passive.notify(4)
    client.silent()
    flows.close(client, server)

    talk.title("a client of connections at a service of datagrams")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    flows.listening(server, own, "udp")
    active = flows.routed(client, own)
    active.connect(qp=0x111)
    client.hear()
    flows.close(client, server)
