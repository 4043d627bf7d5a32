"""Private data: how much each message carries, and how much the event claims."""
import flows
from conversation import pattern
from flows import PORT
from ids import Channel


def request(talk, count, space="tcp", kind="rc", to=None):
    client, server = Channel(talk, "client"), Channel(talk, "server")
    to = to or talk.address("own", PORT)
    flows.listening(server, to, space, kind)
    active = flows.routed(client, to, space, kind)
    if active.connect(qp=0x111, data=pattern(count)) is not None:
        server.hear(name="passive")
    flows.close(client, server)


def response(talk, count, space="tcp", kind="rc"):
    client, server, _, active, passive = flows.requested(talk, space, kind)
    if passive.accept(qp=0x222, data=pattern(count)) is not None:
        client.hear()
    else:
        client.hear(2)
        passive.disconnect()
    flows.close(client, server)


def rejection(talk, count, space="tcp", kind="rc", reason=0):
    client, server, _, active, passive = flows.requested(talk, space, kind)
    if passive.reject(pattern(count), reason) is not None:
        client.hear()
        server.silent()
    else:
        passive.reject()
        client.hear()
    flows.close(client, server)


def converse(talk):
    talk.title("with a request")
    for count in (0, 1, 56, 57, 92, 93, 196, 255):
        request(talk, count)
    talk.title("with an acceptance")
    for count in (0, 1, 196, 197, 255):
        response(talk, count)
    talk.title("with a rejection")
    for count in (0, 1, 148, 149, 255):
        rejection(talk, count)
    talk.title("reasons")
    for reason in (0, 8, 10, 28, 35, 36, 255):
        rejection(talk, 3, reason=reason)
    talk.title("with a request for datagrams")
    for count in (0, 1, 180, 181, 216, 217, 255):
        request(talk, count, "udp")
    talk.title("with an acceptance of datagrams")
    for count in (0, 1, 136, 137, 255):
        response(talk, count, "udp")
    talk.title("with a rejection of datagrams")
    for count in (0, 1, 136, 137, 255):
        rejection(talk, count, "udp")
    for reason in (28, 35, 1):
        rejection(talk, 3, "udp", reason=reason)
    talk.title("in the space ib, at an IP address")
    for count in (56, 57):
        request(talk, count, "ib")
    if "own6" in talk.place:
        talk.title("over IPv6")
        for count in (56, 57):
            request(talk, count, to=talk.address("own6", PORT))
        for count in (180, 181):
            request(talk, count, "udp", to=talk.address("own6", PORT))
