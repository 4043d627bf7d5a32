"""Every file of this folder is one mistake: it must not compile, and must say why.

    must_not_compile.py OUTPUT_DIRECTORY COMPILERS [FILE...]

With CONTROL defined a file is without its mistake, and must compile. Its first line says which words
an error has to have. COMPILERS is `g++`, or `g++,clang++`: those of them that are installed are asked.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "runtime" / "include"
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}"]


class Compiler:
    """GCC or Clang, with queues.hpp precompiled: it is what takes long."""

    def __init__(self, name, out):
        self.name, self.directory = name, out / name
        self.directory.mkdir(parents=True, exist_ok=True)
        header = self.directory / "queues.hpp"
        header.write_text(f'#include "{HERE / "queues.hpp"}"\n', encoding="utf-8")
        precompiled = header.with_suffix(".hpp.gch" if name == "g++" else ".hpp.pch")
        subprocess.run([name, *FLAGS, "-x", "c++-header", header, "-o", precompiled], check=True)
        self.use = [] if name == "g++" else ["-include-pch", precompiled]

    def errors(self, source):
        """The lines in which the compiler complains of a source; none if it compiles."""
        # Through standard input, so that "queues.hpp" is not the one beside the file.
        command = [self.name, *FLAGS, "-fsyntax-only", *self.use, "-x", "c++", "-"]
        done = subprocess.run(command, input=source, text=True, capture_output=True, cwd=self.directory,
                              env={**os.environ, "LC_ALL": "C"})
        return [line for line in done.stderr.splitlines() if "error" in line] if done.returncode else []


def check_controls(compiler, files):
    """All files without their mistakes, in one go: each in a namespace of its own."""
    source = '#include "queues.hpp"\n#define CONTROL\n'
    source += "".join(f'namespace {f.stem} {{\n#include "{f}"\n}}\n' for f in files)
    errors = compiler.errors(source)
    return "without their mistakes they must compile, but:\n  " + "\n  ".join(errors) if errors else ""


def check(compiler, path):
    """What is wrong with one file; empty if nothing is."""
    source = path.read_text(encoding="utf-8")
    expected = re.match(r"// expect: (.*)", source)
    if not expected:
        return "the first line must be `// expect: REGULAR EXPRESSION`"
    errors = compiler.errors(source)
    if not errors:
        return "it must not compile, but does"
    if not any(re.search(expected[1], line) for line in errors):
        return f"no error matches /{expected[1]}/:\n  " + "\n  ".join(errors)
    return ""


def main():
    out = pathlib.Path(sys.argv[1]).resolve()
    files = [pathlib.Path(f).resolve() for f in sys.argv[3:]] or sorted(HERE.glob("*.cpp"))
    compilers = [Compiler(name, out) for name in sys.argv[2].split(",") if shutil.which(name)]
    if not compilers:
        print(f"skipped: no {sys.argv[2]}")
        sys.exit(77)
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checks = {pool.submit(check_controls, c, files): f"{c.name}: controls" for c in compilers}
        checks |= {pool.submit(check, c, f): f"{c.name}: {f}" for c in compilers for f in files}
        for done, what in checks.items():
            if wrong := done.result():
                failures += 1
                print(f"{what}: {wrong}")
    print(f"{len(files)} mistakes, {' and '.join(c.name for c in compilers)}: {failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
