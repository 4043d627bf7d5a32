"""`verbatim perf` on emulated devices: perf.py VERBATIM LAUNCHER SOURCE_ROOT

Two processes measure; what is counted and compared in memory is asserted, and no time is."""
import concurrent.futures
import contextlib
import csv
import json
import os
import pathlib
import re
import socket
import sys
import threading
import unittest
import xml.etree.ElementTree

import obstacles
from perf_ends import PLACE, Files, Measured, Server, read, run

HAS_DEVICE = os.path.isdir("/sys/class/infiniband") and os.listdir("/sys/class/infiniband")


class Perf(Measured):
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

    def test_threads_directions_and_meeting(self):
        files = Files("more")
        with Server("more") as server:
            for options in (["--threads", "3", "--queue-pairs", "2", "--both-directions", "--operation", "send"],
                            ["--rdma-cm", "--operation", "read", "--queue-pairs", "2"],
                            ["--compression", "enhanced", "--operation", "send", "--measure", "bandwidth"]):
                status, said, complaint = server.measure("--iterations", "70", "--repetitions", "2", *options, "--json", files.json)
                self.assertEqual((status, complaint), (0, ""), options)
                found = read(files.json)
                self.check_counts(found, 70, 2)
                first = said.splitlines()[0]
                self.assertEqual("3 threads at each end, both directions at once" in first, "--threads" in options, first)
                if "--both-directions" in options:
                    self.assertEqual([row["measure"] for row in found["results"]], ["bandwidth"])

    def test_other_versions(self):
        with Server("version", "--once") as server:
            answer = server.hear({"verbatim_perf": 9, "version": "9.8.7", "parameters": {}})
            _, complaint = server.process.communicate(timeout=60)
            self.assertEqual(server.process.returncode, 3)
        self.assertRegex(answer["refused"], r"speaks version 9 of the protocol \(Verbatim 9\.8\.7\), and this program version 2 ")
        self.assertIn("install the same version at both ends", complaint)
        for said, expected in ((b'{"verbatim_perf": 3, "version": "0.2.0"}', r"speaks version 3 of the protocol \(Verbatim 0\.2\.0\)"),
                               (b"HTTP/1.1 400 Bad Request", "is no `verbatim perf`: it sends something else")):
            with fake_server(said) as port:
                status, _, complaint = run("version", "127.0.0.1", "--tcp-port", port)
            self.assertEqual(status, 3)
            self.assertRegex(complaint, expected)

    def test_what_does_not_fit(self):
        datagrams = {"operation": "send", "connection": "ud", "queues": "direct", "measures": ["latency"], "sizes": [8192], "depth": 16,
                     "list": 1, "signal_every": 1, "inline": 0, "queue_pairs": 1, "threads": 1, "compression": "none", "blueflame": False,
                     "events": False, "both_directions": False, "rdma_cm": False}
        with Server("fit") as server:
            for change, expected in (({}, "a datagram of port 1 of mlx5_0 has at most 4096 bytes"),
                                     ({"sizes": [64], "depth": 0}, "--depth is from 1 to 4096"),
                                     ({"operation": "push"}, "this version knows no operation push"),
                                     ({"sizes": [64], "threads": 257}, "--threads is from 1 to 256"),
                                     ({"sizes": "all"}, "the parameters of the peer are malformed"),
                                     ({"connection": "uc", "operation": "read"}, "UC has no read")):
                answer = server.hear({"verbatim_perf": 2, "version": "0.1.0", "parameters": {**datagrams, **change}})
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
        rows = [line for line in lines if re.search(r"doorbell +\d|^poll ", line)]
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
                 ["host", "--events"], ["host", "--threads", "0"], ["host", "--threads", "64", "--queue-pairs", "17"],
                 ["host", "--compression", "zip"], ["host", "--compression", "basic", "--queues", "verbs"],
                 ["host", "--compression", "enhanced", "--connection", "ud", "--operation", "send"],
                 ["host", "--rdma-cm", "--connection", "dc"], ["host", "--both-directions", "--measure", "latency"],
                 ["host", "--iterations", "0"], ["host", "--seconds", "1", "--iterations", "1"],
                 ["host", "--repetitions", "0"], ["host", "--patience", "0"], ["host", "--json", "/nowhere/file"],
                 ["host", "--posting"], ["host", "--device", "mlx5_7"], ["host", "--port", "9"], ["host", "--gid-index", "99"], ["--compare", "one"]]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for arguments, (status, said, complaint) in zip(wrong, pool.map(lambda one: run("wrong", *one), wrong)):
                self.assertEqual((status, said), (2, ""), arguments)
                self.assertNotEqual(complaint, "", arguments)


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


unittest.main(argv=sys.argv[:1])
