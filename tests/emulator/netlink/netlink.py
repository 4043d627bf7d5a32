"""RDMA netlink, as iproute2's rdma and libibverbs ask by it: netlink.py LAUNCHER."""
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

SKIP = 77
LAUNCHER = os.path.abspath(sys.argv[1])
LAYERS = ("infiniband", "ethernet")
NETLINK_RDMA = 20
REQUEST, ACK, DUMP = 0x1, 0x4, 0x300
ERROR, DONE = 2, 3

# Asks by a socket of its own. It prints the number of messages, and the errors.
ASKS = """
import socket, struct, sys
kernel = socket.socket(16, socket.SOCK_RAW, 20)
kernel.bind((0, 0))
kernel.settimeout(10)
for kind, flags, attributes in {requests!r}:
    kernel.send(struct.pack("=IHHII", 16 + len(attributes), kind, flags, 7, 0) + attributes)
    answers, errors, last = 0, [], False
    while not last:
        rest, sender = kernel.recvfrom(65536)
        assert sender == (0, 0), sender
        while rest:
            length, answer, its_flags, sequence, port = struct.unpack("=IHHII", rest[:16])
            assert sequence == 7 and port == kernel.getsockname()[0], rest
            if answer == 2:
                errors.append(-struct.unpack("=i", rest[16:20])[0])
            elif answer != 3:
                answers += 1
            # A multi-part answer ends with DONE, any other with the acknowledgement.
            last = answer in (2, 3)
            rest = rest[length + 3 & ~3:]
    print(answers, *errors)
"""


def attribute(number, value):
    return struct.pack("=HHI", 8, number, value)


