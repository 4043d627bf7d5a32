"""Programs of others on the emulator with --timing: timing.py LAUNCHER

perftest prints no latency below that of the model, and no bandwidth above the line rate. Nothing here says how slow a
program may be: other programs have the processors too. All times are a thousand times as long, or a hundred times, so
that they are longer than what the emulator itself takes.
"""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

SKIP = 77
LAUNCHER = os.path.abspath(sys.argv[1])
SCALE = 1000

# Times of all profiles but connectx4, in nanoseconds: docs/emulator-timing.md. A NIC's own time is what is left of the half
# round trip for the ways through both.
HALF_ROUND_TRIP, DOORBELL, PCIE_READ, PCIE_WRITE, SWITCH = 800, 137, 547, 378, 108
IN_NIC = (HALF_ROUND_TRIP - DOORBELL - PCIE_WRITE - 20) / 2
RESULT = DOORBELL + 4 * IN_NIC + PCIE_READ + PCIE_WRITE

RACK = """
host a
  device mlx5_0
    port 1 speed {0}
host b
  device mlx5_0
    port 1 speed {0}
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def listening(port):
    entries = pathlib.Path("/proc/net/tcp").read_text() + pathlib.Path("/proc/net/tcp6").read_text()
    return re.search(rf":{port:04X} [0-9A-F:]+ 0A ", entries)


class Timing(unittest.TestCase):
    def start(self, options, *command):
        words = [LAUNCHER, "--fabric", f"timing-{os.getpid()}", *options, *command]
        one = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(self.end, one)
        return one

    @staticmethod
    def end(one):
        one.kill()
        one.wait()
        one.stdout.close()

    def start_both(self, server, client, *command):
        """Returns the two processes of a program of perftest, each with its options of the emulator."""
        port = free_port()
        command = [*command, "-F", "-p", str(port)]
        first = self.start(server, *command)
        until = time.monotonic() + 60
        while not listening(port) and first.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        return [first, self.start(client, *command, "127.0.0.1")]

    def perftest(self, nic, scale, *command, server=(), client=()):
        timing = ["--timing", nic, "--timing-scale", str(scale)]
        return self.start_both([*timing, *server], [*timing, *client], *command)

    def row(self, processes):
        """Returns the numbers of the client's only row."""
        outputs = [one.communicate(timeout=120)[0] for one in reversed(processes)][::-1]
        for one, output in zip(processes, outputs):
            self.assertEqual(one.returncode, 0, output)
            self.assertNotIn("verbatim-emulator:", output)
        rows = re.findall(r"^ *\d+ +\d+ +[\d.]+ .*$", outputs[-1], re.M)
        self.assertEqual(len(rows), 1, outputs[-1])
        return [float(number) for number in rows[0].split()]

    def least_latency(self, nic, scale, *command, **more):
        """Returns the smallest latency in nanoseconds of the model."""
        return self.row(self.perftest(nic, scale, *command, "-n", "20", **more))[2] * 1000 / scale

    def test_an_unknown_nic_lists_those_that_there_are(self):
        done = subprocess.run([LAUNCHER, "--timing", "connectx9", "true"], capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("connectx9 is none of connectx4, connectx5, connectx6, connectx6dx, connectx7", done.stderr)

    def test_writes_take_half_a_round_trip(self):
        self.assertGreaterEqual(self.least_latency("connectx6", SCALE, "ib_write_lat", "-s", "32", "-I", "32"), HALF_ROUND_TRIP)
        self.assertGreaterEqual(self.least_latency("connectx6", SCALE, "ib_write_lat", "-s", "32", "-I", "0"),
                                HALF_ROUND_TRIP + PCIE_READ)

    def test_sends_take_half_a_round_trip(self):
        for kind in ("RC", "UC", "UD"):
            with self.subTest(kind):
                self.assertGreaterEqual(self.least_latency("connectx6", SCALE, "ib_send_lat", "-c", kind, "-s", "32", "-I", "32"),
                                        HALF_ROUND_TRIP)

    def test_results_take_a_whole_one(self):
        for words in (["ib_read_lat", "-s", "8"], ["ib_atomic_lat"]):
            with self.subTest(words[0]):
                self.assertGreaterEqual(self.least_latency("connectx6", SCALE, *words), RESULT)

    def test_a_switch_is_between_hosts_and_their_speed_counts(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(RACK.format(10))
            file.flush()
            rack = ["--topology", file.name, "--host"]
            ends = {"server": [*rack, "a"], "client": [*rack, "b"]}
            size = 4096
            least = HALF_ROUND_TRIP + PCIE_READ + SWITCH + size * 8 / 10
            self.assertGreaterEqual(self.least_latency("connectx6", SCALE, "ib_write_lat", "-s", str(size), "-I", "0", **ends), least)

    def test_bandwidth_is_at_most_the_line_rate(self):
        for nic, gigabits in (("connectx5", 100), ("connectx6", 200)):
            for words in (["-q", "1"], ["-q", "4"]):
                with self.subTest(nic=nic, words=words):
                    scale = gigabits * 10
                    found = self.row(self.perftest(nic, scale, "ib_write_bw", "-s", "65536", "-n", "100", *words))
                    average = found[3] * 2**20 * 8 / 1e9
                    self.assertLess(average * scale, gigabits)
                    self.assertGreater(average, 0)

    def test_programs_of_a_host_share_its_port(self):
        size, iterations, scale = 65536, 200, 1000
        begin = time.monotonic()
        pairs = [self.perftest("connectx5", scale, "ib_write_bw", "-s", str(size), "-n", str(iterations)) for _ in range(2)]
        for one in pairs:
            self.row(one)
        # Each alone takes one second.
        self.assertGreater(time.monotonic() - begin, 2 * size * iterations * 8 / (100e9 / scale))

    def test_an_end_without_the_option_is_no_error(self):
        timed = ["--timing", "connectx6", "--timing-scale", "10"]
        self.row(self.start_both(timed, [], "ib_send_bw", "-s", "4096", "-n", "100"))
        self.row(self.start_both([], timed, "ib_send_bw", "-s", "4096", "-n", "100"))


if __name__ == "__main__":
    if not shutil.which("ib_write_lat"):
        print("perftest is not installed")
        sys.exit(SKIP)
    unittest.main(argv=sys.argv[:1])
