"""The files that fabrics leave in the file system, and the owners of their directories: fabric_files.py LAUNCHER."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

LAUNCHER = os.path.abspath(sys.argv[1])
LISTS = "import os; assert os.listdir('/sys/class/infiniband') == ['mlx5_0']; "
DIES = LISTS + "os.kill(os.getpid(), 9)"
WAITS = LISTS + "print('holds', flush=True); input(); " + LISTS


class FabricFiles(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="fabric-files-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        kept = {name: value for name, value in os.environ.items()
                if name not in ("XDG_RUNTIME_DIR", "VERBATIM_EMULATOR_DIRECTORY")}
        self.environment = {**kept, "TMPDIR": str(self.scratch)}
        self.base = self.scratch / f"verbatim-emulator-{os.geteuid()}"

    def words(self, *command, fabric="one"):
        return [LAUNCHER, "--fabric", fabric, *command]

    def start(self, *command, fabric="one"):
        process = subprocess.Popen(self.words(*command, fabric=fabric), env=self.environment, text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        return process

    def run_it(self, *command, fabric="one"):
        done = subprocess.run(self.words(*command, fabric=fabric), env=self.environment, text=True, capture_output=True)
        return done.returncode, done.stdout, done.stderr

    def python(self, text, **more):
        return self.run_it(sys.executable, "-c", text, **more)

    def waiting(self, text=WAITS, **more):
        """A program that uses the fabric until `end` is called."""
        process = self.start(sys.executable, "-c", text, **more)
        self.assertEqual(process.stdout.readline(), "holds\n")
        return process

    def end(self, process):
        _, complaint = process.communicate("\n")
        self.assertEqual((process.returncode, complaint), (0, ""))

    def left(self):
        return sorted(str(path.relative_to(self.scratch)) for path in self.scratch.iterdir())

    # The files that are left behind.

    def test_nothing_after_a_normal_end(self):
        process = self.waiting()
        self.assertEqual(self.left(), [self.base.name])
        self.end(process)
        self.assertEqual(self.left(), [])

    def test_nothing_of_a_program_that_never_looked_for_a_device(self):
        self.assertEqual(self.run_it("true"), (0, "", ""))
        self.assertEqual(self.left(), [])

    def test_programs_one_after_another(self):
        status, names, complaint = self.run_it("sh", "-c", "ls /sys/class/infiniband; ls /sys/class/infiniband")
        self.assertEqual((status, names, complaint), (0, "mlx5_0\nmlx5_0\n", ""))
        self.assertEqual(self.left(), [])

    def test_the_next_start_removes_what_killed_programs_left(self):
        running = self.waiting(fabric="killed-too")
        self.assertEqual(self.python(DIES, fabric="killed"), (-9, "", ""))
        running.kill()
        running.wait()
        self.assertEqual({path.name for path in self.base.iterdir()}, {"killed", "killed-too"})
        self.assertEqual(self.run_it("true", fabric="other"), (0, "", ""))
        self.assertEqual(self.left(), [])

    def test_a_killed_program_holds_up_nobody(self):
        self.assertEqual(self.python(DIES)[0], -9)
        self.assertEqual(self.python(LISTS), (0, "", ""))
        self.assertEqual(self.left(), [])

    def test_a_fabric_stays_until_its_last_program_ends(self):
        first, second = self.waiting(), self.waiting()
        other = self.waiting(fabric="other")
        self.assertEqual(self.python(DIES)[0], -9)
        self.end(first)
        self.assertEqual(self.python(LISTS, fabric="third"), (0, "", ""))
        self.assertEqual({path.name for path in self.base.iterdir()}, {"one", "other"})
        self.end(second)
        self.assertEqual({path.name for path in self.base.iterdir()}, {"other"})
        self.end(other)
        self.assertEqual(self.left(), [])

    def test_a_child_of_fork_stays_longer_than_its_parent(self):
        text = LISTS + ("go, told = os.pipe()\n"
                        "if os.fork():\n"
                        "  os.close(go)\n"
                        "else:\n"
                        "  os.close(told); os.read(go, 1)\n"
                        "  assert os.listdir('/sys/class/infiniband') == ['mlx5_0']\n"
                        "  print('found')\n")
        # Its output ends when parent and child have.
        self.assertEqual(self.python(text), (0, "found\n", ""))
        self.assertEqual(self.left(), [])

    def test_many_start_and_end_at_once(self):
        loop = ("for i in 1 2 3 4 5 6 7 8 9 10; do "
                f"{LAUNCHER} --fabric one ls /sys/class/infiniband || exit 1; done")
        loops = [subprocess.Popen(["sh", "-c", loop], env=self.environment, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT) for _ in range(8)]
        killed = [self.start(sys.executable, "-c", DIES) for _ in range(8)]
        for one in loops:
            self.assertEqual((one.communicate()[0], one.returncode), ("mlx5_0\n" * 10, 0))
        for one in killed:
            self.assertEqual((one.communicate()[1], one.returncode), ("", -9))
        self.assertEqual(self.run_it("true", fabric="other"), (0, "", ""))
        self.assertEqual(self.left(), [])

    def test_what_is_the_users_stays(self):
        mine = self.scratch / "mine"
        (mine / "one").mkdir(parents=True)
        (mine / "two" / "tree-1").mkdir(parents=True)
        (mine / "one" / "precious").write_text("x")
        self.environment["VERBATIM_EMULATOR_DIRECTORY"] = str(mine)
        self.assertEqual(self.python(LISTS), (0, "", ""))
        self.assertTrue((mine / "one" / "precious").exists())
        self.assertTrue((mine / "two" / "tree-1").exists())
        self.assertEqual(self.python(LISTS, fabric="three"), (0, "", ""))
        self.assertEqual({path.name for path in mine.iterdir()}, {"one", "two"})

    # The place of the directory.

    def test_tmpdir_that_cannot_be_used_is_passed_over(self):
        self.environment["TMPDIR"] = str(self.scratch / "missing")
        fabric = f"fabric-files-{os.getpid()}"
        self.assertEqual(self.python(LISTS, fabric=fabric), (0, "", ""))
        self.assertFalse(pathlib.Path(f"/tmp/verbatim-emulator-{os.geteuid()}/{fabric}").exists())

    def test_a_relative_directory_is_that_of_the_launcher(self):
        self.environment["VERBATIM_EMULATOR_DIRECTORY"] = os.path.relpath(self.scratch / "relative")
        self.assertEqual(self.run_it("sh", "-c", "cd /; ls /sys/class/infiniband"), (0, "mlx5_0\n", ""))
        self.assertEqual(self.left(), ["relative"])

    # The owner of the directory.

    def refused(self, path, why):
        status, said, complaint = self.run_it("echo", "it runs")
        self.assertEqual((status, said), (125, ""))
        self.assertIn(f"{path} {why}", complaint)
        self.assertIn("set VERBATIM_EMULATOR_DIRECTORY to a directory of your own", complaint)

    def test_what_others_can_write_is_refused(self):
        for path in (self.base, self.base / "one"):
            path.mkdir()
            for mode in (0o777, 0o775, 0o757):
                path.chmod(mode)
                self.refused(path, "can be written by other users")
            path.chmod(0o755)
        self.assertEqual(self.python(LISTS), (0, "", ""))

    def test_a_symbolic_link_is_not_followed(self):
        elsewhere = self.scratch / "elsewhere"
        elsewhere.mkdir()
        self.base.symlink_to(elsewhere)
        self.refused(self.base, "is a symbolic link")
        self.base.unlink()
        self.base.mkdir()
        (self.base / "one").symlink_to(elsewhere)
        self.refused(self.base / "one", "is a symbolic link")
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_a_file_in_its_place_is_told(self):
        self.base.write_text("x")
        status, _, complaint = self.run_it("true")
        self.assertEqual(status, 125)
        self.assertIn(f"cannot use the directory {self.base}", complaint)

    @unittest.skipUnless(os.geteuid() == 0, "needs root, to make a directory of somebody else's")
    def test_another_users_directory_is_refused(self):
        for path in (self.base, self.base / "one"):
            path.mkdir()
            os.chown(path, 65534, 65534)
            self.refused(path, "belongs to another user (uid 65534)")
            os.chown(path, 0, 0)

    def test_a_shared_sticky_directory_will_do(self):
        shared = self.scratch / "shared"
        shared.mkdir()
        shared.chmod(0o1777)
        self.environment["VERBATIM_EMULATOR_DIRECTORY"] = str(shared)
        self.assertEqual(self.python(LISTS), (0, "", ""))
        self.assertEqual(list(shared.iterdir()), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
