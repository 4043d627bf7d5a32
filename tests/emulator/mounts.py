"""With --mount, programs without the emulator's library find the devices' files: mounts.py LAUNCHER"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

LAUNCHER = os.path.abspath(sys.argv[1])
CANNOT = "finds the emulated devices and cannot use them: it is statically linked"
# Asks as the libraries of RDMA do, without them.
STATIC = """
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static void show(const char* path) {
  char text[64] = "";
  int file = open(path, O_RDONLY);
  if (file < 0 || read(file, text, sizeof text - 1) < 0) perror(path);
  printf("%s", text);
}
int main(void) {
  DIR* all = opendir("/sys/class/infiniband");
  if (!all) return perror("infiniband"), 1;
  for (struct dirent* one; (one = readdir(all));)
    if (one->d_name[0] != '.') printf("%s\\n", one->d_name);
  show("/sys/class/infiniband/mlx5_0/node_type");
  show("/sys/class/infiniband/mlx5_0/device/vendor");
  show("/sys/class/infiniband_verbs/uverbs0/ibdev");
  return access("/dev/infiniband/uverbs0", R_OK | W_OK);
}
"""
GO = """package main

import (
	"fmt"
	"os"
)

func main() {
	found, err := os.ReadDir("/sys/class/infiniband")
	fmt.Println(len(found), err)
	text, err := os.ReadFile("/sys/class/infiniband/mlx5_0/ports/1/link_layer")
	fmt.Print(string(text), err, "\\n")
}
"""


def mounts():
    """This machine lets us mount: root may, and others in a user namespace."""
    own = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Um"]
    return bool(shutil.which("unshare")) and subprocess.run([*own, "true"], capture_output=True, check=False).returncode == 0


@unittest.skipUnless(mounts(), "this machine has no mount namespaces for us")
class Mounts(unittest.TestCase):
    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="mounts-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        (self.scratch / "tmp").mkdir()
        kept = {name: value for name, value in os.environ.items()
                if name not in ("XDG_RUNTIME_DIR", "VERBATIM_EMULATOR_DIRECTORY")}
        self.environment = {**kept, "TMPDIR": str(self.scratch / "tmp")}

    def words(self, *command):
        return [LAUNCHER, "--fabric", "mounts", "--mount", *map(str, command)]

    def run_it(self, *command):
        done = subprocess.run(self.words(*command), capture_output=True, text=True, timeout=60, env=self.environment, check=False)
        return done.returncode, done.stdout, done.stderr

    def tearDown(self):
        self.assertEqual(list((self.scratch / "tmp").iterdir()), [])

    def compile(self, text, *flags):
        source, program = self.scratch / "asks.c", self.scratch / "asks"
        source.write_text(text)
        made = subprocess.run(["cc", source, "-o", program, *flags], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            self.skipTest(f"cannot compile with {flags}: {made.stderr}")
        return program

    def test_a_static_program(self):
        program = self.compile(STATIC, "-static")
        status, said, complaint = self.run_it("--devices", "2", program)
        self.assertEqual((status, sorted(said.split())),
                         (0, sorted(["mlx5_0", "mlx5_1", "1:", "CA", "0x15b3", "mlx5_0"])))
        self.assertIn(f"{program} {CANNOT}", complaint)

    def test_a_static_program_that_another_starts(self):
        program = self.compile(STATIC, "-static")
        status, said, complaint = self.run_it("sh", "-c", f"{program}; :")
        self.assertEqual((status, said.split()[0]), (0, "mlx5_0"))
        self.assertIn(f"{program} {CANNOT}", complaint)

    @unittest.skipUnless(shutil.which("go"), "Go is not installed")
    def test_go(self):
        (self.scratch / "asks.go").write_text(GO)
        environment = {**os.environ, "GOCACHE": str(self.scratch / "cache"), "GO111MODULE": "off"}
        for cgo in ("0", "1"):
            program = self.scratch / f"asks-{cgo}"
            # A program with cgo is dynamic, and asks the kernel itself all the same.
            text = GO.replace("import (", 'import "C"\nimport (') if cgo == "1" else GO
            (self.scratch / "asks.go").write_text(text)
            subprocess.run(["go", "build", "-o", program, self.scratch / "asks.go"], check=True,
                           env={**environment, "CGO_ENABLED": cgo})
            status, said, _ = self.run_it(program)
            self.assertEqual((status, said), (0, "1 <nil>\nInfiniBand\n<nil>\n"))

    def test_programs_with_the_library(self):
        status, said, complaint = self.run_it("ibv_devinfo")
        self.assertEqual((status, complaint), (0, ""))
        self.assertIn("PORT_ACTIVE", said)

    def test_everything_else_stays(self):
        before = {path: sorted(os.listdir(path)) for path in ("/sys/class", "/sys/devices", "/dev")}
        for path, names in before.items():
            status, said, _ = self.run_it("ls", "-A", path)
            self.assertEqual((status, set(names) - set(said.split("\n"))), (0, set()), path)
        script = "echo x >/dev/null && head -c 4 /dev/zero | wc -c && cat /sys/class/net/lo/ifindex && ls /dev/pts >/dev/null"
        self.assertEqual(self.run_it("sh", "-c", script), (0, "4\n1\n", ""))
        self.assertEqual(before, {path: sorted(os.listdir(path)) for path in before})

    def test_the_status_is_the_commands(self):
        self.assertEqual(self.run_it("sh", "-c", "exit 7"), (7, "", ""))
        self.assertEqual(self.run_it("sh", "-c", "kill -9 $$")[0], 128 + 9)
        self.assertEqual(self.run_it("no_such_command"), (127, "", "verbatim-emulator: no_such_command: command not found\n"))

    def test_where_proc_is_not_mounted(self):
        """A chroot is such a place."""
        own = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-Urm"]
        done = subprocess.run([*own, "sh", "-c", 'mount -t tmpfs none /proc && exec "$0" true', LAUNCHER],
                              capture_output=True, text=True, timeout=60, check=False)
        said = "verbatim-emulator: /proc/self/exe cannot be read: the emulator needs /proc, so mount it\n"
        self.assertEqual((done.returncode, done.stdout, done.stderr), (127, "", said))

    def test_signals_go_to_the_command(self):
        script = "trap 'echo told; exit 5' TERM; echo waits; while :; do sleep 0.1; done"
        process = subprocess.Popen(self.words("sh", "-c", script),
                                   stdout=subprocess.PIPE, text=True, env=self.environment)
        self.assertEqual(process.stdout.readline(), "waits\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual((process.communicate(timeout=60)[0], process.returncode), ("told\n", 5))

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("setpriv"), "needs root and setpriv, to be somebody else")
    def test_without_rights(self):
        other = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        if subprocess.run([*other, "unshare", "-Um", "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("this machine allows no user namespaces")
        os.chmod(self.scratch, 0o755)
        os.chmod(self.scratch / "tmp", 0o777)
        program = self.compile(STATIC, "-static")
        done = subprocess.run([*other, *self.words(program)], capture_output=True, text=True, timeout=60,
                              env=self.environment, check=False)
        self.assertEqual((done.returncode, done.stdout.split()[0]), (0, "mlx5_0"), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
