"""Requests that nobody has heard yet."""
import time

import flows
from flows import PORT
from ids import Channel


def knock(talk, client, count, to, pause=0):
    """Connects `count` clients. With a pause between them, the listener meets them in this order: the kernel works on the requests of
    several ids at once."""
    active = [flows.routed(client, to, name=f"client {i + 1}") for i in range(count)]
    for i, one in enumerate(active):
        with talk.quietly():
            one.connect(qp=0x100 + i)
        time.sleep(pause)
    return active


def converse(talk):
    own = talk.address("own", PORT)
    talk.title("a backlog of 2, and 3 clients: the third is heard when it repeats its request")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    flows.listening(server, own, backlog=2)
    knock(talk, client, 3, own, pause=0.2)
    for i in range(3):
        server.hear(name=f"request {i + 1}")
    flows.close(client, server)

    talk.title("requests that were heard and not accepted do not count")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    flows.listening(server, own, backlog=1)
    for i in range(3):
        with talk.quietly():
            active = flows.routed(client, own, name=f"client {i + 1}")
            active.connect(qp=0x100 + i)
        server.hear(name=f"request {i + 1}")
    flows.close(client, server)

    talk.title("a backlog of 0 and below is the most")
    for backlog in (0, -1):
        client, server = Channel(talk, "client"), Channel(talk, "server")
        flows.listening(server, own, backlog=backlog)
        knock(talk, client, 20, own)
        for i in range(20):
            with talk.quietly():
                server.hear(name=f"request {i + 1}")
        server.silent()
        flows.close(client, server)

    talk.title("a listener that goes refuses those that wait")
    client, server = Channel(talk, "client"), Channel(talk, "server")
    listener = flows.listening(server, own)
    knock(talk, client, 3, own)
    server.file.readable(30)
    time.sleep(0.5)
    listener.destroy()
    for _ in range(3):
        client.hear()
    server.silent()
    flows.close(client, server)

    talk.title("a listener that goes leaves those that were heard")
    client, server, listener, active, passive = flows.requested(talk)
    listener.destroy()
    passive.accept(qp=0x222)
    client.hear()
    active.establish()
    server.hear()
    passive.query()
    passive.destroy()
    client.hear()
    flows.close(client, server)
