"""Compiles every C++ program in README.md and docs/, and runs it on the emulator. What asks a subnet administrator,
which the emulator has not, connect/subnet.py runs.

documents.py BUILD_DIRECTORY COMPILER... [-ARG...]: the arguments are what a program needs to compile and link."""
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
build, *command = sys.argv[1:]
compiler = list(itertools.takewhile(lambda word: not word.startswith("-"), command))
arguments = command[len(compiler):]

programs = []
for document in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
    for code in re.findall(r"```cpp\n(.*?)```", document.read_text(encoding="utf-8"), re.S):
        if "int main" in code and "sa_client" not in code:
            programs.append((document.relative_to(ROOT), code))
if not any(document.name == "README.md" for document, _ in programs):
    sys.exit("README.md shows no program")

with tempfile.TemporaryDirectory() as scratch:
    for i, (document, code) in enumerate(programs):
        source, program = pathlib.Path(scratch) / f"{i}.cpp", pathlib.Path(scratch) / str(i)
        source.write_text(code, encoding="utf-8")
        done = subprocess.run([*compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, *arguments,
                               "-o", program], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"the program in {document} does not compile:\n{done.stderr}")
        done = subprocess.run([f"{build}/runtime/emulator/verbatim-emulator", program], capture_output=True, text=True,
                              timeout=60)
        if done.returncode or done.stderr:
            sys.exit(f"the program in {document} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
print(f"{len(programs)} programs compile and run")