class Session:
    """A fabric of its own, in which programs run."""

    def __init__(self, *options):
        self.directory = tempfile.mkdtemp(prefix="netlink-")
        self.words = [LAUNCHER, *options]
        self.environment = {**os.environ, "VERBATIM_EMULATOR_DIRECTORY": self.directory}

    def run(self, *command):
        done = subprocess.run([*self.words, *command], capture_output=True, text=True, env=self.environment, timeout=60,
                              stdin=subprocess.DEVNULL, check=False)
        assert (done.returncode, done.stderr) == (0, ""), (command, done.returncode, done.stdout, done.stderr)
        return done.stdout

    def start(self, *command):
        return subprocess.Popen([*self.words, *command], env=self.environment, stdout=subprocess.DEVNULL,
                                stdin=subprocess.DEVNULL)

    def json(self, *command):
        return json.loads(self.run("rdma", "-j", "-d", *command))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.directory)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Devices(unittest.TestCase):
    def test_devices_as_sysfs_has_them(self):
        for layer in LAYERS:
            with Session("--link-layer", layer, "--devices", "2") as on:
                devices = on.json("dev")
                self.assertEqual([one["ifname"] for one in devices], ["mlx5_0", "mlx5_1"])
                for one in devices:
                    directory = f"/sys/class/infiniband/{one['ifname']}"
                    words = on.run("cat", f"{directory}/node_guid", f"{directory}/fw_ver").split()
                    self.assertEqual([one["node_guid"], one["fw"]], words)
                    self.assertEqual(one["node_type"], "ca")

    def test_links_as_ibv_devinfo_has_them(self):
        for layer in LAYERS:
            with Session("--link-layer", layer, "--devices", "2", "--ports", "2") as on:
                links = {(one["ifname"], one["port"]): one for one in on.json("link")}
                self.assertEqual(len(links), 4)
                for (name, port), link in links.items():
                    told = on.run("ibv_devinfo", "-d", name, "-i", str(port))
                    state = re.search(r"state:\s+PORT_(\w+)", told).group(1)
                    self.assertEqual(link["state"], state)
                    self.assertEqual(link["physical_state"], "LINK_UP")
                    if layer == "infiniband":
                        lids = [int(re.search(rf"port_{what}:\s+(\d+)", told).group(1)) for what in ("lid", "lmc")]
                        self.assertEqual([link["lid"], link["lmc"]], lids)
                        self.assertEqual(link["sm_lid"], int(re.search(r"sm_lid:\s+(\d+)", told).group(1)))
                        self.assertEqual(link["subnet_prefix"], "fe80:0000:0000:0000")
                        self.assertNotIn("netdev", link)
                    else:
                        self.assertEqual((link["netdev"], link["netdev_index"]), ("lo", socket.if_nametoindex("lo")))

    def test_the_text_that_rdma_core_s_tests_read(self):
        with Session("--link-layer", "ethernet") as on:
            self.assertRegex(on.run("rdma", "link"), r"link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev lo")

    def test_states_that_options_set(self):
        with Session("--port-state", "armed") as on:
            self.assertEqual(on.json("link")[0]["state"], "ARMED")

    def test_system(self):
        with Session() as on:
            self.assertEqual(on.run("rdma", "system").split(), ["netns", "shared", "copy-on-fork", "on"])

    def test_changes_are_refused_with_a_reason(self):
        with Session() as on:
            done = subprocess.run([*on.words, "rdma", "dev", "set", "mlx5_0", "name", "other"], env=on.environment,
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertNotEqual(done.returncode, 0)
            if os.geteuid() == 0:
                self.assertIn("changes devices, which is not emulated", done.stderr)


class Resources(unittest.TestCase):
    def test_objects_of_another_process(self):
        for layer in LAYERS:
            with Session("--link-layer", layer) as on:
                port = free_port()
                server = on.start("ibv_srq_pingpong", "-p", str(port), "-q", "3")
                try:
                    self.wait_for(on, 1)
                    kinds = {kind: on.json("resource", "show", kind) for kind in ("qp", "cq", "mr", "pd", "ctx", "srq")}
                    # It makes its objects before a client comes.
                    self.assertEqual({one["ifname"] for kind in kinds.values() for one in kind}, {"mlx5_0"})
                    self.assertEqual({one["pid"] for kind in kinds.values() for one in kind}, {server.pid})
                    self.assertEqual({one["type"] for one in kinds["qp"]}, {"RC"})
                    pds = {one["pdn"] for one in kinds["pd"]}
                    self.assertTrue({one["pdn"] for one in kinds["qp"] + kinds["mr"]} <= pds)
                    self.assertEqual(len(kinds["ctx"]), 1)
                    number = kinds["qp"][0]["lqpn"]
                    self.assertEqual(on.json("resource", "show", "qp", "lqpn", str(number)), kinds["qp"][:1])
                    summary = on.json("resource")[0]
                    self.assertEqual({kind: summary[kind] for kind in kinds}, {kind: len(kinds[kind]) for kind in kinds})
                finally:
                    server.kill()
                    server.wait()
                self.wait_for(on, 0)

    def wait_for(self, on, contexts):
        until = time.monotonic() + 20
        while time.monotonic() < until:
            found = on.json("resource")[0]
            if found["ctx"] == contexts and (found["qp"] == 3) == (contexts == 1):
                return
            time.sleep(0.1)
        self.fail(found)

    def test_ids_of_rdma_cm(self):
        with Session() as on:
            port = free_port()
            server = on.start("rping", "-s", "-a", "127.0.0.1", "-p", str(port))
            try:
                ids, until = [], time.monotonic() + 20
                # The id is bound a moment before it listens.
                while [one["state"] for one in ids] != ["LISTEN"] and time.monotonic() < until:
                    ids = on.json("resource", "show", "cm_id")
                self.assertEqual([(one["state"], one["ps"], one["src-addr"], one["pid"]) for one in ids],
                                 [("LISTEN", "TCP", f"127.0.0.1:{port}", server.pid)])
            finally:
                server.kill()
                server.wait()


class Protocol(unittest.TestCase):
    """The answers are those of the kernel's code (drivers/infiniband/core/netlink.c and nldev.c)."""

    def ask(self, *requests):
        with Session("--devices", "2") as on:
            said = on.run(sys.executable, "-c", ASKS.format(requests=[(5 << 10 | op, flags, rest) for op, flags, rest in requests]))
            return [tuple(map(int, line.split())) for line in said.splitlines()]

    def test_requests_and_their_errors(self):
        device, port = 1, 3
        self.assertEqual(self.ask(
            (1, REQUEST | DUMP, b""),                                       # all devices
            (1, REQUEST | ACK, attribute(device, 1)),                       # one
            (1, REQUEST | ACK, attribute(device, 2)),                       # no such device
            (1, REQUEST | ACK, b""),                                        # which?
            (5, REQUEST | ACK, attribute(device, 0) + attribute(port, 2)),  # no such port
            (5, REQUEST | DUMP, attribute(device, 0)),                      # all ports
            (10, REQUEST | ACK, attribute(device, 0)),                      # which queue pair?
            (10, REQUEST | ACK, attribute(device, 0) + attribute(21, 5)),   # no such queue pair
            (99, REQUEST | ACK, b""),                                       # no such command
        ), [(2,), (1, 0), (0, 22), (0, 22), (0, 22), (1,), (0, 22), (0, 2), (0, 22)])


if __name__ == "__main__":
    if not shutil.which("rdma"):
        print("rdma is not installed (package iproute2)")
        sys.exit(SKIP)
    unittest.main(argv=sys.argv[:1], verbosity=2)
