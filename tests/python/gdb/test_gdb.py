"""Queues as GDB shows them: in a running program, in its core file, and of handles on the emulated device.

test_gdb.py DEBUGGED ON_DEVICE LAUNCHER LIBRARY

The program `debugged` prints the bytes that it posted and that its device wrote. The explanations have to be those of these bytes."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support  # noqa: E402
import verbatim  # noqa: E402

DEBUGGED, ON_DEVICE, LAUNCHER, LIBRARY = (str(pathlib.Path(one).resolve()) for one in sys.argv[1:])
LOADER = support.PACKAGE / "libverbatim-gdb.py"
SHOWN = ["print all.qp.sq", "print all.qp.rq", "print all.of_texts", "print all.initiator", "print all.shared", "print all.cq",
         "print all.minis", "print *completion", "print posted", "print refused", "verbatim explain all.cq all.qp",
         "verbatim explain all.qp.sq 0xd", "verbatim explain all.minis", "verbatim explain completion", "verbatim explain all.shared"]


def gdb(*commands, program=(), before=(), launcher=()):
    """The answers of GDB to the commands, and everything that it says."""
    words = ["gdb", "-nx", "-q", "-batch", "-iex", "set pagination off", "-iex", "set style enabled off"]
    for one in before:
        words += ["-iex", one]
    for i, command in enumerate(commands):
        words += ["-ex", rf"echo \n<<{i}>>\n", "-ex", command]
    done = subprocess.run([*launcher, *words, "-ex", r"echo \n<<end>>\n", *program], capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1", VERBATIM_TEST_ADDRESS="127.0.0.1"))
    everything = done.stdout + done.stderr
    return [part.strip("\n") for part in re.split(r"\n<<\w+>>\n", done.stdout)[1:-1]], everything


def bodies(text):
    """The entries of an explanation, without their titles and what only the queue knows."""
    for entry in re.split(r"\n\n(?=\d+\. )", text.strip("\n")):
        lines = entry.split("\n")[1:]
        yield "\n".join(line for line in lines if not re.match(r"  (remark|belongs to|transport) |  {10}", line))


def explained(kind, data):
    return next(bodies(verbatim.explain(data, kind=kind, transport="rc" if kind == "wqe" else "", stride=32)))


@unittest.skipUnless(shutil.which("gdb"), "GDB is not installed")
class Queues(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        core = os.path.join(cls.folder.name, "core")
        cls.live, cls.said = gdb(f"source {LOADER}", "break look_here", "run", *SHOWN, f"generate-core-file {core}",
                                 program=[DEBUGGED])
        cls.printed = re.findall(r"^(wqe|recv|cqe) ([0-9a-f]+)$", cls.said, re.M)
        cls.shown = dict(zip(SHOWN, cls.live[3:]))
        cls.core = core

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def shows(self, command, *texts):
        found = self.shown[command]
        for text in texts:
            self.assertIn(text, found)
        return found

    def test_nothing_fails(self):
        self.assertEqual(len(self.shown), len(SHOWN), self.said)
        self.assertNotRegex(self.said, "Traceback|Python Exception|internal-error|RTTI")

    def test_send_queues(self):
        found = self.shows("print all.qp.sq", "rc send queue of QP 0x12: 3 of 16 WQEBBs in use, pi 0x11, ci 0xe = {",
                           "[wqe 0xe] = send inline_seg: byte_count=87", "[wqe 0x10] = rdma_read raddr_seg{raddr=0x2000 rkey=0x43} "
                           "data_seg{byte_count=8 lkey=0x99 addr=0x7f1000}; signaled; entry 8; no doorbell yet}")
        self.assertNotIn("wqe 0xd]", found)
        self.shows("print all.of_texts", '[wqe 0x0] = nop; entry 0x', '"first"; no doorbell yet', '"second"')
        found = self.shows("print all.initiator", "dci send queue of QP 0x14: 3 of 16", "[wqe 0x0] = nop; signaled; entry 0;",
                           "[wqe 0x2] = nop; signaled; entry 2;")
        self.assertNotIn("wqe 0x1]", found)  # it is done
        self.shows("print posted", "wqe_index 0x10")
        self.shows("print refused", "not posted: verbatim::post_error::too_many_sges")

    def test_receive_queues(self):
        self.shows("print all.qp.rq", "receive queue: 1 of 8 WQEs posted = {[wqe 0x0] = sge{byte_count=0x100 lkey=5 addr=0x5000} "
                   "sge{byte_count=0x200 lkey=6 addr=0x6000}; entry 70}")
        found = self.shows("print all.shared", "SRQ 0x77, shared receive queue: 2 of 7 WQEs posted = {", "[wqe 0x0] = sge{", "entry 90",
                           "[wqe 0x2] = sge{", "entry 92}")
        self.assertNotIn("entry 91", found)

    def test_completion_queues(self):
        self.shows("print all.cq", "completion queue of 8 CQEs of 64 bytes: 2 to be polled, ci 0x8, 7 dropped: "
                   "verbatim::cqe_problem::unknown_owner = {", "[cqe 0x0] = req of send, QPN 0x99, wqe_counter 0x1, 0 bytes, "
                   "[cqe 0x1] = req_err of rdma_read, QPN 0x12, wqe_counter 0x10, remote_access_err (0x13), vendor_err_synd 0x42}")
        self.shows("print all.minis", "8 CQEs of 128 bytes: 1 to be polled, ci 0x0 = {[cqe 0x0] = a compressed CQE for 3 completions}")
        self.shows("verbatim explain all.minis", "it stands for 3 completions", "completion 1: rdma_write, wqe_counter 0x5, 0 bytes",
                   "completion 3: rdma_read, wqe_counter 0x7, 2 bytes")
        self.shows("print *completion", "cqe_ = req of rdma_write, QPN 0x12, wqe_counter 0xd, 0 bytes", "entry = 7")

    def test_explanations_are_those_of_the_bytes(self):
        self.assertEqual([kind for kind, _ in self.printed], ["wqe", "wqe", "wqe", "recv", "cqe", "cqe"])
        expected = [explained(kind, bytes.fromhex(data)) for kind, data in self.printed]
        completed, *outstanding = expected
        found = self.shown["verbatim explain all.cq all.qp"]
        self.assertEqual(sorted(bodies(found)), sorted(outstanding))
        self.assertRegex(found, r"(?s)CQE with error \(completion queue, slot 0x1\)\n.*belongs to 4\. WQE")
        self.assertEqual(list(bodies(self.shown["verbatim explain all.qp.sq 0xd"])), [completed])
        self.assertIn("completed", self.shown["verbatim explain all.qp.sq 0xd"])

    def test_a_core_file_shows_the_same(self):
        self.assertTrue(os.path.exists(self.core), self.said)
        found, said = gdb(f"source {LOADER}", *SHOWN, program=[DEBUGGED, self.core])
        self.assertEqual(dict(zip(SHOWN, found[1:])), self.shown, said)

    def test_mistakes_get_an_answer(self):
        answers = {"verbatim explain": "which queue?", "verbatim explain 5": "5 is a int, and no queue",
                   "verbatim explain all.cq 3x": "invalid literal"}
        for command, answer in answers.items():
            said = gdb(f"source {LOADER}", command, program=[DEBUGGED, self.core])[1]
            self.assertIn(answer, said)
            self.assertNotIn("Traceback", said)

    def test_without_the_package_the_loader_says_so(self):
        alone = shutil.copy(LOADER, self.folder.name)
        self.assertIn("the Python package is missing", gdb(f"source {alone}")[1])


@unittest.skipUnless(shutil.which("gdb"), "GDB is not installed")
class Handles(unittest.TestCase):
    def test_gdb_finds_the_queues_behind_handles_and_loads_the_package_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder + os.path.realpath(LIBRARY) + "-gdb.py")  # as it is installed
            place.parent.mkdir(parents=True)
            place.symlink_to(LOADER)
            commands = ["print all.qp", "print all.on_shared", "print all.completions", "print all.shared", "verbatim explain all.qp",
                        "verbatim explain all.completions"]
            found, said = gdb("break look_here", "run", *commands, "continue", *commands, program=[ON_DEVICE],
                              before=[f"set auto-load scripts-directory {folder}", f"add-auto-load-safe-path {folder}"],
                              launcher=[LAUNCHER, "--fabric", "gdb", "--link-layer", "ethernet"])
        self.assertEqual(len(found), 15, said)
        self.assertNotRegex(said, "Traceback|Python Exception|internal-error|RTTI")
        open_, closed = found[2:8], found[9:]
        self.assertRegex(open_[0], r"queue pair = \{sq = rc send queue of QP 0x\w+: 1 of \d+ WQEBBs in use, .*; signaled; entry 7; no "
                         r"doorbell yet\}, rq = receive queue: 1 of \d+ WQEs posted = \{\[wqe 0x0\] = sge\{.*\}; entry 6\}\}")
        self.assertRegex(open_[1], r"queue pair = \{sq = rc send queue of QP 0x\w+: 0 of .*, rq = SRQ 0x\w+, shared .*entry 5\}\}")
        self.assertRegex(open_[2], r"completion queue of \d+ CQEs of 64 bytes: 0 to be polled, ci 0x0")
        self.assertRegex(open_[3], r"SRQ 0x\w+, shared receive queue: 1 of \d+ WQEs posted = .*entry 5\}")
        self.assertRegex(open_[4], r"(?s)1\. WQE .*send on rc\n.*2\. receive WQE")
        self.assertIn("there is nothing", open_[5])
        # The memory of closed queues is gone, and nothing of it is shown.
        self.assertRegex(closed[0], r"sq = rc send queue of QP 0x\w+: 1 of .*, closed, rq = receive queue: .*, closed\}")
        self.assertIn("there is nothing", closed[4])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
