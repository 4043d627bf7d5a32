"""Builds and runs the tests; see run.sh. Ends with one line that counts them."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Build:
    """One Meson build directory and what its tests said."""

    def __init__(self, name, *options, compiler="g++", suites=(), setup="", whole=True, why=""):
        self.directory = ROOT / f"build-{name}"
        self.options, self.compiler, self.suites, self.setup, self.why = options, compiler, suites, setup, why
        self.whole = whole  # or only what the suites need

    def run(self, out=None):
        """Builds, runs the tests and returns their counts. `out` is the file for what it says, if that is not the usual output."""
        self.out = out
        started = time.monotonic()
        self._say(f"== {self.directory.name}: {self.why}")
        # LLVM's linker needs a third of the time of GNU's, and some 200 programs are linked.
        linker = {"CXX_LD": "lld", "C_LD": "lld"} if self.compiler == "clang++" else {}
        environment = dict(os.environ, CXX=self.compiler, **linker)
        if not (self.directory / "build.ninja").exists():
            if not self._call(["meson", "setup", self.directory, "-Dwerror=true", "-Dtests=enabled",
                               "-Demulator=enabled", *self.options], environment):
                return {"failed": 1}
        # Tests wait for programs and for time to pass, so that one more than there are processors keeps these busy.
        command = ["meson", "test", "-C", self.directory, "--print-errorlogs", f"--num-processes={os.cpu_count() + 1}"]
        # The tests that compile run even if others do not.
        targets = [] if self.whole else self._targets()
        compiled = self._call(["ninja", "-C", self.directory, "-k0", *targets], environment)
        self._say(f"   built in {time.monotonic() - started:.0f} s")
        command.append("--no-rebuild")
        self._log().unlink(missing_ok=True)
        if self.setup:
            command.append(f"--setup={self.setup}")
        subprocess.run([*command, *(f"--suite={s}" for s in self.suites)], cwd=ROOT, check=False, stdout=self.out, stderr=self.out)
        counts = self._counts()
        counts["failed"] += not compiled
        return counts

    def _say(self, text):
        print(text, file=self.out, flush=True)

    def _targets(self):
        """The files that the tests of the suites need. A tree that was set up before learns of new tests first."""
        self._call(["ninja", "-C", self.directory, "build.ninja"], os.environ)
        made = {target["id"]: target["filename"] for target in self._introspect("--targets")}
        wanted = {one for test in self._introspect("--tests") for one in test["depends"]
                  if {suite.split(":")[-1] for suite in test["suite"]} & set(self.suites)}
        return sorted({os.path.relpath(file, self.directory) for one in wanted if one in made for file in made[one]})

    def _introspect(self, what):
        return json.loads(subprocess.run(["meson", "introspect", what, self.directory], check=True, capture_output=True,
                                         text=True).stdout)

    def _call(self, command, environment):
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        if done.returncode:
            self._say(f"{failures_of(done.stdout)[-6000:]}{done.stderr[-6000:]}\n{command[0]} failed in {self.directory.name}")
        return done.returncode == 0

    def _log(self):
        return self.directory / "meson-logs" / (f"testlog-{self.setup}.json" if self.setup else "testlog.json")

    def _counts(self):
        log = self._log()
        if not log.exists():
            self._say(f"no test ran in {self.directory.name}")
            return {"passed": 0, "failed": 1, "skipped": 0}
        counts = {"passed": 0, "failed": 0, "skipped": 0}
        for line in log.read_text(encoding="utf-8").splitlines():
            test = json.loads(line)
            kind = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}.get(test["result"], "failed")
            counts[kind] += 1
            if kind != "passed":
                self._say(f"   {kind}: {test['name']}{_reason(test) if kind == 'skipped' else ''}")
        return counts


def failures_of(said):
    """Returns the part about the commands that failed. Ninja goes on behind them, so they may be far from the end."""
    parts = re.split(r"^(?=\[\d+/\d+\])", said, flags=re.M)
    return "".join(part[part.index("FAILED: "):] for part in parts if "FAILED: " in part) or said


def _reason(test):
    said = [line for line in (test.get("stdout") or "").splitlines() if line.strip()]
    return f" ({said[-1].strip()})" if said else ""


def run_all(builds, beside=None):
    """Runs every build, also behind one that breaks off; returns the sums of what they count. `beside` begins when the first build has
    ended, because it needs its tree, and mostly waits. What it says comes at the end."""
    counted = []

    def add(build, *out):
        try:
            counted.append(build.run(*out))
        except Exception as error:  # pylint: disable=broad-except
            print(f"{build.directory.name} broke off: {error!r}", file=out[0] if out else None, flush=True)
            counted.append({"failed": 1})

    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        other = threading.Thread(target=add, args=(beside, said))
        for number, build in enumerate(builds):
            add(build)
            if beside and number == 0:
                other.start()
        if beside:
            other.join()
            said.seek(0)
            print(said.read(), end="", flush=True)
    return {kind: sum(one.get(kind, 0) for one in counted) for kind in ("passed", "failed", "skipped")}


def main():
    parser = argparse.ArgumentParser(prog="tests/run.sh")
    parser.add_argument("--quick", action="store_true", help="only what needs no emulated device, within a minute")
    parser.add_argument("--full", action="store_true", help="also the slow suites, GCC and sanitizers")
    parser.add_argument("--all", action="store_true", help="also rdma_rxe and siw in a QEMU guest, after --full")
    arguments = parser.parse_args()

    slow = arguments.full or arguments.all
    # Clang, as it compiles the tests in a third of GCC's time. What GCC says of the headers is tested there too.
    builds = [Build("tests", "-Doptimization=0", "-Ddebug=false", "-Db_ndebug=false", "-Dunity_libraries=true",
                    f"-Dslow_tests={str(slow).lower()}", compiler="clang++",
                    suites=("core",) if arguments.quick else (), whole=not arguments.quick,
                    why="what needs no emulated device" if arguments.quick else "every test, with Clang and assertions on")]
    if slow:
        builds += [
            Build("gcc", "-Doptimization=2", "-Ddebug=false", suites=("core", "conformance", "examples", "tools"),
                  whole=False, why="the same code with GCC, optimized, each file compiled alone"),
            # Without the last option, undefined behaviour is printed, and the test passes.
            Build("asan", "-Dbuildtype=debugoptimized", "-Db_sanitize=address,undefined", "-Dunity_libraries=true",
                  "-Dcpp_args=-fno-sanitize-recover=undefined",
                  suites=("core", "sanitized"), whole=False, why="address and undefined-behaviour sanitizers"),
            Build("tsan", "-Dbuildtype=debugoptimized", "-Db_sanitize=thread", "-Dunity_libraries=true",
                  suites=("core", "sanitized"), whole=False, why="thread sanitizer"),
        ]
    guest = Build("tests", suites=("guest",), setup="guest", why="Linux's own RDMA drivers in a guest") if arguments.all else None
    total = run_all(builds, guest)
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    sys.exit(total["failed"] != 0)


if __name__ == "__main__":
    main()
