"""`verbatim perf` on emulated devices: perf.py VERBATIM LAUNCHER SOURCE_ROOT [--all]

Two processes measure; what is counted and compared in memory is asserted, and no time is. With --all, each operation on
each kind of queue pairs, directly and through verbs, on both link layers."""
import concurrent.futures
import contextlib
import csv
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree

import jsonschema

import obstacles

VERBATIM, LAUNCHER = (os.path.abspath(path) for path in sys.argv[1:3])
ROOT = pathlib.Path(sys.argv[3])
ALL = sys.argv[4:] == ["--all"]
SCHEMA = json.loads((ROOT / "runtime/tools/perf/perf.schema.json").read_text(encoding="utf-8"))
HAS_DEVICE = os.path.isdir("/sys/class/infiniband") and os.listdir("/sys/class/infiniband")
PLACE = tempfile.TemporaryDirectory()
PATIENCE = "60"  # seconds: the machine may be busy


def command(fabric, *arguments, emulator=()):
    if emulator is None:
        return [VERBATIM, "perf", *arguments]
    return [LAUNCHER, "--fabric", f"perf-{fabric}", *emulator, VERBATIM, "perf", *arguments]


def run(fabric, *arguments, emulator=(), before=()):
    """Returns the exit status, the output and the complaints. `before` is the beginning of the command."""
    done = subprocess.run([*before, *command(fabric, *arguments, emulator=emulator)], capture_output=True, text=True, timeout=300,
                          check=False)
    return done.returncode, done.stdout, done.stderr


