"""`verbatim perf` with each operation on each kind of queue pairs, directly and through verbs, on both link layers, and
with each option that changes how it measures: perf_matrix.py VERBATIM LAUNCHER SOURCE_ROOT"""
import sys
import unittest

from perf_ends import PLACE, Measured, Server, read


class Matrix(Measured):
    OPERATIONS = {"rc": ["write", "read", "send", "fetch_add", "cmp_swap", "masked_fetch_add", "masked_cmp_swap"],
                  "uc": ["write", "send"], "ud": ["send"]}
    OPERATIONS["dc"] = OPERATIONS["rc"]
    VARIATIONS = [["--depth", "1"], ["--depth", "32", "--list", "8", "--signal-every", "5"], ["--inline", "64"],
                  ["--inline", "64", "--blueflame"], ["--queue-pairs", "7"], ["--queue-pairs", "3", "--list", "4", "--depth", "16"],
                  ["--size", "1..8K"], ["--size", "2M"], ["--threads", "2"], ["--threads", "3", "--queue-pairs", "2", "--list", "4"],
                  ["--both-directions"], ["--both-directions", "--threads", "2"], ["--rdma-cm"],
                  ["--rdma-cm", "--threads", "2", "--queue-pairs", "2"]]

    def measure(self, server, name, *arguments):
        file = f"{PLACE.name}/{name}.json"
        status, said, complaint = server.measure("--iterations", "70", "--repetitions", "2", "--json", file, *arguments)
        self.assertEqual((status, complaint), (0, ""), arguments)
        self.assertNotEqual(said, "")
        self.check_counts(read(file), 70, 2)

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
                                ["--operation", "write", "--measure", "bandwidth"], ["--operation", "send", "--threads", "2"]):
                    with self.subTest(queues=queues, events=options):
                        self.measure(server, queues, "--queues", queues, "--events", *options)
                for connection in ("dc", "ud") if queues == "direct" else ("ud",):
                    with self.subTest(queues=queues, connection=connection):
                        self.measure(server, queues, "--queues", queues, "--operation", "send", "--connection", connection,
                                     "--queue-pairs", "3")

    def test_both_directions(self):
        """Each operation on each transport."""
        with Server("both") as server:
            for connection, operations in self.OPERATIONS.items():
                for operation in operations:
                    with self.subTest(connection=connection, operation=operation):
                        self.measure(server, "both", "--connection", connection, "--operation", operation, "--both-directions",
                                     "--threads", "2")

    def test_compression(self):
        """The device may put up to 64 completions into one CQE, and waits for them."""
        for layer in ("infiniband", "ethernet"):
            with Server(f"small-{layer}", emulator=["--link-layer", layer, "--compress-wait", "50"]) as server:
                for connection, operations in self.OPERATIONS.items():
                    for operation in operations:
                        for kind in ("basic", "enhanced") if connection in ("rc", "uc") else ("basic",):
                            with self.subTest(layer=layer, connection=connection, operation=operation, kind=kind):
                                self.measure(server, "small", "--connection", connection, "--operation", operation, "--compression",
                                             kind, "--signal-every", "1", "--list", "8", "--measure", "bandwidth")

    def test_meeting_by_rdma_cm(self):
        for layer in ("infiniband", "ethernet"):
            with Server(f"cm-{layer}", emulator=["--link-layer", layer]) as server:
                for queues in ("direct", "verbs"):
                    for connection in ("rc", "uc"):
                        for operation in self.OPERATIONS[connection][:2 if connection == "uc" else 5]:
                            with self.subTest(layer=layer, queues=queues, connection=connection, operation=operation):
                                self.measure(server, "cm", "--queues", queues, "--connection", connection, "--operation", operation,
                                             "--rdma-cm")


unittest.main(argv=sys.argv[:1])
