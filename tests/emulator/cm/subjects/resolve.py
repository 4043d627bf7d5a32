"""Resolution of addresses and routes."""
import flows
from flows import PORT
from ids import Channel


def attempt(talk, to, source=None, bound=None, then=True, seconds=30, timeout=2000, space="tcp"):
    client = Channel(talk, "client")
    one = client.create("one", space)
    if bound:
        one.bind(bound)
    if one.resolve_addr(to, source, timeout) is not None:
        event = client.hear(seconds)
        one.query()
        if then and event is not None and event.event == 0:
            one.query(2)
            if one.resolve_route() is not None:
                client.hear()
                one.query_route()
                one.query(1)
    flows.close(client)


def converse(talk):
    def at(name, port=PORT):
        return talk.address(name, port)

    def have(*names):
        return all(name in talk.place for name in names)

    talk.title("destinations")
    for name in ("own", "own6", "link6", "second", "any", "any6", "loop", "loop6"):
        if have(name):
            talk.say(f"- {name}")
            attempt(talk, at(name))
    for name in ("plain", "away"):
        if have(name):
            talk.say(f"- {name}")
            attempt(talk, at(name), then=False)
    talk.title("a destination port of 0")
    attempt(talk, at("own", 0), then=False)
    talk.title("nobody has the address")
    if have("silent"):
        client = Channel(talk, "client")
        one = client.create("one")
        one.resolve_addr(at("silent"), timeout=300)
        client.hear()
        one.query()
        one.resolve_route()
        one.resolve_addr(at("own"))
        client.hear()
        flows.close(client)
    talk.title("sources")
    for name in ("own", "any", "second", "plain", "loop", "away", "own6", "any6"):
        if have(name):
            talk.say(f"- from {name}")
            attempt(talk, at("own"), at(name, 0), then=False)
    talk.title("sources that were bound")
    for name in ("own", "any", "second", "loop"):
        if have(name):
            talk.say(f"- bound to {name}")
            attempt(talk, at("own"), bound=at(name, 0), then=False)
    if have("own6"):
        attempt(talk, at("own6"), at("any6", 0), then=False)
        attempt(talk, at("own6"), at("own", 0), then=False)
        attempt(talk, at("own"), bound=at("any6", 0), then=False)
    talk.title("lengths")
    client = Channel(talk, "client")
    one = client.create("one")
    for sizes in ((0, 0), (0, 15), (0, 17), (0, 128), (16, 0), (15, 16), (28, 16), (17, 16)):
        one.resolve_addr(at("own"), at("any", 0) if sizes[0] else None, sizes=sizes)
    flows.close(client)
    talk.title("twice, and in another order")
    client = Channel(talk, "client")
    one = client.create("one")
    one.resolve_route()
    one.resolve_addr(at("own"))
    client.hear()
    one.resolve_addr(at("own"))
    one.resolve_route(0)
    one.resolve_route()
    client.hear()
    one.resolve_route()
    one.resolve_addr(at("own"))
    one.listen()
    flows.close(client)
    talk.title("by the commands without AF_IB")
    for name in ("own", "own6", "away"):
        if have(name):
            client = Channel(talk, "client")
            one = client.create("one")
            if one.resolve_ip(at(name)) is not None:
                client.hear()
                one.query_route()
                one.resolve_route()
                client.hear()
                one.query_route()
            flows.close(client)
    client = Channel(talk, "client")
    one = client.create("one")
    one.resolve_ip(at("own"), at("own", 7500))
    client.hear()
    one.query_route()
    flows.close(client)
    talk.title("a time-out of 0")
    client = Channel(talk, "client")
    one = client.create("one")
    one.resolve_addr(at("own"), timeout=0)
    client.hear()
    flows.close(client)
    talk.title("QUERY before anything, and of what is not bound")
    client = Channel(talk, "client")
    one = client.create("one")
    for option in (0, 1, 2, 3, 99):
        one.query(option)
    one.query_route()
    one.bind(at("any"))
    one.query()
    one.query(2)
    flows.close(client)
    talk.title("datagrams and IPoIB")
    for space in ("udp", "ipoib", "ib"):
        talk.say(f"- {space}")
        attempt(talk, at("own"), space=space)
