"""Requests that come to nothing: nobody listens, the peer refuses, or what was asked for does not fit."""
import flows
from flows import PORT
from ids import Channel


def converse(talk):
    own = talk.address("own", PORT)
    talk.title("nobody listens")
    client = Channel(talk, "client")
    active = flows.routed(client, own)
    active.connect(qp=0x111)
    client.hear()
    active.connect(qp=0x111)
    active.resolve_route()
    active.disconnect()
    active.query()
    active.destroy()
    flows.close(client)

    talk.title("somebody is bound, and does not listen")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    flows.bound(server, own, name="idle")
    active = flows.routed(client, own)
    active.connect(qp=0x111)
    client.hear()
    flows.close(client, server)

    talk.title("the listener is in another space")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    flows.listening(server, own, "ib")
    active = flows.routed(client, own)
    active.connect(qp=0x111)
    client.hear()
    flows.close(client, server)

    if "second" in talk.place:
        talk.title("the listener is at another address")
        client, server = Channel(talk, "client"), Channel(talk, "server")
        flows.listening(server, talk.address("second", PORT))
        active = flows.routed(client, own)
        active.connect(qp=0x111)
        client.hear()
        flows.close(client, server)

    talk.title("the program refuses")
    client, server, _, active, passive = flows.requested(talk)
    passive.reject(b"not today")
    client.hear()
    server.silent()
    passive.reject()
    passive.accept(qp=0x222)
    passive.destroy()
    active.destroy()
    flows.close(client, server)

    talk.title("the program refuses what it has accepted")
    client, server, _, active, passive = flows.accepted(talk)
    passive.reject(b"after all")
    client.hear(2)
    server.hear(2)
    active.establish()
    server.hear(2)
    flows.close(client, server)

    talk.title("the client refuses the acceptance")
    client, server, _, active, passive = flows.accepted(talk)
    active.reject(b"no longer")
    server.hear()
    client.silent()
    passive.disconnect()
    flows.close(client, server)

    talk.title("the client disconnects before it is ready")
    client, server, _, active, passive = flows.accepted(talk)
    active.disconnect()
    server.hear(3)
    client.hear(3)
    flows.close(client, server)

    talk.title("the server disconnects before the client is ready")
    client, server, _, active, passive = flows.accepted(talk)
    passive.disconnect()
    client.hear(3)
    server.hear(3)
    active.disconnect()
    server.hear(3)
    flows.close(client, server)

    talk.title("other types than the listener's")
    for kind, other in (("rc", "uc"), ("uc", "rc"), ("xrc_send", "rc"), ("rc", "xrc_recv"), ("xrc_send", "xrc_recv"),
                        ("xrc_recv", "xrc_send"), ("ud", "rc"), ("rc", "ud")):
        talk.say(f"- {kind} to {other}")
        client, server = Channel(talk, "client"), Channel(talk, "server")
        flows.listening(server, own, "ib", other)
        active = flows.routed(client, own, "ib", kind)
        if active.connect(qp=0x111) is not None:
            client.hear(3)
            server.hear(1)
        flows.close(client, server)

    talk.title("valid is not 1")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    flows.listening(server, own)
    active = flows.routed(client, own)
    for valid in (0, 2, 255):
        active.connect(qp=0x111, valid=valid)
    passive = server.hear(2, name="passive")
    flows.close(client, server)
