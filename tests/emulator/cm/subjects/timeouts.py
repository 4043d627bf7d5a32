"""Peers that say nothing. Linux takes minutes for these; the emulator's timers are shorter."""
import sys
import time

import flows


PATIENCE = 200


def converse(talk):
    talk.title("nobody answers a disconnect")
    client, server, _, active, passive = flows.connected(talk)
    active.disconnect()
    begun = time.monotonic()
    server.hear()
    client.hear(PATIENCE)
    note(begun)
    flows.close(client, server)

    talk.title("nobody is ready after an acceptance")
    client, server, _, active, passive = flows.accepted(talk)
    server.hear(10)
    active.establish()
    client.hear(5)
    passive.disconnect()
    flows.close(client, server)

    talk.title("nobody answers a request for datagrams")
    client, server, _, active, passive = flows.requested(talk, "udp")
    begun = time.monotonic()
    client.hear(PATIENCE)
    note(begun)
    passive.accept(qp=0x222)
    client.silent()
    flows.close(client, server)


def note(begun):
    """Prints the time that it took, which is no part of the recording."""

    print(f"{time.monotonic() - begun:.1f} s", file=sys.stderr)
