"""The crate of runtime/rust: it compiles without a warning, builds every vector, and refuses misuse.

    rust.py RUSTC CRATE SCRATCH VECTORS_CXX RANDOM [--thorough]

CRATE is libverbatim.rlib, which the compiler RUSTC made. Programs are put into SCRATCH. RANDOM is the number of random WQEs that are compared with the
builders of C++. With --thorough, the programs also run optimized, with checks of overflow and without, and under AddressSanitizer,
and cargo builds the crate and its documentation where it is installed."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import command_program

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CRATE = ROOT / "runtime" / "rust"
VECTORS = HERE.parent / "vectors"
STRICT = ["-Dwarnings", "-Dfuture_incompatible", "-Dnonstandard_style", "-Drust_2018_idioms"]
# By name: the flags of the crate and of the programs that use it. Those of the first are the flags of CRATE.
BUILDS = {"debug": ["-Cpanic=abort"], "optimized": ["-O"], "optimized, with assertions": ["-O", "-Cdebug-assertions"]}


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))[:300]} ends with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout.strip()


class Crate:
    """The crate, compiled with some flags."""

    def __init__(self, rustc, folder, flags, made=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [rustc, "--edition=2021", *flags, *STRICT]
        self.made = made or self.folder / "libverbatim.rlib"
        if made is None:
            call(*command, "--crate-type=lib", "--crate-name=verbatim", "-o", self.made, CRATE / "src/lib.rs")
        self.command = [*command, "--extern", f"verbatim={self.made}"]

    def program(self, source, name, *flags, **options):
        made = self.folder / name
        call(*self.command, *flags, source, "-o", made, **options)
        return made

    def errors(self, source, *flags):
        """The errors of a source: line and message, with what the compiler says at the place."""
        command = [*self.command, "--crate-type=lib", "--emit=metadata", "--error-format=json", "--out-dir", self.folder, *flags, source]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        said = [json.loads(line) for line in done.stderr.splitlines()]
        for error in (one for one in said if one["level"] == "error"):
            notes = " ".join(child["message"] for child in error["children"])
            for span in (s for s in error["spans"] if s["is_primary"]):
                yield span["line_start"], f"{error['message']} {span['label'] or ''} {notes}".replace("\n", " ")


def misuse(crate):
    """Each case compiles without its mistake. With it, an error in its lines matches what it expects."""
    count, wrong = 0, []
    for source in sorted((HERE / "must_not_compile").glob("*.rs")):
        lines = source.read_text(encoding="utf-8").splitlines()
        begins = [number for number, line in enumerate(lines, 1) if line.startswith("// case: ")]
        if control := list(crate.errors(source, "--cfg=control")):
            sys.exit(f"{source}:{control[0][0]}: without its mistakes: {control[0][1]}")
        found = list(crate.errors(source))
        for begin, end in zip(begins, [*begins[1:], len(lines) + 1]):
            expected = re.fullmatch("// expect: (.*)", lines[begin])[1]
            here = [message for line, message in found if begin <= line < end]
            if not any(re.search(expected, message) for message in here):
                wrong.append(f"{source}:{begin}: expected is {expected!r}, and the errors here are {here}")
            count += 1
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{count} mistakes do not compile")


def too_wide(program, asserts):
    """A number that does not fit its field ends a debug build, and is cut in others."""
    done = subprocess.run([program, "--too-wide"], capture_output=True, text=True)
    if ("does not fit its field" in done.stderr and done.returncode != 0) != asserts or (done.stdout == "cut\n") == asserts:
        sys.exit(f"a number that is too wide: {done}")


def page(crate):
    """The programs of docs/rust.md compile, and print what the page shows."""
    programs = re.findall(r"```rust\n(use .*?)```\n\n```text\n(.*?)```", (ROOT / "docs/rust.md").read_text(encoding="utf-8"), re.S)
    source = crate.folder / "page.rs"
    for program, shown in programs:
        source.write_text(program, encoding="utf-8")
        said = call(crate.program(source, "page"))
        if said != shown.strip():
            sys.exit(f"docs/rust.md shows another text than its program prints:\n{said}")
    if len(programs) < 2:
        sys.exit("docs/rust.md has fewer programs than it had")


def of_commands(crate, rounds):
    """Commands of the firmware are written and read as the vendor's headers have them."""
    seed = os.environ.get("VERBATIM_SEED", str(random.getrandbits(32)))
    print(f"commands of the firmware, VERBATIM_SEED={seed}", flush=True)
    source = crate.folder / "commands.rs"
    source.write_text(command_program.program(rounds, seed), encoding="utf-8")
    print(call(crate.program(source, "commands")))


