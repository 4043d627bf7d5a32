"""Runs examples/all_to_all on the emulator, as a job of Open MPI's mpirun (Debian package openmpi-bin), whose processes exchange
their addresses by PMIx: all_to_all.py LAUNCHER PROGRAM PROCESSES...

For each number of processes, with DC and with RC: every process says that it has the blocks of all others, and the device has
counted what this takes. With DC neither the queues nor their memory grow with the job. The smallest job also runs on Ethernet,
with a failure in one process, which must end it, and without its launchers."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

LAUNCHER, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
SIZES = [int(size) for size in sys.argv[3:]]
SKIP, SECONDS, BLOCK, PAGE = 77, 500, 1024, 4096
# PMIx_Finalize waits 2 s for mpirun. On a busy machine that is too short, and mpirun takes the process for one that has failed.
MPIRUN = ["mpirun.openmpi", "--oversubscribe", "--mca", "orte_allowed_exit_without_sync", "1", "-n"]
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
LINE = re.compile(r"rank (\d+): (\d+) blocks are right, by (\d+) queues and (\d+) bytes of rings; (\d+) bytes published")
CARD = 56


class AllToAll(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="all-to-all-")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.environment = {**os.environ, **AS_ROOT, "VERBATIM_EMULATOR_DIRECTORY": scratch.name}

    def run_job(self, size, *arguments, options=(), emulated=True):
        """Runs a job, and returns what mpirun says, and what the processes say on standard output and on standard error."""
        device = [LAUNCHER, "--fabric", "all", *options] if emulated else []
        said = self.scratch / "said"
        shutil.rmtree(said, ignore_errors=True)
        # On its own standard output, mpirun may tear the lines of many processes apart.
        done = subprocess.run([*MPIRUN, str(size), "--output-filename", f"{said}:nocopy", *device, PROGRAM, *arguments],
                              env=self.environment, capture_output=True, text=True, timeout=SECONDS, check=False,
                              stdin=subprocess.DEVNULL)
        texts = ([file.read_text(encoding="utf-8") for file in said.rglob(f"rank.*/{name}")] for name in ("stdout", "stderr"))
        return done, *map("".join, texts)

    def good_job(self, size, *arguments, options=()):
        """Runs a job in which all goes well, and returns the queues and the bytes of rings of a process."""
        counts = self.scratch / "counts"
        counts.unlink(missing_ok=True)
        done, out, err = self.run_job(size, *arguments, options=["--count", counts, *options])
        self.assertEqual((done.returncode, err), (0, ""), done)
        lines = [tuple(map(int, LINE.fullmatch(line).groups())) for line in out.splitlines()]
        self.assertEqual(sorted(line[0] for line in lines), list(range(size)))
        [(blocks, queues, rings, published)] = {line[1:] for line in lines}
        self.assertEqual(blocks, size - 1)
        self.assertEqual(published, CARD * (size if arguments else 1))
        counted = [json.loads(line) for line in counts.read_text(encoding="ascii").splitlines()]
        self.assertEqual(len(counted), size)
        for one in counted:
            total = one["total"]
            [(opcode, writes)] = total["wqes"].items()
            self.assertEqual((opcode, writes["wqes"], writes["bytes"]), ("rdma_write_imm", size - 1, BLOCK * (size - 1)))
            self.assertEqual(total["receives"]["taken"], size - 1)
            self.assertEqual((total["completions"]["requester"], total["completions"]["responder"]), (size - 1, size - 1))
            self.assertEqual(total["completions"]["error"], 0)
            types = sorted(pair["type"] for pair in one["queue_pairs"])
            self.assertEqual(types, ["RC"] * (size - 1) if arguments else ["DCI", "DCT"])
            self.assertEqual(queues, len(types))
        return queues, rings

    def test_dc_does_not_grow(self):
        self.assertEqual(len({self.good_job(size) for size in SIZES}), 1)

    def test_rc_grows(self):
        made = [self.good_job(size, "rc") for size in SIZES]
        for (few, small), (many, large) in zip(made, made[1:]):
            self.assertGreaterEqual(large - small, (many - few) * PAGE)

    def test_ethernet(self):
        for arguments in ([], ["rc"]):
            self.good_job(SIZES[0], *arguments, options=["--link-layer", "ethernet"])

    def test_a_failure_ends_the_job(self):
        done, out, err = self.run_job(SIZES[0], options=["--fail-at", "2:remote_access_err"])
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(err, "all_to_all: rdma_write_imm, .*remote_access_err")
        self.assertEqual(out, "")

    def test_without_a_device(self):
        if os.path.isdir("/sys/class/infiniband"):
            self.skipTest("this machine has a device")
        done, out, err = self.run_job(SIZES[0], emulated=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("this machine has no RDMA device", err)
        self.assertEqual(out, "")

    def test_without_a_server_of_pmix(self):
        done = subprocess.run([LAUNCHER, "--fabric", "all", PROGRAM], env=self.environment, capture_output=True, text=True,
                              timeout=SECONDS, check=False, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 1)
        self.assertIn("all_to_all: PMIx_Init: UNREACHABLE: start it by a launcher with PMIx", done.stderr)


if __name__ == "__main__":
    if not shutil.which(MPIRUN[0]):
        print(f"{MPIRUN[0]} is not installed")
        sys.exit(SKIP)
    unittest.main(argv=sys.argv[:1])
