"""The counts of --count: count_test.py LAUNCHER COUNT_WORK_TEST SOURCE_ROOT."""
import ctypes
import ctypes.util
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

from programs import ETHERNET, free_port, run_case

LAUNCHER, WORK = (os.path.abspath(path) for path in sys.argv[1:3])
PAGE = (pathlib.Path(sys.argv[3]) / "docs/emulator.md").read_text(encoding="utf-8")
VERBS = ctypes.util.find_library("ibverbs")

# Headers of every packet, and an ACK.
EACH, ACK = 62, 66

# Makes a CQ, and ends by exit(3) or by what the second argument says.
MAKES_A_CQ = """
import ctypes, os, sys
verbs = ctypes.CDLL(sys.argv[1])
verbs.ibv_get_device_list.restype = ctypes.POINTER(ctypes.c_void_p)
verbs.ibv_open_device.restype = verbs.ibv_create_cq.restype = ctypes.c_void_p
device = verbs.ibv_open_device(ctypes.c_void_p(verbs.ibv_get_device_list(None)[0]))
assert verbs.ibv_create_cq(ctypes.c_void_p(device), 100, None, None, 0)
"""
IN_A_CHILD = """
if os.fork() == 0:
    os._exit(0)
os.wait()
"""


def counts_writes():
    """Returns true if the kernel lets a process count writes to its memory, by perf_event_open(2)."""
    number = {"x86_64": 298, "aarch64": 241}.get(os.uname().machine)
    if number is None:
        return False
    word = (ctypes.c_uint64 * 2)()
    address = ctypes.addressof(word) + 7 & ~7
    attributes = bytearray(128)
    # Type (breakpoint) and size, the flags inherit, exclude_kernel and exclude_hv, then write, address and length.
    struct.pack_into("<II", attributes, 0, 5, 128)
    struct.pack_into("<Q", attributes, 40, 1 << 1 | 1 << 5 | 1 << 6 | 1 << 35)
    struct.pack_into("<IIQQ", attributes, 48, 0, 2, address, 8)
    libc = ctypes.CDLL(None, use_errno=True)
    file = libc.syscall(number, (ctypes.c_char * 128).from_buffer(attributes), 0, -1, -1, 0)
    if file >= 0:
        os.close(file)
    return file >= 0


EXACT = counts_writes()


