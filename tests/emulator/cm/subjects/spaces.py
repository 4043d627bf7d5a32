"""The space ib: addresses of services (AF_IB), types of queue pairs, XRC."""
import flows
from conversation import ServiceAddress
from flows import PORT
from ids import Channel

PREFIX = {"ib": 0x013f, "tcp": 0x0106, "udp": 0x0111, "ipoib": 0x0002}


def service(space, port):
    return PREFIX[space] << 16 | port


def converse(talk):
    talk.title("an address of a service, as librdmacm tries it")
    client = Channel(talk, "client")
    one = client.create("one", "ib")
    one.bind(ServiceAddress(service("ib", 0), mask=0xffffffffffff0000))
    one.query()
    one.query(2)
    one.destroy()
    flows.close(client)

    talk.title("services, masks and spaces")
    for space in ("ib", "tcp", "udp", "ipoib"):
        for number in ("ib", "tcp", "udp", "ipoib"):
            for mask in (0xffffffffffffffff, 0xffffffffffff0000, 0):
                client = Channel(talk, "client")
                one = client.create(f"{space}", space)
                with talk.quietly():
                    done = one.bind(ServiceAddress(service(number, 7471), mask=mask))
                if done is not None:
                    talk.say(f"{space}: bind {ServiceAddress(service(number, 7471), mask=mask)}: ok")
                    one.query(2)
                flows.close(client)
    talk.title("a GID that no port has, and that of a port")
    own = talk.address("own", PORT)
    client = Channel(talk, "client")
    one = client.create("one", "ib")
    one.bind(ServiceAddress(service("ib", 7471), gid=bytes.fromhex("fe80000000000000") + bytes(7) + b"\1"))
    one.bind(ServiceAddress(service("ib", 7471), gid=bytes(10) + b"\xff\xff" + own.raw()[4:8]))
    one.query(2)
    one.listen()
    flows.close(client)
    talk.title("listening for any GID")
    server = Channel(talk, "server")
    one = server.create("listener", "ib")
    one.bind(ServiceAddress(service("ib", 7471)))
    one.listen()
    one.query(2)
    one.query()
    two = server.create("second", "ib")
    two.bind(ServiceAddress(service("ib", 7471)))
    three = server.create("third", "ib")
    three.bind(ServiceAddress(service("ib", 7472)))
    flows.close(server)

    talk.title("resolving addresses of services")
    client = Channel(talk, "client")
    for gid in (bytes(16), bytes(10) + b"\xff\xff" + own.raw()[4:8]):
        one = client.create("one", "ib")
        if one.resolve_addr(ServiceAddress(service("ib", 7471), gid=gid)) is not None:
            client.hear(3)
            one.query(2)
    flows.close(client)

    for kind, other in (("rc", "rc"), ("uc", "uc"), ("ud", "ud"), ("xrc_send", "xrc_recv")):
        talk.title(f"{kind} to {other} in the space ib, by IP addresses")
        if kind == "ud":
            client, server, listener, active, passive = flows.accepted(talk, "ib", kind)
            active.query(2)
            passive.query(2)
            active.attributes("init")
            flows.close(client, server)
            continue
        client, server = Channel(talk, "client"), Channel(talk, "server")
        listener = server.create("listener", "ib", other)
        listener.bind(own)
        listener.query(2)
        listener.listen()
        active = flows.routed(client, own, "ib", kind)
        active.query(2)
        active.connect(qp=0x111, responder=3, initiator=4, retry=6, rnr=5, srq=1, data=b"hello")
        passive = server.hear(name="passive")
        passive.query(2)
        passive.accept(qp=0x222, responder=2, initiator=1, rnr=3, srq=1, data=b"welcome")
        client.hear()
        for one in (active, passive):
            for state in ("init", "rtr", "rts"):
                one.attributes(state)
        active.establish()
        server.hear()
        passive.destroy()
        client.hear(3)
        active.destroy()
        server.silent()
        flows.close(client, server)
        client, server, listener, active, passive = flows.connected(talk, "ib", kind, other)
        talk.say("the other way round")
        active.destroy()
        server.hear(3)
        flows.close(client, server)
        client, server, listener, active, passive = flows.connected(talk, "ib", kind, other)
        talk.say("by disconnect")
        active.disconnect()
        server.hear(3)
        passive.disconnect()
        client.hear(3)
        flows.close(client, server)
