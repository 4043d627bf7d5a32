"""Runs a test, and the program of docs/subnet.md, on a simulated InfiniBand fabric with a real subnet manager.

    subnet.py TEST_PROGRAM LIBRARY_DIRECTORY COMPILER...

fabric.txt has one switch and four hosts. opensm runs on the first, the programs on the second; what saquery
says of the path to the third is in the test's environment, and where it is, so that the test can ask more."""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
test, libraries, compiler = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:]
PRELOAD = glob.glob("/usr/lib/*/umad2sim/libumad2sim.so")
TOOLS = {tool: shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin") for tool in ("ibsim", "opensm", "sminfo", "saquery")}
PACKAGES = "Debian: ibsim-utils libumad2sim0 opensm infiniband-diags"

if not PRELOAD or not all(TOOLS.values()):
    print(f"skipped: there is no simulated fabric here ({PACKAGES})")
    sys.exit(77)


def wait_until(what, condition):
    for _ in range(300):
        if condition():
            return
        time.sleep(0.1)
    sys.exit(f"after 30 s {what}")


def compile_documented(directory):
    source, program = pathlib.Path(directory) / "subnet.cpp", pathlib.Path(directory) / "subnet"
    document = (ROOT / "docs" / "subnet.md").read_text(encoding="utf-8")
    source.write_text(re.search(r"```cpp\n(.*?)```", document, re.S).group(1), encoding="utf-8")
    done = subprocess.run([*compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", program,
                           f"-I{ROOT / 'runtime' / 'include'}", f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lverbatim-sa",
                           "-lverbatim"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"the program in docs/subnet.md does not compile:\n{done.stderr}")
    return program


with tempfile.TemporaryDirectory() as scratch:
    documented = compile_documented(scratch)
    name = f"verbatim-{os.getpid()}"

    def on(host):
        return dict(os.environ, IBSIM_SOCKNAME=name, SIM_HOST=f"H-0002c900000000{host}", LD_PRELOAD=PRELOAD[0],
                    OSM_CACHE_DIR=scratch, OSM_TMP_DIR=scratch)

    def call(*command, host="20", **options):
        return subprocess.run(command, env=on(host) | options, cwd=scratch, capture_output=True, text=True, timeout=60)

    with open(f"{scratch}/ibsim.log", "w", encoding="utf-8") as log:
        fabric = subprocess.Popen([TOOLS["ibsim"], "-s", "-n", HERE / "fabric.txt"], stdin=subprocess.DEVNULL, stdout=log,
                                  stderr=log, env=dict(os.environ, IBSIM_SOCKNAME=name), cwd=scratch)
    manager = None
    try:
        sockets = pathlib.Path("/proc/net/unix")
        wait_until("ibsim does not listen", lambda: name in sockets.read_text(encoding="utf-8"))
        with open(f"{scratch}/opensm.out", "w", encoding="utf-8") as log:
            manager = subprocess.Popen([TOOLS["opensm"], "-f", f"{scratch}/opensm.log"], env=on("10"), stdout=log, stderr=log,
                                       cwd=scratch)
        wait_until("opensm is not master", lambda: "SMINFO_MASTER" in call(TOOLS["sminfo"]).stdout)
        query = (TOOLS["saquery"], "-p", "--sgid-to-dgid", "fe80::2:c900:0:21-fe80::2:c900:0:31")
        wait_until("saquery knows no path", lambda: "dlid" in call(*query).stdout)
        record = dict(re.findall(r"(\w+)\.\.+(\S+)", call(*query).stdout))
        results = [call(test, "--gtest_filter=-sa_resolver_alone.*", SAQUERY=TOOLS["saquery"], **record), call(documented)]
        manager.terminate()
        manager.wait(30)
        results.append(call(test, "--gtest_filter=sa_resolver_alone.*"))
    finally:
        for process in filter(None, (manager, fabric)):
            process.terminate()
            process.wait(30)

for result in results:
    print(result.stdout + result.stderr)
sys.exit(any(result.returncode for result in results))
