"""Programs that the emulator's library does not reach, and programs that only look: started_programs.py LAUNCHER."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

LAUNCHER = os.path.abspath(sys.argv[1])
COMPILER = shutil.which("cc")
LISTS = "import os; print(os.listdir('/sys/class/infiniband'))"
HELLO = '#include <unistd.h>\nint main() { return write(1, "hello\\n", 6) == 6 ? 3 : 1; }\n'
STATIC = "is statically linked, and only the dynamic linker loads the emulator's library"
# Needs no C library: writes nothing and ends with status 3.
BARE = {"64": 'asm(".globl _start\\n_start: mov $60, %eax\\n mov $3, %edi\\n syscall");',
        "32": 'asm(".globl _start\\n_start: mov $1, %eax\\n mov $3, %ebx\\n int $0x80");'}


def run(*command, **environment):
    done = subprocess.run([LAUNCHER, "--fabric", "started-programs", *command], capture_output=True, text=True,
                          env={**os.environ, **environment}, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def needs(*programs):
    missing = [program for program in programs if not shutil.which(program)]
    return unittest.skipIf(missing, " ".join(missing) + ": not installed")


class Unreached(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="started-programs-"))
        self.addCleanup(shutil.rmtree, self.scratch)

    def compile(self, text, *flags):
        """The path of a program, or the test is skipped."""
        source, program = self.scratch / "hello.c", self.scratch / "hello"
        source.write_text(text)
        made = subprocess.run([COMPILER or "cc", source, "-o", program, *flags], capture_output=True, text=True)
        if made.returncode != 0:
            self.skipTest(f"cannot compile with {flags}: {made.stderr}")
        return str(program)

    def test_static_programs_are_told_and_run(self):
        for flags in (["-static"], ["-static-pie"]):
            program = self.compile(HELLO, *flags)
            self.assertEqual(run(program),
                             (3, "hello\n", f"verbatim-emulator: {program} sees no emulated device: it {STATIC}\n"))

    def test_a_program_without_a_c_library_is_told(self):
        program = self.compile(BARE["64"], "-static", "-nostdlib")
        self.assertEqual(run(program),
                         (3, "", f"verbatim-emulator: {program} sees no emulated device: it {STATIC}\n"))

    def test_a_program_of_32_bits_is_told(self):
        program = self.compile(BARE["32"], "-m32", "-static", "-nostdlib")
        # The kernel decides if it runs.
        self.assertIn("is a 32-bit program, and the emulator's library has 64 bits", run(program)[2])

    def test_a_program_is_found_as_it_is_executed(self):
        self.compile(HELLO, "-static")
        path = f"/nonexistent:{self.scratch}:{os.environ['PATH']}"
        self.assertEqual(run("hello", PATH=path),
                         (3, "hello\n", f"verbatim-emulator: hello sees no emulated device: it {STATIC}\n"))

    def test_a_script_of_a_static_interpreter_is_told(self):
        interpreter = self.compile(HELLO, "-static")
        script = self.scratch / "script"
        script.write_text(f"#! {interpreter} -x\n")
        script.chmod(0o755)
        status, said, complaint = run(str(script))
        self.assertEqual((status, said), (3, "hello\n"))
        self.assertIn(f"{script} sees no emulated device: it is run by {interpreter}, which {STATIC}", complaint)

    @unittest.skipUnless(os.geteuid() == 0, "needs root, to make a set-user-ID program of somebody else's")
    def test_a_program_that_gains_rights_is_told(self):
        program = self.compile(HELLO)
        os.chown(program, 65534, 65534)
        os.chmod(program, 0o4755)
        status, said, complaint = run(program)
        self.assertEqual((status, said), (3, "hello\n"))
        self.assertIn("gains rights when it starts (set-user-ID", complaint)

    def test_others_are_not_told(self):
        script = self.scratch / "script"
        script.write_text("#!/bin/sh\nexit 3\n")
        script.chmod(0o755)
        self.assertEqual(run(str(script)), (3, "", ""))
        self.assertEqual(run(self.compile(HELLO)), (3, "hello\n", ""))
        linker = re.search(r"/\S+/ld-linux\S+", subprocess.run(["ldd", "/bin/true"], capture_output=True, text=True).stdout)
        if linker:
            self.assertEqual(run(linker[0], "/bin/ls", "/sys/class/infiniband"), (0, "mlx5_0\n", ""))

    def test_a_static_program_that_another_starts(self):
        mute = self.compile(HELLO, "-static")
        self.assertEqual(run("sh", "-c", f"{mute}; :"), (0, "hello\n", ""))
        speaks = self.compile(HELLO + 'const char* const path = "/sys/class/infiniband_verbs";', "-static")
        complaint = f"verbatim-emulator: {speaks} sees no emulated device: it {STATIC}\n"
        self.assertEqual(run("sh", "-c", f"{speaks}; :"), (0, "hello\n", complaint))

    def test_the_library_is_where_the_dynamic_linker_cannot_find_it(self):
        spaced = self.scratch / "with space"
        spaced.mkdir()
        for name in ("verbatim-emulator", "libverbatim-emulator.so"):
            shutil.copy(pathlib.Path(LAUNCHER).parent / name, spaced)
        done = subprocess.run([spaced / "verbatim-emulator", "true"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 125)
        self.assertIn("LD_PRELOAD ends paths at spaces and colons", done.stderr)


class Reached(unittest.TestCase):
    """However a program is started and looks for the device, it is there."""

    def found(self, *command, **environment):
        status, said, complaint = run(*command, **environment)
        self.assertEqual((status, complaint), (0, ""))
        self.assertIn("mlx5_0", said)

    def python(self, text, **environment):
        self.found(sys.executable, "-c", text, **environment)

    def test_with_a_cleaned_environment(self):
        self.found("env", "-i", "/bin/ls", "/sys/class/infiniband")
        self.found("env", "-i", "env", "-i", "A=B", "/bin/ls", "/sys/class/infiniband")
        command = repr([sys.executable, "-c", LISTS])
        self.python(f"import subprocess; subprocess.run({command}, env={{}}, check=True)")
        self.python(f"import os; os.execve({command}[0], {command}, {{}})")
        self.python(f"import os; pid = os.posix_spawn({command}[0], {command}, {{}}); os.waitpid(pid, 0)")
        self.python(f"import os; os.environ.clear(); os.execv({command}[0], {command})")

    def test_with_a_cleaned_environment_in_the_same_fabric(self):
        with tempfile.TemporaryDirectory() as scratch:
            kept = {"TMPDIR": scratch, "XDG_RUNTIME_DIR": "", "VERBATIM_EMULATOR_DIRECTORY": ""}
            look = f"import os; print(os.listdir('/sys/class/infiniband'), os.listdir('{scratch}'))"
            status, said, complaint = run("env", "-i", sys.executable, "-c", look, **kept)
            self.assertEqual((status, said, complaint), (0, f"['mlx5_0'] ['verbatim-emulator-{os.geteuid()}']\n", ""))

    def test_unless_the_library_alone_is_taken_away(self):
        text = "import os; print(os.path.exists('/sys/class/infiniband/mlx5_0/ports/1/lid_mask_count'))"
        self.assertEqual(run("env", "-u", "LD_PRELOAD", sys.executable, "-c", text), (0, "False\n", ""))

    def test_beside_a_library_that_the_user_preloads(self):
        libraries = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True,
                                   env={**os.environ, "PATH": os.environ["PATH"] + ":/sbin:/usr/sbin"}).stdout
        other = re.search(r"libpthread\.so\.0 .*x86-64.* => (\S+)|libpthread\.so\.0 .*AArch64.* => (\S+)", libraries)
        if not other:
            self.skipTest("there is no libpthread.so.0")
        self.found("ls", "/sys/class/infiniband", LD_PRELOAD=other[1] or other[2])

    def test_by_scandir_and_by_chdir(self):
        self.python("import ctypes\n"
                    "found, names = ctypes.c_void_p(), ctypes.CDLL(None)\n"
                    "print('mlx5_0' if names.scandir(b'/sys/class/infiniband', ctypes.byref(found), None, None) == 3 else '')")
        self.found("sh", "-c", "cd /sys/class/infiniband && echo * && cat mlx5_0/node_guid")
        self.python("import os; os.chdir('/sys/class/infiniband'); print(os.listdir('.'))")

    def test_by_statx_of_a_descriptor(self):
        if not shutil.which("stat"):
            self.skipTest("there is no stat")
        status, said, complaint = run("sh", "-c", "stat -c %F /dev/infiniband/uverbs0; exec 5</dev/infiniband/uverbs0; "
                                                  "stat -L -c %F - <&5")
        self.assertEqual((status, said, complaint), (0, "character special file\n" * 2, ""))


class Looking(unittest.TestCase):
    """A program that only looks hears nothing."""

    @needs("ibv_devices")
    def test_libibverbs_only_looks(self):
        self.assertEqual(run("ibv_devices")[2], "")

    @needs("ucx_info")
    def test_ucx_only_looks(self):
        status, _, complaint = run("ucx_info", "-d")
        self.assertEqual((status, complaint), (0, ""))

    @needs("fi_info")
    def test_libfabric_only_looks(self):
        self.assertEqual(run("fi_info")[2], "")

    @needs("ibstat", "ibstatus")
    def test_ibstat_and_ibstatus(self):
        for program, expected in (("ibstatus", "Infiniband device 'mlx5_0' port 1 status"),
                                  ("ibstat", r"(?s)CA 'mlx5_0'.*Port 1:\s+State: Active")):
            status, said, complaint = run(program)
            self.assertEqual((status, complaint), (0, ""))
            self.assertRegex(said, expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
