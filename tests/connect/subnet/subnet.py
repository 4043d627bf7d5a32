"""Runs a test, and the program of docs/subnet.md, on an InfiniBand fabric with a real subnet manager.

    subnet.py ibsim|EMULATOR TEST_PROGRAM LIBRARY_DIRECTORY [--pieces] COMPILER...

With `ibsim` the fabric is simulated: fabric.txt has one switch and four hosts. With the path of verbatim-emulator it is that of
the emulated ConnectX, with four devices. opensm runs on the first host or device; what saquery says of the path to another one
is in the test's environment, and where it is, so that the test can ask more.

With --pieces the pieces of C++ on the pages that ask a subnet administrator run too (tests/pages/fragments.py)."""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import types

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
kind, test, libraries, compiler = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3], sys.argv[4:]
PIECES = compiler[0] == "--pieces"
compiler = compiler[PIECES:]
SIMULATED = kind == "ibsim"
LAUNCHER = pathlib.Path(kind).resolve()
PRELOAD = glob.glob("/usr/lib/*/umad2sim/libumad2sim.so")
NEEDED = ("opensm", "sminfo", "saquery", *(("ibsim",) if SIMULATED else ()))
TOOLS = {tool: shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin") for tool in NEEDED}
PACKAGES = "Debian: ibsim-utils libumad2sim0 opensm infiniband-diags"

if SIMULATED and not PRELOAD or not all(TOOLS.values()):
    print(f"skipped: there is no simulated fabric here ({PACKAGES})")
    sys.exit(77)


def wait_until(what, condition):
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    sys.exit(f"after 30 s {what}")


def compile_code(directory, code, what, *more):
    program = pathlib.Path(directory) / re.sub(r"\W", "_", what)
    source = program.with_suffix(".cpp")
    source.write_text(code, encoding="utf-8")
    done = subprocess.run([*compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", program, *more,
                           f"-I{ROOT / 'runtime' / 'include'}", f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lverbatim-sa",
                           "-lverbatim"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{what} does not compile:\n{done.stderr}")
    return program


def compile_documented(directory):
    document = (ROOT / "docs" / "subnet.md").read_text(encoding="utf-8")
    return compile_code(directory, re.search(r"```cpp\n(.*?)```", document, re.S).group(1), "the program in docs/subnet.md")


def compile_pieces(directory):
    """The program of pieces, and their names."""
    sys.path.insert(0, str(ROOT / "tests" / "pages"))
    import fragments
    builder = types.SimpleNamespace(build=lambda code, what, *more: compile_code(directory, code, what, *more, "-libverbs"))
    return fragments.build(builder, ROOT, ["subnet"])["subnet"], fragments.units(ROOT)[2]["subnet"]


class Simulated:
    """ibsim: hosts, each of which is a program's environment."""

    here, third, device, saquery = "fe80::2:c900:0:21", "fe80::2:c900:0:31", "ibsim0", TOOLS["saquery"]

    def __init__(self, scratch):
        self.name = f"verbatim-{os.getpid()}"
        with open(f"{scratch}/ibsim.log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([TOOLS["ibsim"], "-s", "-n", HERE / "fabric.txt"], stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=log, env=dict(os.environ, IBSIM_SOCKNAME=self.name), cwd=scratch)
        sockets = pathlib.Path("/proc/net/unix")
        wait_until("ibsim does not listen", lambda: self.name in sockets.read_text(encoding="utf-8"))

    def environment(self, host):
        return dict(os.environ, IBSIM_SOCKNAME=self.name, SIM_HOST=f"H-0002c900000000{host}", LD_PRELOAD=PRELOAD[0])

    def command(self, *words):
        return words

    def end(self):
        self.process.terminate()
        self.process.wait(30)


class Emulated:
    """The emulated ConnectX. The program is on the device that libibumad takes for the first one, saquery asks through another."""

    def __init__(self, scratch):
        self.scratch = scratch
        # A program that stays keeps the fabric, and the LIDs of its ports.
        self.process = subprocess.Popen(self.command(shutil.which("ibping", path=f"{os.environ['PATH']}:/usr/sbin"), "-S"), env=self.environment(""),
                                        stdout=subprocess.DEVNULL)
        tool = shutil.which("ibaddr", path=f"{os.environ['PATH']}:/usr/sbin")
        said = subprocess.run(self.command(tool, "-g"), env=self.environment(""), capture_output=True, text=True, timeout=60)
        gids = [f"fe80::2:c903:5e:1a{card}0" for card in range(4)]
        self.here = re.search(r"GID (\S+)", said.stdout).group(1)
        ours = gids.index(self.here)
        self.device = f"mlx5_{ours}"
        self.third = gids[ours - 1]
        self.saquery = f"{TOOLS['saquery']} -C mlx5_{(ours + 2) % 4}"

    def environment(self, _):
        return dict(os.environ, VERBATIM_EMULATOR_DIRECTORY=self.scratch)

    def command(self, *words):
        return [LAUNCHER, "--devices", "4", "--subnet-manager", "none", *words]

    end = Simulated.end


with tempfile.TemporaryDirectory() as scratch:
    documented = compile_documented(scratch)
    pieces, names = compile_pieces(scratch) if PIECES else (None, [])
    on = (Simulated if SIMULATED else Emulated)(scratch)

    def environment(host):
        return on.environment(host) | dict(OSM_CACHE_DIR=scratch, OSM_TMP_DIR=scratch, SUBNET_HERE=on.here, SUBNET_THIRD=on.third,
                                           SUBNET_DEVICE=on.device)

    def call(*command, host="20", **options):
        return subprocess.run(on.command(*command), env=environment(host) | options, cwd=scratch, capture_output=True, text=True,
                              timeout=60)

    manager = None
    try:
        with open(f"{scratch}/opensm.out", "w", encoding="utf-8") as log:
            manager = subprocess.Popen(on.command(TOOLS["opensm"], "-f", f"{scratch}/opensm.log"), env=environment("10"), stdout=log,
                                       stderr=log, cwd=scratch)
        wait_until("opensm is not master", lambda: "SMINFO_MASTER" in call(TOOLS["sminfo"]).stdout)
        query = (TOOLS["saquery"], "-p", "--sgid-to-dgid", f"{on.here}-{on.third}")
        wait_until("saquery knows no path", lambda: "dlid" in call(*query).stdout)
        record = dict(re.findall(r"(\w+)\.\.+(\S+)", call(*query).stdout))
        results = [call(test, "--gtest_filter=-sa_resolver_alone.*", SAQUERY=on.saquery, **record), call(documented),
                   *(call(pieces, name) for name in names)]
        manager.terminate()
        manager.wait(30)
        if SIMULATED:
            # The kernel, and the emulated device like it, answers for a subnet manager that has gone.
            results.append(call(test, "--gtest_filter=sa_resolver_alone.*"))
    finally:
        if manager:
            manager.kill()
            manager.wait(30)
        on.end()

for result in results:
    print(result.stdout + result.stderr)
sys.exit(any(result.returncode for result in results))