class Count(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="count-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        self.file = self.scratch / "counts"

    def lines(self):
        return [json.loads(line) for line in self.file.read_text(encoding="ascii").splitlines()]

    def run_it(self, *command, options=()):
        return subprocess.run([LAUNCHER, "--fabric", f"count-{free_port()}", "--count", str(self.file), *options, *command],
                              capture_output=True, text=True, timeout=60)

    def work(self, case, *options):
        """Runs a test of the program and returns its total."""
        done = self.run_it(WORK, f"--gtest_filter=count_work.{case}", options=options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        line, = self.lines()
        self.assertEqual(line["program"], os.path.basename(WORK))
        self.assertTrue(line["ended"])
        self.assertEqual(list(self.scratch.iterdir()), [self.file], "the counts so far are removed")
        if len(line["queue_pairs"]) == 1:
            for key in ("wqes", "doorbells", "receives", "completions", "packets", "wire_bytes"):
                self.assertEqual(line["queue_pairs"][0][key], line["total"][key])
        return line["total"]


class OwnWork(Count):
    def expect_doorbells(self, total, rung, blueflame, length):
        doorbells = total["doorbells"]
        self.assertEqual((doorbells["rung"], doorbells["blueflame"]), (rung, blueflame) if EXACT else (None, None))
        self.assertEqual(doorbells["found"], rung)
        # On a busy machine the program may be stopped within a copy.
        self.assertIn(doorbells["found_blueflame"], range(1, blueflame + 1))
        self.assertIn(doorbells["found_blueflame_bytes"], range(1, blueflame * length + 1))

    def test_doorbells_and_inline_data(self):
        total = self.work("doorbells")
        # 16 of ctrl_seg and raddr_seg each, then 64 bytes behind a header of 4: two WQEBBs. Those of the list have one.
        self.assertEqual(total["wqes"], {
            "rdma_write": {"wqes": 8, "wqebbs": 3 * 2 + 5, "signaled": 4, "inline": 3, "bytes": 3 * 64 + 5 * 100}})
        self.expect_doorbells(total, 4, 3, 128)
        self.assertEqual(total["completions"], {"requester": 4, "responder": 0, "error": 0, "other": 0})
        self.assertEqual((total["cqes"], total["mini_arrays"], total["mini_cqes"]), (4, 0, 0))
        self.assertEqual(total["receives"], {"posted": 0, "advances": 0, "taken": 0, "flushed": 0})
        self.assertEqual(total["packets"],
                         {"requests": 8, "retransmitted": 0, "responses": 0, "acks": 8, "naks": 0, "rnr_naks": 0})
        self.assertEqual(total["wire_bytes"], 8 * (EACH + 16) + 3 * 64 + 5 * 100 + 8 * ACK)

    def test_doorbells_of_two_queue_pairs(self):
        total = self.work("two_queue_pairs")
        each = [qp["doorbells"]["rung"] for qp in self.lines()[0]["queue_pairs"]]
        self.assertEqual(each, [3, 1] if EXACT else [None, None])
        self.assertEqual((total["doorbells"]["rung"], total["doorbells"]["found"]), (4 if EXACT else None, 4))
        # There are no breakpoints left for copies.
        self.assertIsNone(total["doorbells"]["blueflame"])

    def test_a_copy_that_stores_twice_is_one_doorbell(self):
        total = self.work("copied_twice")
        self.assertEqual(total["wqes"], {"nop": {"wqes": 5, "wqebbs": 5, "signaled": 5, "inline": 0, "bytes": 0}})
        self.expect_doorbells(total, 5, 5, 64)

    def test_packets_of_ten_thousand_bytes(self):
        for mtu, packets in ((1024, 10), (4096, 3)):
            with self.subTest(mtu):
                self.file.unlink(missing_ok=True)
                total = self.work(f"mtu_{mtu}")
                self.assertEqual(self.lines()[0]["queue_pairs"][0]["mtu"], mtu)
                self.assertEqual({opcode: one["bytes"] for opcode, one in total["wqes"].items()},
                                 {"rdma_write": 10000, "rdma_read": 10000, "atomic_fa": 8})
                self.assertEqual(total["packets"], {"requests": packets + 2, "retransmitted": 0, "responses": packets + 1,
                                                    "acks": 1, "naks": 0, "rnr_naks": 0})
                write = packets * EACH + 16 + 10000 + ACK
                read = EACH + 16 + packets * EACH + 2 * 4 + 10000
                atomic = EACH + 28 + EACH + 4 + 8
                self.assertEqual(total["wire_bytes"], write + read + atomic)
                self.assertEqual(total["completions"]["requester"], 3)

    def test_events_and_receives(self):
        total = self.work("events")
        self.assertEqual((total["arms"], total["solicited_arms"], total["events"]), (0, 1, 1))
        self.assertEqual(total["receives"], {"posted": 4, "advances": 1, "taken": 1, "flushed": 0})
        self.assertEqual(total["completions"], {"requester": 0, "responder": 1, "error": 0, "other": 0})
        # 10 bytes are padded to 12, and the immediate has 4.
        self.assertEqual(total["wire_bytes"], EACH + 12 + 4 + ACK)

    def test_rnr_naks_and_retransmissions(self):
        total = self.work("late_receive")
        again = total["packets"]["rnr_naks"]
        self.assertGreater(again, 0)
        self.assertEqual((total["rnr_naks_received"], total["retries"]), (again, again))
        # 3000 bytes are two packets.
        self.assertEqual((total["packets"]["requests"], total["packets"]["retransmitted"]), (2 + 2 * again, 2 * again))
        self.assertEqual((total["wqes"]["send"]["wqes"], total["wqes"]["send"]["bytes"]), (1, 3000))
        self.assertEqual(total["wire_bytes"], (1 + again) * (2 * EACH + 3000) + again * ACK + ACK)

    def test_errors(self):
        total = self.work("refused")
        self.assertEqual(total["completions"], {"requester": 0, "responder": 0, "error": 4, "other": 0})
        self.assertEqual(total["receives"], {"posted": 3, "advances": 1, "taken": 0, "flushed": 3})
        self.assertEqual((total["packets"]["naks"], total["packets"]["acks"]), (1, 0))
        self.assertEqual(total["async_events"], {"qp_access_err": 1})

    def test_compressed_cqes(self):
        total = self.work("compressed", "--compress", "10", "--compress-wait", "60000000")
        self.assertEqual(total["completions"]["requester"], 10)
        # A title, and arrays of eight and two.
        self.assertEqual((total["cqes"], total["mini_arrays"], total["mini_cqes"]), (1, 2, 10))


class Ends(Count):
    def test_exit_and_underscore_exit(self):
        for ends in ("", "os._exit(7)", "sys.exit(7)", IN_A_CHILD):
            with self.subTest(ends):
                self.file.unlink(missing_ok=True)
                done = self.run_it(sys.executable, "-c", MAKES_A_CQ + ends, VERBS)
                self.assertEqual(done.returncode, 7 if "7" in ends else 0, done.stderr)
                line, = self.lines()
                self.assertEqual((line["ended"], len(line["completion_queues"]), line["queue_pairs"]), (True, 1, []))
                self.assertEqual(list(self.scratch.iterdir()), [self.file])

    def test_a_killed_process_leaves_its_counts_so_far(self):
        for how in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(how):
                process = subprocess.Popen(
                    [LAUNCHER, "--fabric", f"count-{free_port()}", "--count", self.file, WORK,
                     "--gtest_filter=count_work.killed"], stdout=subprocess.DEVNULL)
                left = self.scratch / f"counts.{process.pid}"
                counted, end = 0, time.monotonic() + 30
                while counted < 7 and time.monotonic() < end:
                    time.sleep(0.01)
                    if left.exists():
                        line = json.loads(left.read_text(encoding="ascii"))
                        counted = line["total"]["wqes"].get("rdma_write", {}).get("wqes", 0)
                process.send_signal(how)
                process.wait(timeout=30)
                self.assertEqual((counted, line["ended"], line["pid"]), (7, False, process.pid))
                self.assertEqual(self.file.read_text(), "")
                self.assertEqual(sorted(self.scratch.iterdir()), [self.file, left])
                left.unlink()

    def test_a_file_that_takes_nothing_is_said(self):
        self.file = pathlib.Path("/dev/full")
        done = self.run_it(sys.executable, "-c", MAKES_A_CQ + "sys.exit(7)", VERBS)
        self.assertEqual((done.returncode, done.stderr),
                         (7, "verbatim-emulator: --count: /dev/full: No space left on device: the counts of this process "
                             "are missing\n"))
        self.assertFalse(list(pathlib.Path("/dev").glob("full.*")))

    def test_a_file_that_cannot_be_opened_is_said(self):
        self.file = self.scratch / "missing" / "counts"
        done = self.run_it(sys.executable, "-c", MAKES_A_CQ + "sys.exit(7)", VERBS)
        self.assertEqual((done.returncode, done.stderr),
                         (7, f"verbatim-emulator: --count: {self.file} cannot be written: No such file or directory\n"))


@unittest.skipUnless(shutil.which("ib_write_bw"), "perftest is not installed")
class Perftest(Count):
    def both_sides(self, tool, *words, options=()):
        """Returns the totals of the server and of the client."""
        command = [tool, "-F", "-p{port}", *words]
        wrong = run_case(LAUNCHER, [command, [*command, "127.0.0.1"]], "", ["--count", str(self.file), *options],
                         self.scratch)
        self.assertFalse(wrong)
        totals = sorted((line["total"] for line in self.lines()), key=lambda total: bool(total["wqes"]))
        self.assertEqual(len(totals), 2)
        return totals

    def expect_transfer(self, server, client, opcode, n, size):
        moderation, packets = 10, -(-size // 4096)
        one = client["wqes"][opcode]
        self.assertEqual((list(client["wqes"]), one["wqes"], one["signaled"], one["bytes"]),
                         ([opcode], n, n // moderation, n * size))
        # Each post is one doorbell, unless another replaces it before it is found.
        if EXACT:
            self.assertEqual(client["doorbells"]["rung"], n)
        self.assertLessEqual(client["doorbells"]["found"], n)
        self.assertEqual(client["completions"], {"requester": n // moderation, "responder": 0, "error": 0, "other": 0})
        self.assertEqual((client["packets"]["requests"], server["packets"]["acks"]), (n * packets, n))
        self.assertEqual(server["wqes"], {})
        self.assertEqual(server["wire_bytes"], n * ACK)

    def test_writes(self):
        for options in ([], ETHERNET):
            with self.subTest(options):
                self.file.unlink(missing_ok=True)
                gid = ["-x", "3"] if options else []
                server, client = self.both_sides("ib_write_bw", "-n", "500", "-s", "10000", "-Q", "10", "-m", "4096", *gid,
                                                 options=options)
                self.expect_transfer(server, client, "rdma_write", 500, 10000)
                self.assertEqual(client["wire_bytes"], 500 * (3 * EACH + 16 + 10000))
                self.assertEqual(server["receives"]["taken"], 0)

    def test_sends(self):
        for options in ([], ETHERNET):
            with self.subTest(options):
                self.file.unlink(missing_ok=True)
                gid = ["-x", "3"] if options else []
                server, client = self.both_sides("ib_send_bw", "-n", "500", "-s", "4096", "-Q", "10", "-m", "4096", *gid,
                                                 options=options)
                self.expect_transfer(server, client, "send", 500, 4096)
                self.assertEqual(client["wire_bytes"], 500 * (EACH + 4096))
                self.assertEqual((server["receives"]["taken"], server["completions"]["responder"]), (500, 500))
                self.assertGreaterEqual(server["receives"]["posted"], 500)

    def test_the_command_of_the_page_adds_it_up(self):
        server, client = self.both_sides("ib_write_bw", "-n", "100", "-s", "100")
        command = re.search(r"^cat counts \| (python3 -c '.*?)\n```", PAGE, re.MULTILINE | re.DOTALL)[1]
        with self.file.open() as counts:
            done = subprocess.run(["sh", "-c", command], stdin=counts, capture_output=True, text=True, check=True)
        sums = dict(line.split() for line in done.stdout.splitlines())
        self.assertEqual(int(sums["wire_bytes"]), server["wire_bytes"] + client["wire_bytes"])
        self.assertEqual((sums["wqes.rdma_write.wqes"], sums["packets.acks"]), ("100", "100"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
