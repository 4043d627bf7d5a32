"""The messages and statuses of verbatim-emulator when it is started in a wrong way: launcher.py LAUNCHER EXAMPLE."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

LAUNCHER, EXAMPLE = (os.path.abspath(path) for path in sys.argv[1:3])


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Launcher(unittest.TestCase):
    def test_its_library_is_missing(self):
        with tempfile.TemporaryDirectory() as directory:
            alone = pathlib.Path(directory) / "verbatim-emulator"
            shutil.copy(LAUNCHER, alone)
            status, _, complaint = run(alone, "true")
        self.assertEqual(status, 127)
        self.assertIn(f"{directory}/libverbatim-emulator.so", complaint)
        self.assertIn("meson compile -C build verbatim-emulator", complaint)

    def test_there_is_no_such_command(self):
        status, _, complaint = run(LAUNCHER, "no_such_command")
        self.assertEqual((status, complaint), (127, "verbatim-emulator: no_such_command: command not found\n"))

    def test_the_command_is_missing(self):
        status, _, complaint = run(LAUNCHER)
        self.assertNotEqual(status, 0)
        self.assertIn("COMMAND", complaint.upper())

    def test_a_fabric_is_no_path(self):
        status, _, complaint = run(LAUNCHER, "--fabric", "../elsewhere", "true")
        self.assertNotEqual(status, 0)
        self.assertIn("a fabric's name has", complaint)

    def test_there_are_not_so_many_ports(self):
        status, _, complaint = run(LAUNCHER, "--ports", "3", "true")
        self.assertNotEqual(status, 0)
        self.assertIn("--ports", complaint)

    def test_an_interface_must_exist(self):
        status, _, complaint = run(LAUNCHER, "--link-layer", "ethernet", "--netdev", "no_such_if0", "true")
        self.assertNotEqual(status, 0)
        self.assertIn("there is no network interface no_such_if0", complaint)

    def test_devices_are_as_many_as_asked_for(self):
        status, names, _ = run(LAUNCHER, "--devices", "3", "ls", "/sys/class/infiniband")
        self.assertEqual((status, names.split()), (0, ["mlx5_0", "mlx5_1", "mlx5_2"]))

    def test_a_failure_has_a_number_and_a_known_syndrome(self):
        for wrong in ("x", "3:no_such_error", "3:"):
            status, _, complaint = run(LAUNCHER, "--fail-at", wrong, "true")
            self.assertNotEqual(status, 0)
            self.assertIn("remote_access_err", complaint)
        for option in ("--fail-at", "--fail-receive-at"):
            self.assertEqual(run(LAUNCHER, option, "3", "true")[0], 0)

    def test_an_event_has_a_number_and_a_known_name(self):
        for wrong in ("port_err", "0:port_err", "3:no_such_event", "3:port_err,x"):
            status, _, complaint = run(LAUNCHER, "--raise-at", wrong, "true")
            self.assertNotEqual(status, 0)
            self.assertIn("gid_change", complaint)
        self.assertEqual(run(LAUNCHER, "--raise-at", "3:port_err,3:qp_fatal", "true")[0], 0)

    def test_a_verb_that_fails_has_a_known_name_a_number_and_an_error(self):
        for wrong in ("reg_mr", "reg_mr:2", "reg_mr:0:ENOMEM", "reg_mr:2:ENOTHING", "reg_nothing:2:ENOMEM",
                      "reg_mr:2:ENOMEM,x"):
            status, _, complaint = run(LAUNCHER, "--fail-verb", wrong, "true")
            self.assertNotEqual(status, 0)
            self.assertIn("devx_obj_create", complaint)
        self.assertEqual(run(LAUNCHER, "--fail-verb", "reg_mr:2:ENOMEM,any:7:EIO", "true")[0], 0)

    def test_arguments_and_status_are_the_commands(self):
        self.assertEqual(run(LAUNCHER, "sh", "-c", "echo $0 --fabric; exit 7", "--verbose"), (7, "--verbose --fabric\n", ""))

    def test_a_program_without_it_is_told_of_it(self):
        devices = pathlib.Path("/sys/class/infiniband")
        if devices.exists() and any(devices.iterdir()):
            self.skipTest("this machine has an RDMA device")
        status, _, complaint = run(EXAMPLE)
        self.assertEqual(status, 1)
        self.assertIn("To run on the emulated ConnectX: verbatim-emulator PROGRAM", complaint)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
