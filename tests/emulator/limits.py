"""The emulator on a full disk, and with few or many descriptors: limits.py LAUNCHER PROGRAM, which posts WQEs."""
import fcntl
import json
import os
import pathlib
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

LAUNCHER, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
LISTS = "import os; assert os.listdir('/sys/class/infiniband') == ['mlx5_0']"
NO_ROOM = "No space left on device"
NO_MORE_PACKETS = "no more packets are written"


class Limits(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="limits-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        self.base = self.scratch / "fabrics"
        self.environment = {**os.environ, "VERBATIM_EMULATOR_DIRECTORY": str(self.base)}

    def run_it(self, *command, **more):
        done = subprocess.run(command, env=self.environment, text=True, capture_output=True, timeout=120, **more)
        return done.returncode, done.stdout, done.stderr

    def small_disk(self, size, script):
        """Runs a script of sh, in which $0 is the launcher and $1 the program, with a small file system in `disk`."""
        disk = self.scratch / "disk"
        disk.mkdir()
        mounted = f"mount -t tmpfs -o size={size} none {disk} && cd {disk} && "
        if subprocess.run(["unshare", "-rm", "sh", "-c", mounted + "true"], capture_output=True).returncode != 0:
            self.skipTest("this user may not mount a file system, not even with `unshare -rm`")
        return self.run_it("unshare", "-rm", "sh", "-c", mounted + script, LAUNCHER, PROGRAM)

    def expect_complete(self, lines, complaint):
        self.assertEqual(complaint.count("--capture"), 1, complaint)
        self.assertIn(f"the file ends behind {len(lines)} WQEs of this process", complaint)
        for index, line in enumerate(lines):
            self.assertTrue(line.endswith("}"), line)
            self.assertEqual(json.loads(line)["length"], len(json.loads(line)["bytes"]) // 2, index)

    def test_of_a_capture_the_lines_are_whole_and_the_end_is_said(self):
        status, text, complaint = self.small_disk("4k", "$0 --capture ./wqes $1 >/dev/null; echo $?; cat wqes")
        self.assertEqual(status, 0, complaint)
        ended, *lines = text.splitlines()
        self.assertEqual(ended, "0", "the program goes on")
        self.assertGreater(len(lines), 3)
        self.assertIn(NO_ROOM, complaint)
        self.expect_complete(lines, complaint)

    def test_a_capture_that_takes_nothing_is_said_once(self):
        status, _, complaint = self.run_it(LAUNCHER, "--capture", "/dev/full", PROGRAM)
        self.assertEqual(status, 0)
        self.assertIn(f"verbatim-emulator: --capture: /dev/full: {NO_ROOM}", complaint)
        self.expect_complete([], complaint)

    def test_of_a_file_of_packets_the_last_one_is_whole_and_the_end_is_said(self):
        packets = self.scratch / "packets"
        status, text, complaint = self.small_disk("4k", f"$0 --pcap ./packets $1 >/dev/null; echo $?; cp packets {packets}")
        self.assertEqual((status, text), (0, "0\n"), complaint)
        self.assertEqual(complaint.count("--pcap"), 1, complaint)
        self.assertIn(f"packets: {NO_ROOM}: {NO_MORE_PACKETS}", complaint)
        data, at, found = packets.read_bytes(), 24, 0
        while at + 16 <= len(data):
            at += 16 + struct.unpack_from("=I", data, at + 8)[0]
            found += 1
        self.assertEqual(at, len(data), f"behind {found} packets")
        self.assertGreater(found, 3)

    def test_a_file_of_packets_that_takes_nothing_is_said_once(self):
        status, _, complaint = self.run_it(LAUNCHER, "--pcap", "/dev/full", PROGRAM)
        self.assertEqual((status, complaint.count("--pcap")), (0, 1), complaint)
        self.assertIn(f"verbatim-emulator: --pcap: /dev/full: {NO_ROOM}", complaint)

    def test_counts_that_find_no_room_are_said(self):
        script = "head -c 100000 /dev/zero >fill 2>&1; $0 --count ./counts $1 >/dev/null; echo $?; wc -c <counts"
        status, text, complaint = self.small_disk("4k", script)
        self.assertEqual((status, text.split()), (0, ["0", "0"]), complaint)
        self.assertIn(f"counts: {NO_ROOM}: the counts of this process are missing", complaint)

    def test_what_the_report_does_not_take_is_on_standard_error(self):
        status, _, complaint = self.run_it(LAUNCHER, "--verbose", "--report", "/dev/full", PROGRAM)
        self.assertEqual(status, 0)
        self.assertEqual(complaint.count("--report"), 1)
        self.assertIn(f"--report: /dev/full: {NO_ROOM}: what it does not take is said here\n", complaint)
        self.assertIn("verbatim-emulator: device closed", complaint)

    def test_files_of_the_device_that_cannot_be_written_are_said_and_removed(self):
        script = ("export VERBATIM_EMULATOR_DIRECTORY=$PWD/fabrics; $0 python3 -c '' || exit 9; $0 ls /sys/class/infiniband; "
                  "$0 $1; find fabrics -type f; mount -o remount,size=8m . && exec $0 ls /sys/class/infiniband")
        status, text, complaint = self.small_disk("64k", script)
        self.assertEqual((status, text), (0, "mlx5_0\n"), complaint)
        self.assertIn("verbatim-emulator: there is no device, because its files cannot be written", complaint)
        self.assertIn(NO_ROOM, complaint)
        self.assertIn("its library has loaded: look for a message of verbatim-emulator above", complaint)

    def test_empty_files_of_the_device_are_made_anew(self):
        holds = subprocess.Popen([LAUNCHER, sys.executable, "-c", LISTS + "; print('holds', flush=True); input()"],
                                 env=self.environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.assertEqual(holds.stdout.readline(), "holds\n")
        emptied = [path for path in self.base.rglob("*") if path.is_file() and path.name in ("dev", "uevent", "node_guid")]
        self.assertGreater(len(emptied), 1)
        for path in emptied:
            path.write_text("")
        status, _, complaint = self.run_it(LAUNCHER, PROGRAM)
        self.assertEqual((status, complaint), (0, ""))
        self.assertFalse([path for path in self.base.rglob("*damaged*")])
        holds.communicate("\n")
        self.assertEqual(holds.returncode, 0)

    def test_a_limit_of_file_sizes_ends_no_program(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        status, _, complaint = self.run_it(LAUNCHER, PROGRAM, preexec_fn=limited)
        self.assertEqual(status, 1, complaint)
        self.assertIn("raise the limit of file sizes (ulimit -f)", complaint)

    def test_few_descriptors_are_enough(self):
        for files in (32, 64, 128, 199, 200, 201, 255):
            with self.subTest(files):
                def limited():
                    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
                status, _, complaint = self.run_it(LAUNCHER, PROGRAM, preexec_fn=limited)
                self.assertEqual((status, complaint), (0, ""))

    def test_too_few_descriptors_are_said(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))
        status, _, complaint = self.run_it(LAUNCHER, PROGRAM, preexec_fn=limited)
        self.assertEqual(status, 1)
        self.assertIn("Too many open files: raise the limit of open files (ulimit -n)", complaint)

    def with_open_files(self, files, limit):
        def limited():
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
            while fcntl.fcntl(2, fcntl.F_DUPFD, 3) < files:
                pass
        try:
            return self.run_it(LAUNCHER, PROGRAM, preexec_fn=limited, close_fds=False)
        except subprocess.SubprocessError:
            self.skipTest(f"this user may not have {limit} open files")

    def test_many_descriptors_are_watched_too(self):
        status, _, complaint = self.with_open_files(66_000, 70_000)
        self.assertEqual((status, complaint), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
