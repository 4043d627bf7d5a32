"""Both ends of `verbatim perf` on emulated devices, for its tests: PROGRAM.py VERBATIM LAUNCHER SOURCE_ROOT"""
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import unittest

import jsonschema

VERBATIM, LAUNCHER = (os.path.abspath(path) for path in sys.argv[1:3])
ROOT = pathlib.Path(sys.argv[3])
SCHEMA = json.loads((ROOT / "runtime/tools/perf/perf.schema.json").read_text(encoding="utf-8"))
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


class Measured(unittest.TestCase):
    maxDiff = None

    def check_counts(self, found, iterations, repetitions):
        """All messages have completed, and memory holds what they have brought."""
        operation, connection = found["parameters"]["operation"], found["parameters"]["connection"]
        loses = connection in ("uc", "ud")
        ends = 2 if found["parameters"]["both_directions"] else 1
        for row in found["results"]:
            self.assertEqual([one["messages"] for one in row["repetitions"]], [ends * iterations] * repetitions, row["measure"])
            if row["measure"] == "latency":
                self.assertEqual(sum(one["count"] for one in row["histogram"]), iterations * repetitions)
            elif not loses:
                self.assertEqual(sum(one["lost"] for one in row["repetitions"]), 0)
            if "add" in operation or "swap" in operation:
                pairs = found["parameters"]["threads"] * found["parameters"]["queue_pairs"] if row["measure"] == "bandwidth" else 1
                self.assertEqual(row["verified_bytes"], 8 * ends * pairs * repetitions)
            elif not loses or row["measure"] == "latency":
                # Each repetition has filled at least one buffer at each target; a WRITE's latency uses the last byte as its flag.
                self.assertGreaterEqual(row["verified_bytes"], ends * repetitions * (row["size"] - 1))
