"""The headers of generated/c: they compile without a warning, and build every vector.

    c.py VECTORS_CXX RANDOM [--thorough]

RANDOM is the number of random WQEs that are compared with the builders of C++. With --thorough, every header is compiled
alone, as C11 and as C++, by GCC and Clang; and the programs run under ASan and UBSan too. A compiler that is not installed
is left out."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEADERS = ROOT / "generated" / "c"
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror"]
C11 = ["-xc", "-std=c11"]
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# By name of a program: its compiler, and the flags. Without --thorough, the first two.
PROGRAMS = {
    "with assertions": ("gcc", C11), "without": ("clang", [*C11, "-DNDEBUG"]),
    "sanitized": ("clang", [*C11, *SANITIZERS]), "sanitized by GCC": ("gcc", [*C11, *SANITIZERS]),
    "optimized": ("gcc", [*C11, "-O2", "-DNDEBUG"]), "as C++11": ("g++", ["-xc++", "-std=c++11"]),
    "as C++20": ("clang++", ["-xc++", "-std=c++20", *SANITIZERS]),
    "with musl": ("musl-gcc", [*C11, "-static"]), "32-bit": ("i686-linux-gnu-gcc", [*C11, "-static"])}
LANGUAGES = (("gcc", C11), ("clang", C11), ("g++", ["-xc++", "-std=c++11"]), ("clang++", ["-xc++", "-std=c++20"]))


def call(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))[:300]} ends with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout.strip()


def alone(every_nth):
    """Each header, or some of them, as a file of its own in each language."""
    headers = sorted(HEADERS.rglob("*.h"))[random.randrange(every_nth)::every_nth]
    for header in headers:
        for compiler, language in LANGUAGES:
            if shutil.which(compiler):
                call(compiler, *language, *WARNINGS, "-fsyntax-only", "-", input=f'#include "{header}"\n')
    print(f"{len(headers)} headers stand alone")


def compiled(scratch, programs):
    """The programs that compare vectors, and those of wrong calls; the first are returned by name."""
    call(sys.executable, HERE / "c_chains.py", f"{scratch}/c_chains.h")
    includes = [f"-I{HEADERS}", f"-I{scratch}", f"-I{HERE}"]
    made = {}
    for name, (compiler, flags) in programs.items():
        if shutil.which(compiler):
            made[name] = f"{scratch}/{name}"
            call(compiler, *flags, *WARNINGS, *includes, HERE / "c.c", "-o", made[name])
            call(compiler, *flags, *WARNINGS, *includes, HERE / "c_misuse.c", "-o", f"{scratch}/misuse")
            print(f"{name}: {call(f'{scratch}/misuse')}")
    return made


def page(scratch):
    """The programs of docs/c.md compile, and print what the page shows."""
    programs = re.findall(r"```c\n(#include.*?)```\n\n```text\n(.*?)```", (ROOT / "docs/c.md").read_text(encoding="utf-8"), re.S)
    for program, shown in programs:
        call("gcc", *C11, *WARNINGS, f"-I{HEADERS}", "-", "-o", f"{scratch}/page", input=program)
        if call(f"{scratch}/page") != shown.strip():
            sys.exit(f"docs/c.md shows another text than its program prints:\n{call(f'{scratch}/page')}")
    if len(programs) < 2:
        sys.exit("docs/c.md has fewer programs than it had")


def compare_random(program, filler, number):
    seed = os.environ.get("VERBATIM_SEED", str(random.getrandbits(32)))
    print(f"VERBATIM_SEED={seed}", flush=True)
    inputs = subprocess.Popen([sys.executable, HERE / "make.py", "random", number, seed], stdout=subprocess.PIPE)
    filled = subprocess.Popen([filler, "--fill"], stdin=inputs.stdout, stdout=subprocess.PIPE)
    said = call(program, stdin=filled.stdout)
    if inputs.wait() or filled.wait() or not said.startswith(f"{number} vectors"):
        sys.exit(f"the random vectors could not be made: {said}")
    print(f"random: {said}")


def main(filler, number, *options):
    thorough = options == ("--thorough",)
    alone(1 if thorough else 64)
    with tempfile.TemporaryDirectory() as scratch:
        page(scratch)
        programs = compiled(scratch, PROGRAMS if thorough else dict([*PROGRAMS.items()][:2]))
        for name, program in programs.items():
            print(f"{name}: {call(program, *sorted(HERE.rglob('*.jsonl')))}")
        compare_random(programs.get("optimized") or [*programs.values()][0], filler, number)


if __name__ == "__main__":
    main(*sys.argv[1:])