class Server:
    """A server in another process, and its TCP port."""

    def __init__(self, fabric, *arguments, emulator=()):
        self.fabric, self.emulator = fabric, emulator
        self.process = subprocess.Popen(
            command(fabric, "--tcp-port", "0", "--patience", PATIENCE, *arguments, emulator=emulator),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.greeting = self.process.stdout.readline()
        found = re.search(r"waits on TCP port (\d+)$", self.greeting)
        if not found:
            raise AssertionError(self.greeting + self.process.stderr.read())
        self.port = found[1]

    def measure(self, *arguments, patience=PATIENCE):
        return run(self.fabric, "127.0.0.1", "--tcp-port", self.port, "--patience", patience, *arguments, emulator=self.emulator)

    def begin(self, *arguments):
        return subprocess.Popen(
            command(self.fabric, "127.0.0.1", "--tcp-port", self.port, "--patience", PATIENCE, *arguments, emulator=self.emulator),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def measure_on_a_terminal(self, *arguments):
        """Returns the exit status, and what the terminal of the client was sent."""
        terminal, end = os.openpty()
        with os.fdopen(terminal, "rb", buffering=0) as shown:
            client = subprocess.Popen(
                command(self.fabric, "127.0.0.1", "--tcp-port", self.port, "--patience", PATIENCE, *arguments, emulator=self.emulator),
                stdout=subprocess.DEVNULL, stderr=end)
            os.close(end)
            text = b""
            with contextlib.suppress(OSError):  # once the client has closed its end
                while more := shown.read(4096):
                    text += more
            return client.wait(timeout=300), text.decode()

    def hear(self, message):
        """Returns the answer to the first message of a client."""
        with socket.create_connection(("127.0.0.1", int(self.port)), timeout=60) as client:
            client.sendall(json.dumps(message).encode() + b"\n")
            return json.loads(client.makefile().readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def read(path):
    text = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    jsonschema.validate(text, SCHEMA)
    return text


class Files:
    """The names of the three files of a run."""

    def __init__(self, name):
        self.json, self.csv, self.html = (f"{PLACE.name}/{name}.{kind}" for kind in ("json", "csv", "html"))
        self.options = ["--json", self.json, "--csv", self.csv, "--html", self.html]


class Perf(unittest.TestCase):
    maxDiff = None

    def check_counts(self, found, iterations, repetitions):
        """All messages have completed, and memory holds what they have brought."""
        operation, connection = found["parameters"]["operation"], found["parameters"]["connection"]
        loses = connection in ("uc", "ud")
        for row in found["results"]:
            self.assertEqual([one["messages"] for one in row["repetitions"]], [iterations] * repetitions, row["measure"])
            if row["measure"] == "latency":
                self.assertEqual(sum(one["count"] for one in row["histogram"]), iterations * repetitions)
            elif not loses:
                self.assertEqual(sum(one["lost"] for one in row["repetitions"]), 0)
            if "add" in operation or "swap" in operation:
                pairs = found["parameters"]["queue_pairs"] if row["measure"] == "bandwidth" else 1
                self.assertEqual(row["verified_bytes"], 8 * pairs * repetitions)
            elif not loses or row["measure"] == "latency":
                # Each repetition has filled at least one buffer; a WRITE's latency uses the last byte as its flag.
                self.assertGreaterEqual(row["verified_bytes"], repetitions * (row["size"] - 1))

    def test_latency_and_bandwidth(self):
        files = Files("run")
        with Server("run") as server:
            status, said, complaint = server.measure("--iterations", "100", "--repetitions", "4", "--size", "32..64", *files.options)
        self.assertEqual((status, complaint), (0, ""))
        self.assertRegex(said, r"^write on RC, direct queue pairs, mlx5_0 port 1 \(InfiniBand, emulated\) to mlx5_0 port 1")
        self.assertRegex(said, r"(?m)^ +32( +\d+\.\d\d){6}$")
        found = read(files.json)
        self.assertEqual([(row["measure"], row["size"]) for row in found["results"]],
                         [("latency", 32), ("latency", 64), ("bandwidth", 32), ("bandwidth", 64)])
        self.check_counts(found, 100, 4)
        # A latency uses one buffer, and 100 messages of a bandwidth all 64.
        self.assertEqual([row["verified_bytes"] for row in found["results"]],
                         [4 * 31, 4 * 63, 4 * 64 * 32, 4 * 64 * 64])
        with open(files.csv, encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual([(one["measure"], one["size"], one["repetition"], one["messages"]) for one in lines],
                         [(row["measure"], str(row["size"]), str(i), "100") for row in found["results"] for i in range(1, 5)])
        for line, run_of in zip(lines, (one for row in found["results"] for one in row["repetitions"])):
            for key, value in run_of.items():
                column = key if key in line else key + "_ns"
                self.assertAlmostEqual(float(line[column]), value, delta=abs(value) * 1e-8)
        self.check_page(files.html)
        self.check_comparison(files.json, found)

    def check_page(self, path):
        page = pathlib.Path(path).read_text(encoding="utf-8")
        self.assertNotRegex(page, r"(?:src|href)=|https?:|@import|url\(")
        html = xml.etree.ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
        plots = [one for one in html.iter("svg")]
        self.assertEqual(len(plots), 5)  # latency, its two histograms, bandwidth, rate
        self.assertTrue(all(one.find(".//polyline") is not None or one.find(".//rect") is not None for one in plots))
        self.assertIn("prefers-color-scheme: dark", page)
        self.assertNotRegex(page, r"\b(?:nan|inf)\b")

    def check_comparison(self, path, found):
        def changed(name, factor, repetitions=4):
            other = json.loads(json.dumps(found))
            for row in other["results"]:
                row["repetitions"] = row["repetitions"][:repetitions]
                if row["measure"] == "bandwidth":
                    rates = sorted(one["messages_per_second"] for one in row["repetitions"])
                    for one in row["repetitions"]:
                        one["messages_per_second"] *= factor * (rates[-1] / rates[0] if factor > 1 else rates[0] / rates[-1])
            file = pathlib.Path(PLACE.name) / name
            file.write_text(json.dumps(other), encoding="utf-8")
            return str(file)

        def compared(older, newer):
            return run("", "--compare", older, newer, emulator=None)

        status, said, complaint = compared(path, path)
        self.assertEqual((status, complaint), (0, ""))
        self.assertEqual(said.count("no change beyond the noise"), 6)
        self.assertNotIn("different", said)
        status, said, _ = compared(path, changed("slow", 0.9))
        self.assertEqual((status, said.count("worse\n")), (1, 2))
        status, said, _ = compared(path, changed("fast", 1.1))
        self.assertEqual((status, said.count("better\n")), (0, 2))
        status, said, _ = compared(path, changed("few", 0.5, repetitions=2))
        self.assertEqual((status, said.count("too few repetitions to tell")), (0, 6))
        other = json.loads(json.dumps(found))
        other["parameters"]["depth"] = 64
        file = pathlib.Path(PLACE.name) / "depth"
        file.write_text(json.dumps(other), encoding="utf-8")
        self.assertIn("different depth: 128, then 64\n", compared(path, str(file))[1])
        file.write_text("{}", encoding="utf-8")
        for pair in ((path, "/no/file"), (path, str(file))):
            status, _, complaint = compared(*pair)
            self.assertEqual(status, 2)
            self.assertIn(pair[1], complaint)

    def test_a_peer_that_dies(self):
        with Server("dies") as server, server.begin("--seconds", "100", "--measure", "latency") as client:
            self.assertIsNone(client.poll())
            wait_for_rounds(client)
            server.process.kill()
            _, complaint = client.communicate(timeout=120)
            self.assertEqual(client.returncode, 1, complaint)
            self.assertRegex(complaint, "^verbatim perf: (the peer is gone|.* has ended the connection|a message of queue pair)")
        with Server("left", "--once") as server, server.begin("--seconds", "100", "--operation", "read") as client:
            wait_for_rounds(client)
            client.kill()
            client.communicate()
            _, complaint = server.process.communicate(timeout=120)
            self.assertEqual(server.process.returncode, 1, complaint)
            self.assertRegex(complaint, r"^verbatim perf: 127\.0\.0\.1:\d+: .* has ended the connection")

    def test_other_versions(self):
        with Server("version", "--once") as server:
            answer = server.hear({"verbatim_perf": 9, "version": "9.8.7", "parameters": {}})
            _, complaint = server.process.communicate(timeout=60)
            self.assertEqual(server.process.returncode, 3)
        self.assertRegex(answer["refused"], r"speaks version 9 of the protocol \(Verbatim 9\.8\.7\), and this program version 1 ")
        self.assertIn("install the same version at both ends", complaint)
        for said, expected in ((b'{"verbatim_perf": 2, "version": "0.2.0"}', r"speaks version 2 of the protocol \(Verbatim 0\.2\.0\)"),
                               (b"HTTP/1.1 400 Bad Request", "is no `verbatim perf`: it sends something else")):
            with fake_server(said) as port:
                status, _, complaint = run("version", "127.0.0.1", "--tcp-port", port)
            self.assertEqual(status, 3)
            self.assertRegex(complaint, expected)

    def test_what_does_not_fit(self):
        datagrams = {"operation": "send", "connection": "ud", "queues": "direct", "measures": ["latency"], "sizes": [8192], "depth": 16,
                     "list": 1, "signal_every": 1, "inline": 0, "queue_pairs": 1, "blueflame": False, "events": False}
        with Server("fit") as server:
            for change, expected in (({}, "a datagram of port 1 of mlx5_0 has at most 4096 bytes"),
                                     ({"sizes": [64], "depth": 0}, "--depth is from 1 to 4096"),
                                     ({"operation": "push"}, "this version knows no operation push"),
                                     ({"sizes": "all"}, "the parameters of the peer are malformed"),
                                     ({"connection": "uc", "operation": "read"}, "UC has no read")):
                answer = server.hear({"verbatim_perf": 1, "version": "0.1.0", "parameters": {**datagrams, **change}})
                self.assertIn(expected, answer["refused"])
            # It is still there for others. On a terminal they see how far they are.
            status, shown = server.measure_on_a_terminal("--iterations", "5", "--repetitions", "1")
            lines = [f"{measure}, 64 bytes, {i} of 1" for measure in ("latency", "bandwidth") for i in (0, 1)]
            self.assertEqual((status, shown), (0, "".join(f"\r\x1b[K{line}" for line in [*lines, ""])))
            status, _, complaint = run("fit", "--tcp-port", server.port, "--once")
            self.assertEqual(status, 2)
            self.assertRegex(complaint, f"^verbatim perf: listen on .*:{server.port}: .* \\(choose another --tcp-port\\)$")
        status, _, complaint = run("fit", "127.0.0.1", "--connection", "ud", "--operation", "send", "--size", "8K")
        self.assertEqual(status, 3)
        self.assertRegex(complaint, "^verbatim perf: a datagram of port 1 of mlx5_0 has at most 4096 bytes")
        with socket.create_server(("127.0.0.1", 0)) as free:
            nobody = str(free.getsockname()[1])
        status, _, complaint = run("fit", "127.0.0.1", "--tcp-port", nobody)
        self.assertEqual(status, 3)
        self.assertIn("start `verbatim perf` on 127.0.0.1 without a host name", complaint)
        status, _, complaint = run("fit", "127.0.0.1", emulator=["--port-state", "down"])
        self.assertEqual(status, 3)
        self.assertIn("port 1 of mlx5_0 is down", complaint)
        if not HAS_DEVICE:
            status, _, complaint = run("fit", "127.0.0.1", emulator=None)
            self.assertEqual(status, 3)
            self.assertIn("verbatim-emulator", complaint)

    def test_what_keeps_it_from_the_device(self):
        status, _, complaint = run("kept", "--once", emulator=obstacles.NO_PERMISSION)
        self.assertEqual(status, 3)
        self.assertRegex(complaint, "verbatim perf: ibv_open_device on mlx5_0: .*may you read and write /dev/infiniband/uverbs")
        status, _, complaint = run("kept", "--posting", emulator=obstacles.NO_MEMORY)
        self.assertEqual(status, 3)
        self.assertRegex(complaint, r"verbatim perf: .*Cannot allocate memory: .*raise RLIMIT_MEMLOCK \(ulimit -l\)")
        status, _, complaint = run("kept", "--posting", emulator=obstacles.busy("create_qp"), before=obstacles.little_memory())
        self.assertEqual(status, 3)
        self.assertRegex(complaint, r"(?m)^verbatim perf: only 64 KiB may be locked in memory, .*ulimit -l unlimited")
        self.assertRegex(complaint, r"(?m)^verbatim perf: .* busy: .*`rdma resource show` lists who has what")

    def test_what_the_device_lacks(self):
        for lacking, connection, operation, expected in (
                ("atomic_operations", "rc", "masked_cmp_swap", "no masked_cmp_swap on RC: atomic_operations of QUERY_HCA_CAP is 0;"),
                ("atomic_size_dc", "dc", "masked_fetch_add", "no masked_fetch_add on DC: atomic_size_dc of QUERY_HCA_CAP is 0;")):
            status, said, complaint = run("lack", "127.0.0.1", "--operation", operation, "--connection", connection,
                                          emulator=["--without", lacking])
            self.assertEqual((status, said), (3, ""))
            self.assertIn(f"mlx5_0 has {expected} measure fetch_add or cmp_swap", complaint)
        # Nothing but the server's device lacks it: the server says so.
        with Server("lacks", emulator=["--fail-verb", "create_qp:1:EOPNOTSUPP"]) as server:
            status, _, complaint = run("lacks", "127.0.0.1", "--tcp-port", server.port, "--connection", "dc")
            self.assertEqual(status, 3)
            self.assertRegex(complaint, r"^verbatim perf: \S+ refuses: .*not supported.* \(perhaps it has only RC: leave out --connection\)")

    def test_posting(self):
        status, said, complaint = run("posting", "--posting", "--repetitions", "2")
        self.assertEqual((status, complaint), (0, ""))
        lines = said.splitlines()
        self.assertRegex(lines[0], "^posting and polling on mlx5_0: ns")
        rows = [line for line in lines if re.search(r"doorbell  |^poll ", line)]
        self.assertEqual(len(rows), 11)
        for row in rows:
            self.assertEqual(len(re.findall(r" \d+\.\d\b", row)), 2 if row.startswith("poll") else 3, row)
        self.assertEqual("cycles" not in lines[0], any(line.startswith("no cycles") for line in lines))

    def test_the_command_line(self):
        wrong = [["--size", "64"], ["--json", "file"], ["host", "--once"], ["host", "--size", "0"], ["host", "--size", "8..4"],
                 ["host", "--operation", "push"], ["host", "--operation", "read", "--connection", "uc"],
                 ["host", "--operation", "write", "--connection", "ud"], ["host", "--queues", "verbs", "--connection", "dc"],
                 ["host", "--operation", "masked_cmp_swap", "--queues", "verbs"], ["host", "--operation", "cmp_swap", "--size", "64"],
                 ["host", "--depth", "5000"], ["host", "--depth", "8", "--list", "9"], ["host", "--inline", "221"],
                 ["host", "--events"], ["host", "--iterations", "0"], ["host", "--seconds", "1", "--iterations", "1"],
                 ["host", "--repetitions", "0"], ["host", "--patience", "0"], ["host", "--json", "/nowhere/file"],
                 ["host", "--posting"], ["host", "--device", "mlx5_7"], ["host", "--port", "9"], ["host", "--gid-index", "99"], ["--compare", "one"]]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for arguments, (status, said, complaint) in zip(wrong, pool.map(lambda one: run("wrong", *one), wrong)):
                self.assertEqual((status, said), (2, ""), arguments)
                self.assertNotEqual(complaint, "", arguments)


class Matrix(unittest.TestCase):
    OPERATIONS = {"rc": ["write", "read", "send", "fetch_add", "cmp_swap", "masked_fetch_add", "masked_cmp_swap"],
                  "uc": ["write", "send"], "ud": ["send"]}
    OPERATIONS["dc"] = OPERATIONS["rc"]
    VARIATIONS = [["--depth", "1"], ["--depth", "32", "--list", "8", "--signal-every", "5"], ["--inline", "64"],
                  ["--inline", "64", "--blueflame"], ["--queue-pairs", "7"], ["--queue-pairs", "3", "--list", "4", "--depth", "16"],
                  ["--size", "1..8K"], ["--size", "2M"]]

    def measure(self, server, name, *arguments):
        file = f"{PLACE.name}/{name}.json"
        status, said, complaint = server.measure("--iterations", "70", "--repetitions", "2", "--json", file, *arguments)
        self.assertEqual((status, complaint), (0, ""), arguments)
        self.assertNotEqual(said, "")
        Perf.check_counts(self, read(file), 70, 2)

    def test_all(self):
        for layer in ("infiniband", "ethernet"):
            with Server(f"all-{layer}", emulator=["--link-layer", layer]) as server:
                for queues in ("direct", "verbs"):
                    for connection, operations in self.OPERATIONS.items():
                        for operation in operations:
                            if queues == "verbs" and (connection == "dc" or operation.startswith("masked")):
                                continue
                            with self.subTest(layer=layer, queues=queues, connection=connection, operation=operation):
                                self.measure(server, layer, "--queues", queues, "--connection", connection, "--operation", operation)

    def test_variations(self):
        for queues in ("direct", "verbs"):
            with Server(f"variations-{queues}") as server:
                for operation in ("write", "send", "read"):
                    for options in self.VARIATIONS:
                        if ("--inline" in options and operation == "read") or ("--blueflame" in options and queues == "verbs"):
                            continue
                        with self.subTest(queues=queues, operation=operation, options=options):
                            self.measure(server, queues, "--queues", queues, "--operation", operation, *options)
                for options in (["--operation", "send"], ["--operation", "read"], ["--operation", "fetch_add"],
                                ["--operation", "write", "--measure", "bandwidth"]):
                    with self.subTest(queues=queues, events=options):
                        self.measure(server, queues, "--queues", queues, "--events", *options)
                for connection in ("dc", "ud") if queues == "direct" else ("ud",):
                    with self.subTest(queues=queues, connection=connection):
                        self.measure(server, queues, "--queues", queues, "--operation", "send", "--connection", connection,
                                     "--queue-pairs", "3")


def wait_for_rounds(client):
    """Waits until the client has used some time of a processor: it measures."""
    for _ in range(6000):
        if client.poll() is not None:
            return
        fields = pathlib.Path(f"/proc/{client.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        if int(fields[11]) + int(fields[12]) >= 8:  # clock ticks of 10 ms
            return
        threading.Event().wait(0.01)


@contextlib.contextmanager
def fake_server(line):
    """Answers one client with the line. Yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        def answer():
            with door.accept()[0] as client:
                client.makefile().readline()
                client.sendall(line + b"\n")
                client.recv(1)

        thread = threading.Thread(target=answer)
        thread.start()
        yield str(door.getsockname()[1])
        thread.join()


if not ALL:
    del Matrix
unittest.main(argv=sys.argv[:1])
