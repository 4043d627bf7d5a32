"""Steps that many conversations begin with, said only if they fail."""
from ids import Channel

PORT = 7471


def listening(channel, address, space="tcp", kind="rc", backlog=0, name="listener"):
    with channel.talk.quietly():
        listener = channel.create(name, space, kind)
        listener.bind(address)
        listener.listen(backlog)
    return listener


def bound(channel, address, space="tcp", kind="rc", name="active"):
    with channel.talk.quietly():
        one = channel.create(name, space, kind)
        one.bind(address)
    return one


def resolved(channel, to, space="tcp", kind="rc", name="active", source=None):
    with channel.talk.quietly():
        active = channel.create(name, space, kind)
        active.resolve_addr(to, source)
        channel.hear()
    return active


def routed(channel, to, space="tcp", kind="rc", name="active", source=None):
    active = resolved(channel, to, space, kind, name, source)
    with channel.talk.quietly():
        active.resolve_route()
        channel.hear()
    return active


def requested(talk, space="tcp", kind="rc", to=None, other=None, **param):
    """A request that waits: channels and ids of the client and the server, and the listener."""
    to = to or talk.address("own", PORT)
    client, server = Channel(talk, "client"), Channel(talk, "server")
    listener = listening(server, to, space, other or kind)
    active = routed(client, to, space, kind)
    with talk.quietly():
        active.connect(**({"qp": 0x111, "responder": 3, "initiator": 2} | param))
        passive = server.hear(name="passive")
    return client, server, listener, active, passive


def accepted(talk, space="tcp", kind="rc", other=None, **param):
    """A request that was accepted; the client has not said that it is ready."""
    client, server, listener, active, passive = requested(talk, space, kind, other=other, **param)
    with talk.quietly():
        passive.accept(qp=0x222, responder=2, initiator=3)
        client.hear()
    return client, server, listener, active, passive


def connected(talk, space="tcp", kind="rc", other=None, **param):
    client, server, listener, active, passive = accepted(talk, space, kind, other, **param)
    with talk.quietly():
        active.establish()
        server.hear()
    return client, server, listener, active, passive


def close(*ends):
    """Closes channels: the kernel destroys their ids."""
    for end in ends:
        end.close()
