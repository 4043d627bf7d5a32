"""Compiles every C++ program in README.md and docs/, and runs it: on the emulator, and on a machine without a device, where
it has to say so in a sentence. The programs that ask a subnet administrator are run by connect/subnet/subnet.py, beside opensm.
Without --whole it takes the last program of each page. With --whole it also runs the pairs of the pages for users of other
libraries, the pieces that are no program and the lines of docs/how-to, and makes the symptoms of docs/troubleshooting.md.

documents.py BUILD_DIRECTORY [--whole] COMPILER... [-ARG...]: the arguments are what a program needs to compile and link."""
import concurrent.futures
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

import fragments
import how_to
import pairs
import side_by_side
import symptoms

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A program with this comment makes a mistake, and the device reports it.
MISTAKEN = "// on purpose: "
NO_DEVICE = ("this machine has no RDMA device", "is there an RDMA device")  # the second is from rdma_cm
DEVICES = pathlib.Path("/sys/class/infiniband")


def programs_in(document):
    text = document.read_text(encoding="utf-8")
    return [code for code in re.findall(r"```cpp\n(.*?)```", text, re.S) if "int main" in code
            and "subnet::client" not in code]


class Builder:
    """Compiles programs. GCC and Clang compile verbatim.hpp once for all that include it."""

    def __init__(self, command, scratch):
        compiler = list(itertools.takewhile(lambda word: not word.startswith("-"), command))
        self.arguments = command[len(compiler):]
        self.compile = [*compiler, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
        self.scratch = pathlib.Path(scratch)
        self.numbers = itertools.count(1)
        self.precompiled = []
        # A compiler cache would look into it.
        self.compile[:len(compiler)] = compiler[-1:]
        clang = "clang" in pathlib.Path(compiler[-1]).name
        header = self.scratch / "precompiled" / "verbatim" / "verbatim.hpp"
        header.parent.mkdir(parents=True)
        header.write_text(f'#include "{ROOT}/runtime/include/verbatim/verbatim.hpp"\n', encoding="utf-8")
        includes = [word for word in self.arguments if word.startswith("-I")]
        result = f"{header}.{'pch' if clang else 'gch'}"
        early = ["-fpch-instantiate-templates"] if clang else []
        self._call([*self.compile, *includes, *early, "-x", "c++-header", header, "-o", result], "verbatim.hpp")
        self.precompiled = ["-include-pch", result] if clang else ["-I", header.parent.parent, "-include", "verbatim/verbatim.hpp"]

    def build(self, code, document, *more):
        """The program that `code` becomes, which is of this document; `more` arguments go to the compiler."""
        stem = self.scratch / str(next(self.numbers))
        source = stem.with_suffix(".cpp")
        source.write_text(code, encoding="utf-8")
        precompiled = self.precompiled if "verbatim/verbatim.hpp" in code else []
        self._call([*self.compile, *precompiled, source, *more, *self.arguments, "-o", stem], f"the program in {document}")
        return stem

    @staticmethod
    def _call(command, what):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{what} does not compile:\n{done.stderr}")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def wrong_without_device(program):
    """The mistakes of a program where there is no device: it must not abort, and has to say what is missing."""
    done = run(program)
    if done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1 and any(words in done.stderr for words in NO_DEVICE):
        return ""
    return f"ends with {done.returncode} without a device:\n{done.stdout}{done.stderr}"


def main():
    build, *command = sys.argv[1:]
    whole = command[0] == "--whole"
    command = command[whole:]
    emulator = f"{build}/runtime/emulator/verbatim-emulator"
    pages = how_to.pages_of(ROOT)
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    documents = [document for document in documents if document.parent != ROOT / how_to.FOLDER]
    programs = [(document.relative_to(ROOT), code) for document in documents
                for code in programs_in(document)[0 if whole else -1:]]
    shown = [code for document, code in programs if document.name == "README.md"]
    if len(shown) != 1:
        sys.exit(f"README.md shows {len(shown)} programs")
    if wrong := fragments.units(ROOT)[1]:
        sys.exit("\n".join(wrong))
    with_devices = DEVICES.exists() and os.listdir(DEVICES)
    with tempfile.TemporaryDirectory() as scratch:
        builder = Builder(command, scratch)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            if whole:
                pieces = pool.submit(fragments.build, builder, ROOT)
                both = pool.submit(side_by_side.build, ROOT, builder, scratch)
                tried = pool.submit(builder.build, how_to.program(ROOT, pages), how_to.FOLDER)
                ill = pool.submit(builder.build, (ROOT / "tests/pages/symptoms.cpp").read_text(encoding="utf-8"), "tests/pages/symptoms.cpp")
            built = list(pool.map(lambda one: builder.build(one[1], one[0]), programs))
        more = ""
        if whole:
            happened = symptoms.compare(ROOT, ill.result(), emulator, pathlib.Path(build) / "runtime/tools/verbatim-decode")
            right = how_to.compare(pages, tried.result(), emulator)
            ran = fragments.run_pieces(ROOT, pieces.result(), emulator)
            more = (f"; {pairs.compare(*both.result(), emulator)}; {ran} pieces run; "
                    f"{happened} symptoms happen; "
                    f"{right} how-to pages show what they print")
        for (document, code), program in zip(programs, built):
            done = run(emulator, program)
            if done.returncode or bool(done.stderr) != (MISTAKEN in code):
                sys.exit(f"the program in {document} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
            if "open_device" in code and not with_devices and (wrong := wrong_without_device(program)):
                sys.exit(f"the program in {document} {wrong}")
        # A mistake of a reader who tries the README: its completion says what is wrong, and not only that the
        # queue pair is in error.
        mistaken = shown[0].replace("region.remote(64, 64)", "region.addr() + 64, verbatim::rkey(1)")
        assert mistaken != shown[0]
        done = run(emulator, builder.build(mistaken, "README.md"))
        if done.returncode != 1 or done.stdout != "7: remote_access_err\n":
            sys.exit(f"with a wrong rkey the program in README.md ends with {done.returncode}:\n{done.stdout}{done.stderr}")
        # A forgotten doorbell: the program waits, and the emulator says for what.
        forgotten = shown[0].replace("qp.ring_doorbell();", "")
        assert forgotten != shown[0]
        waiting = subprocess.Popen([emulator, builder.build(forgotten, "README.md")], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        ended = threading.Timer(30, waiting.kill)
        ended.start()
        said = waiting.stderr.readline()
        ended.cancel()
        waiting.kill()
        waiting.communicate()
        if "nobody has written" not in said:
            sys.exit(f"without its doorbell the program in README.md is told: {said or 'nothing, for 30 s'}")
    print(f"{len(programs)} programs compile and run{more}"
          + ("; not tried without a device" if with_devices else ""))


if __name__ == "__main__":
    main()