def wishes():
    """The functions and types that docs/rust.md says the crate has are in the crate, and so many WQEs."""
    page = (ROOT / "docs/rust.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|[^|]*\|$", page.partition("## What was asked for\n")[2].partition("\n## ")[0], re.M)
    code = "\n".join(path.read_text(encoding="utf-8") for folder in ("runtime/rust/src", "generated/rust")
                     for path in sorted((ROOT / folder).glob("*.rs")))
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", " ".join(rows)))))
    if lacking := sorted(name for name in named if not re.search(rf"\b{name}\b", code)):
        sys.exit(f"docs/rust.md names what the crate lacks: {', '.join(lacking)}")
    wqes = len(re.findall(r"^pub mod ", (ROOT / "generated/rust/wqes.rs").read_text(encoding="utf-8"), re.M))
    if len(named) < 20 or f"{wqes} WQEs" not in " ".join(rows):
        sys.exit(f"docs/rust.md does not name 20 things and {wqes} WQEs of the crate: {sorted(named)}")


def compare_random(program, filler, number):
    seed = os.environ.get("VERBATIM_SEED", str(random.getrandbits(32)))
    print(f"VERBATIM_SEED={seed}", flush=True)
    inputs = subprocess.Popen([sys.executable, VECTORS / "make.py", "random", number, seed], stdout=subprocess.PIPE)
    filled = subprocess.Popen([filler, "--fill"], stdin=inputs.stdout, stdout=subprocess.PIPE)
    said = call(program, stdin=filled.stdout)
    if inputs.wait() or filled.wait() or not said.startswith(f"{number} vectors"):
        sys.exit(f"the random vectors could not be made: {said}")
    print(f"random: {said}")


def by_cargo(rustc, scratch):
    """A copy of the folder is a crate, whose tests are the programs of its documentation."""
    # cargo and rustdoc must stand beside the compiler: rustdoc of another release cannot read its output.
    copy, beside = pathlib.Path(scratch, "copy"), f"{pathlib.Path(rustc).parent}:{os.environ['PATH']}"
    cargo, rustdoc = shutil.which("cargo", path=beside), shutil.which("rustdoc", path=beside)
    if cargo is None:
        print("skipped: cargo is not installed")
        return
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(CRATE, copy)
    environment = dict(os.environ, RUSTC=rustc, RUSTDOC=rustdoc or "rustdoc", CARGO_HOME=f"{scratch}/cargo", RUSTFLAGS="-Dwarnings", RUSTDOCFLAGS="-Dwarnings")
    for words in (["build"], ["build", "--release", "--features", "std"], ["doc"], ["test"]):
        call(cargo, *words, "--offline", cwd=copy, env=environment)
    print("cargo builds the crate, its documentation and the programs in it")


def sanitized(rustc, scratch):
    """The vectors and the queues under AddressSanitizer, by the first compiler that has it: that of Debian does not."""
    os.environ["RUSTC_BOOTSTRAP"] = "1"  # the option is not stable
    scratch.mkdir(parents=True, exist_ok=True)
    (scratch / "nothing.rs").write_text("fn main() {}\n", encoding="utf-8")
    for compiler in dict.fromkeys([rustc, shutil.which("rustc"), os.path.expanduser("~/.cargo/bin/rustc")]):
        flags = ["-Zsanitizer=address", "-Cdebug-assertions"]
        if compiler and not subprocess.run([compiler, *flags, scratch / "nothing.rs", "-o", scratch / "nothing"], capture_output=True).returncode:
            crate = Crate(compiler, scratch, flags)
            call(sys.executable, HERE / "chains.py", crate.folder / "chains.rs")
            program = crate.program(HERE / "vectors.rs", "vectors", env=dict(os.environ, CHAINS=str(crate.folder)))
            print(f"sanitized: {call(program, *sorted(VECTORS.rglob('*.jsonl')))}")
            of_commands(crate, 1)
            return
    print("skipped: no compiler with AddressSanitizer is installed")


def main(rustc, made, scratch, filler, number, *options):
    thorough = options == ("--thorough",)
    programs = {}
    for name, flags in (BUILDS if thorough else dict([*BUILDS.items()][:1])).items():
        crate = Crate(rustc, pathlib.Path(scratch, name), flags, None if programs else made)
        if not programs:
            misuse(crate)
            page(crate)
            wishes()
        call(sys.executable, HERE / "chains.py", crate.folder / "chains.rs")
        programs[name] = crate.program(HERE / "vectors.rs", "vectors", env=dict(os.environ, CHAINS=str(crate.folder)))
        too_wide(programs[name], asserts=name != "optimized")
        print(f"{name}: {call(programs[name], *sorted(VECTORS.rglob('*.jsonl')))}")
        if thorough and name == "debug":
            of_commands(crate, 2)
    compare_random(programs.get("optimized") or programs["debug"], filler, number)
    if thorough:
        by_cargo(rustc, scratch)
        sanitized(rustc, pathlib.Path(scratch, "sanitized"))


if __name__ == "__main__":
    main(*sys.argv[1:])
