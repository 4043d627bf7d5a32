"""Ids that move to another file."""
import os
import struct
import time

import device
import flows
from device import ANSWER
from flows import PORT
from ids import Channel


def converse(talk):
    own = talk.address("own", PORT)
    talk.title("an id without events")
    client, other = Channel(talk, "client"), Channel(talk, "other")
    one = client.create("one")
    one.migrate(other)
    talk.result("query in the old file", lambda: client.file.call(
        "query", ANSWER + struct.pack("<II", one.number, 0), device.ADDRESS))
    one.query()
    one.resolve_addr(own)
    client.silent()
    other.hear()
    one.destroy()
    flows.close(client, other)

    talk.title("undelivered events move along")
    client, other = Channel(talk, "client"), Channel(talk, "other")
    one, two = client.create("one"), client.create("two")
    for each in (one, two):
        each.resolve_addr(own)
    with talk.quietly():
        client.event()
    one.resolve_route()

    time.sleep(0.5)
    one.migrate(other)
    client.hear()
    other.hear()
    client.silent()
    other.silent()
    one.destroy()
    two.destroy()
    flows.close(client, other)

    talk.title("a request moves before it is accepted, and its later events come there")
    client, server, listener, active, passive = flows.requested(talk)
    other = Channel(talk, "other")
    passive.migrate(other)
    passive.accept(qp=0x222, responder=1, initiator=1)
    client.hear()
    active.establish()
    other.hear()
    server.silent()
    active.disconnect()
    other.hear()
    passive.destroy()
    client.hear()
    listener.destroy()
    flows.close(client, server, other)

    talk.title("a listener moves with the requests that nobody has heard")
    client, server, other = Channel(talk, "client"), Channel(talk, "server"), Channel(talk, "other")
    listener = flows.listening(server, own)
    active = flows.routed(client, own)
    with talk.quietly():
        active.connect(qp=0x111)
    server.file.readable(30)
    listener.migrate(other)
    server.silent()
    passive = other.hear(name="passive")
    passive.accept(qp=0x222)
    talk.say("the request's id has stayed in the old file:")
    passive.file = server.file
    server.ids[passive.number] = passive
    passive.accept(qp=0x222)
    client.hear()
    active.establish()
    server.hear()
    flows.close(client, server, other)

    talk.title("a connected id moves")
    client, server, listener, active, passive = flows.connected(talk)
    other = Channel(talk, "other")
    active.migrate(other)
    passive.disconnect()
    other.hear()
    client.silent()
    flows.close(client, server, other)

    talk.title("what cannot move")
    client, other = Channel(talk, "client"), Channel(talk, "other")
    one = client.create("one")

    def attempt(title, number, fd):
        talk.result(title, lambda: other.file.call("migrate_id", ANSWER + struct.pack("<II", number, fd), device.REPORTED))

    attempt("from a file that does not exist", one.number, 9999)
    attempt("from a file that is closed", one.number, 0xffffffff)
    pipe = os.pipe()
    attempt("from a pipe", one.number, pipe[0])
    attempt("from the file itself", one.number, other.file.fd)
    attempt("an id that is not there", 0x7fffffff, client.file.fd)
    copy = os.dup(client.file.fd)
    attempt("from a copy of its descriptor", one.number, copy)
    two = client.create("two")
    talk.result("with room for 0 bytes", lambda: other.file.call(
        "migrate_id", ANSWER + struct.pack("<II", two.number, client.file.fd), device.REPORTED, 0))
    one.channel, one.file = other, other.file
    one.query()
    attempt("into its own file", one.number, other.file.fd)
    os.close(copy)
    flows.close(client, other)

    talk.title("its old file is closed")
    client, other = Channel(talk, "client"), Channel(talk, "other")
    one = client.create("one")
    one.migrate(other)
    client.close()
    one.resolve_addr(own)
    other.hear()
    other.close()
