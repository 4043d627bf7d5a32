"""The output of --rings: rings_test.py LAUNCHER."""
import ctypes.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from programs import free_port, run_case
import rings

LAUNCHER = os.path.abspath(sys.argv[1])

# Makes a CQ of at least 100 entries, and ends without destroying it.
LEAVES_A_CQ = """
import ctypes, sys
verbs = ctypes.CDLL(sys.argv[1])
verbs.ibv_get_device_list.restype = ctypes.POINTER(ctypes.c_void_p)
verbs.ibv_open_device.restype = verbs.ibv_create_cq.restype = ctypes.c_void_p
device = verbs.ibv_open_device(ctypes.c_void_p(verbs.ibv_get_device_list(None)[0]))
assert verbs.ibv_create_cq(ctypes.c_void_p(device), 100, None, None, 0)
"""


class Rings(unittest.TestCase):
    def test_counts_are_the_programs(self):
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch, "rings")
            command = ["ibv_rc_pingpong", "-p{port}", "-r", "16", "-n", "777"]
            wrong = run_case(LAUNCHER, [command, [*command, "127.0.0.1"]], "seconds", ["--rings", str(file)], scratch)
            self.assertFalse(wrong)
            lines = [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]
        self.assertEqual(len({line["pid"] for line in lines}), 2)
        # The entries of each process that went through, and those that were still posted when it ended.
        for kind, size, used in (("send", None, 777), ("receive", 16, 777), ("completion", 32, 2 * 777)):
            found = [line for line in lines if line["ring"] == kind]
            self.assertEqual([line["used"] for line in found], [used, used])
            self.assertTrue(all(size in (None, line["size"]) for line in found))
            self.assertEqual({line["device"] for line in found}, {"mlx5_0"})
            self.assertEqual({line["type"] for line in found}, {"plain" if kind == "completion" else "RC"})
        self.assertFalse(rings.short(lines, 777))

    def test_what_is_left_at_the_end_is_written_too(self):
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch, "rings")
            subprocess.run([LAUNCHER, "--fabric", f"rings-{free_port()}", "--rings", file, sys.executable, "-c", LEAVES_A_CQ,
                            ctypes.util.find_library("ibverbs")], check=True, timeout=60)
            line = json.loads(file.read_text(encoding="ascii"))
        self.assertEqual((line["ring"], line["size"], line["used"]), ("completion", 128, 0))

    def test_a_file_that_cannot_be_written_is_told(self):
        done = subprocess.run([LAUNCHER, "--fabric", f"rings-{free_port()}", "--rings", "/dev/full", sys.executable, "-c",
                               LEAVES_A_CQ, ctypes.util.find_library("ibverbs")], capture_output=True, text=True, check=True,
                              timeout=60)
        self.assertIn("--rings", done.stderr)
        self.assertIn("No space left on device", done.stderr)


class Short(unittest.TestCase):
    """rings.short, by which tests tell that a ring has not wrapped often enough."""

    @staticmethod
    def ring(kind, size, used):
        return {"pid": 1, "device": "mlx5_0", "ring": kind, "number": 7, "type": "RC", "size": size, "used": used}

    def test_rings_of_the_loop_have_wrapped(self):
        enough = [self.ring("send", 64, 640), self.ring("completion", 32, 320)]
        self.assertEqual(rings.short(enough, 640), [])
        for lacking in ([self.ring("send", 64, 639), enough[1]], [enough[0], self.ring("completion", 32, 319)],
                        [*enough, self.ring("receive", 128, 640)], enough[:1], enough[1:], []):
            self.assertNotEqual(rings.short(lacking, 640), [])

    def test_rings_beside_the_loop_need_not(self):
        self.assertEqual(rings.short([self.ring("send", 64, 640), self.ring("completion", 32, 320), self.ring("send", 64, 79)],
                                     640), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
