"""Complaints of the emulator about programs that use rdma_cm, and effects of its options for rdma_cm: complaints.py LAUNCHER

Each test runs this file again on the emulator, with the name of a function below."""
import contextlib
import ctypes
import ctypes.util
import io
import os
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import device
import flows
from conversation import Talk
from converse import place
from flows import PORT
from ids import Channel

HERE = "127.0.0.1"


def too_long(talk):
    client, server = Channel(talk), Channel(talk)
    flows.listening(server, talk.address("own", PORT))
    flows.routed(client, talk.address("own", PORT)).connect(qp=1, data=bytes(57))
    _, _, _, _, passive = flows.requested(talk, to=talk.address("own", PORT + 1))
    passive.accept(qp=2, data=bytes(197))
    passive.reject(bytes(149))


def same_queue_pair(talk):
    client, server, *_ = flows.connected(talk)
    flows.routed(client, talk.address("own", PORT)).connect(qp=0x111)
    client.hear()


def disconnects(talk):
    """The seconds until the active end gives up."""
    client, server, _, active, _ = flows.connected(talk)
    active.disconnect()
    begun = time.monotonic()
    client.hear()
    return time.monotonic() - begun


def asks(talk):
    client, *_ = flows.requested(talk, "udp")
    client.hear()


def is_not_ready(talk):
    _, server, *_ = flows.accepted(talk)
    server.hear()


def crowds(talk):
    client, server = Channel(talk), Channel(talk)
    flows.listening(server, talk.address("own", PORT), backlog=1)
    for number in (1, 2):
        flows.routed(client, talk.address("own", PORT)).connect(qp=number)
    time.sleep(0.3)  # until both have arrived
    server.hear()
    server.hear()


def forks(talk):
    client = Channel(talk)
    child = os.fork()
    if child == 0:
        client.create("one")
        os._exit(0)
    os.waitpid(child, 0)


def resolves_twice(talk):
    for _ in range(2):
        flows.resolved(Channel(talk), talk.address("own", PORT))


def resolves(talk):
    """The seconds until the event."""
    client = Channel(talk)
    begun = time.monotonic()
    flows.resolved(client, talk.address("own", PORT))
    return time.monotonic() - begun


def of_af_ib(talk):
    """The errno of each command that was added for AF_IB, and of an older one, for an id that is not there."""
    own, number = talk.address("own", PORT), struct.pack("<I", 99)
    address = struct.pack("<HH", own.size, 0) + device.storage(own.raw())
    payloads = {"query": bytes(8) + number + bytes(4), "bind": number + address, "listen": number + bytes(4),
                "resolve_addr": number + struct.pack("<IHHI", 0, 0, own.size, 0) + device.storage(b"") + device.storage(own.raw()),
                "join_mcast": bytes(16) + number + address}
    said = []
    for name in ("query", "bind", "resolve_addr", "join_mcast", "listen"):
        try:
            device.File().call(name, payloads[name], room=512)
        except device.Refused as refused:
            said.append(f"{name} {refused}")
    return ", ".join(said)


def destroys_too_early(_):
    """By librdmacm, which waits: an event of the id is acknowledged only 3 seconds later."""
    library = ctypes.CDLL(ctypes.util.find_library("rdmacm"), use_errno=True)
    library.rdma_create_event_channel.restype = ctypes.c_void_p
    channel = ctypes.c_void_p(library.rdma_create_event_channel())
    one, event = ctypes.c_void_p(), ctypes.c_void_p()
    address = ctypes.create_string_buffer(device.inet(HERE, PORT))
    assert library.rdma_create_id(channel, ctypes.byref(one), None, 0x0106) == 0
    assert library.rdma_resolve_addr(one, None, address, 2000) == 0
    assert library.rdma_get_cm_event(channel, ctypes.byref(event)) == 0
    threading.Timer(3, library.rdma_ack_cm_event, (event,)).start()
    assert library.rdma_destroy_id(one) == 0


class Complaints(unittest.TestCase):
    def said(self, case, *options, timers="1"):
        """Returns the answer of the case, and the emulator's complaints."""
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run([LAUNCHER, "--cm-timers", timers, *options, sys.executable, __file__, "--inside", case.__name__],
                                  capture_output=True, text=True, timeout=100, check=False,
                                  env=os.environ | {"VERBATIM_EMULATOR_DIRECTORY": scratch})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip(), [line for line in done.stderr.splitlines() if line.startswith("verbatim-emulator")]

    def expect(self, case, *patterns, options=()):
        """The case's complaints are these, each once and in this order."""
        complaints = self.said(case, *options)[1]
        self.assertEqual(len(complaints), len(patterns), complaints)
        for pattern, line in zip(patterns, complaints):
            self.assertRegex(line, pattern)

    def test_private_data_that_is_too_long(self):
        self.expect(too_long, "sends 57 bytes of private data, and a REQ has room for 56: the rest of it holds the IP addresses",
                    "sends 197 bytes of private data, and a REP has room for 196", "sends 149 bytes .* a REJ has room for 148")

    def test_a_queue_pair_that_is_connected(self):
        self.expect(same_queue_pair, "queue pair 0x111 is rejected as stale .reason 10.: id . here is still connected")

    def test_peers_that_do_not_answer(self):
        for case, missing in ((disconnects, "neither by rdma_disconnect nor by rdma_destroy_id"),
                              (asks, "neither by rdma_accept nor by rdma_reject"),
                              (is_not_ready, "neither by rdma_establish nor by rdma_get_cm_event")):
            self.expect(case, "for too long: the peer's program never answered, " + missing)

    def test_a_full_backlog(self):
        self.assertRegex("\n".join(self.said(crowds)[1]), "backlog")

    def test_an_event_that_was_not_acknowledged(self):
        if not ctypes.util.find_library("rdmacm"):
            self.skipTest("librdmacm is not installed")
        self.expect(destroys_too_early, "rdma_destroy_id waits: the program got 1 event of the id and has not acknowledged all")

    def test_a_channel_after_fork(self):
        self.expect(forks, "fork")

    def test_loopback_is_mentioned_once_with_verbose(self):
        self.assertEqual(self.said(resolves_twice)[1], [])
        mentioned = [line for line in self.said(resolves_twice, "--verbose")[1] if "is a loopback address" in line]
        self.assertEqual(len(mentioned), 1)

    def test_timers_are_scaled(self):
        short, long = (float(self.said(disconnects, timers=percent)[0]) for percent in ("1", "4"))
        self.assertGreater(short, 0.5)
        self.assertGreater(long, 2)

    def test_events_are_delayed(self):
        self.assertGreater(float(self.said(resolves, "--delay-cm-events", "400000")[0]), 0.4)

    def test_older_kernels_have_fewer_commands(self):
        self.assertEqual(self.said(of_af_ib, "--no-af-ib")[0], "query EINVAL, bind EINVAL, resolve_addr EINVAL, join_mcast EINVAL, "
                         "listen ENOENT")
        self.assertEqual(self.said(of_af_ib)[0], "query ENOENT, bind ENOENT, resolve_addr ENOENT, join_mcast ENOENT, listen ENOENT")


def inside(name):
    with contextlib.redirect_stdout(io.StringIO()):
        answer = globals()[name](Talk(place([f"own={HERE}"])))
    print(answer)


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        inside(sys.argv[2])
    else:
        LAUNCHER = os.path.abspath(sys.argv[1])
        unittest.main(argv=sys.argv[:1])
