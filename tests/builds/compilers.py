"""The headers compile with every GCC and Clang that is installed, as C++20 and newer, and with libc++.

compilers.py ROOT [COMPILER...]

Each compiler compiles one file with all headers of the library (but the one for Boost.Asio), and a program of the core, which it
also runs. With libc++ it is the headers of the core alone: Debian's {fmt} and others are compiled for libstdc++. As C++26 it is
those too. The compilers are those that are named, or all on the PATH: g++, clang++, and those with a number."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CORE_LAYERS = ("wire", "mmio", "generated", "queue")
LAYERS = (*CORE_LAYERS, "verbs", "connect", "stream")
APART = ("boost_asio.hpp", "asio.hpp", "format.hpp")  # they need libraries that were compiled for another one
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
NEWEST = "c++26"  # rdma-core 44's verbs.h is not valid there
STANDARDS = ("c++20", "c++23", NEWEST)
PROGRAM = r"""#include <array>
#include <cstddef>
#include <iostream>
#include <verbatim/generated/transports/rc.hpp>
#include <verbatim/queue.hpp>
#include <verbatim/wire/print.hpp>

using namespace verbatim;

int main() {
  alignas(64) static std::array<std::byte, 16 * 64> ring;
  alignas(64) static std::array<std::byte, 64> records;
  alignas(512) static std::array<std::byte, 512> registers;
  mmio::doorbell_register doorbell(registers.data(), 256);
  send_queue<rc, int> sq({.ring = ring.data(), .wqebbs = 16, .dbrec = records.data(), .doorbell = &doorbell, .qpn = 7});
  const auto posted = sq.sq_wqe().write().rdma(0x1000, rkey(2)).sge(0x2000, 64, lkey(3)).signal(5).finish();
  sq.ring_doorbell();
  const auto ctrl = ctrl_seg::read(ring.data());
  std::cout << posted.wqe_index() << ' ' << name(ctrl.opcode) << ' ' << ctrl << '\n';
}
"""


def version(compiler):
    """The compiler as it calls itself."""
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()
    return said[0] if said else compiler


def on_path():
    """All compilers, each once."""
    found = {}
    for folder in os.environ["PATH"].split(":"):
        for path in sorted(pathlib.Path(folder).glob("*")) if pathlib.Path(folder).is_dir() else []:
            if re.fullmatch(r"(g|clang)\+\+(-\d+)?", path.name):
                found.setdefault(version(path), str(path))
    return sorted(found.values())


def headers_of(folder, layers):
    found = [path.relative_to(folder.parent) for layer in layers for path in sorted((folder / layer).rglob("*.hpp"))]
    found += [path.relative_to(folder.parent) for path in sorted(folder.glob("*.hpp")) if layers != CORE_LAYERS]
    return [path for path in found if path.name not in APART]


def takes(compiler, *flags):
    """Returns true if the compiler accepts the flags and has a standard library for them."""
    done = subprocess.run([compiler, *flags, "-Werror", "-fsyntax-only", "-x", "c++", "-"], input="#include <vector>\n",
                          capture_output=True, text=True)
    return done.returncode == 0


def wrong(compiler, flags, includes, headers, program, scratch):
    """The complaint of a compiler, or an empty text."""
    every = "".join(f'#include "{header}"\n' for header in headers)
    done = subprocess.run([compiler, *flags, *WARNINGS, includes, "-fsyntax-only", "-x", "c++", "-"], input=every, capture_output=True,
                          text=True)
    if done.returncode:
        return f"{version(compiler)} {' '.join(flags)}: all headers together:\n{done.stderr[:6000]}"
    built = pathlib.Path(scratch, re.sub(r"\W", "_", " ".join([compiler, *flags])))
    done = subprocess.run([compiler, *flags, *WARNINGS, includes, "-O2", "-x", "c++", "-", "-o", built], input=program,
                          capture_output=True, text=True)
    if done.returncode:
        return f"{version(compiler)} {' '.join(flags)}: the program:\n{done.stderr[:6000]}"
    said = subprocess.run([built], capture_output=True, text=True)
    if (said.returncode, said.stdout) != (0, EXPECTED):
        return f"{version(compiler)} {' '.join(flags)}: the program ends with {said.returncode} and prints {said.stdout}"
    return ""


EXPECTED = ("0 rdma_write {opmod=0 wqe_index=0 opcode=rdma_write qpn=7 ds=3 signature=0 dci_stream_channel_id=0 fm=none ce=always se=0 "
            "imm=0}\n")


def main(root, *named):
    folder = pathlib.Path(root).resolve() / "runtime/include/verbatim"
    includes, jobs = f"-I{folder.parent}", []
    for compiler in named or on_path():
        if not shutil.which(compiler):
            sys.exit(f"there is no compiler {compiler}")
        for standard in STANDARDS:
            flags = [f"-std={standard}"]
            if standard == "c++23" and not takes(compiler, *flags):
                flags = ["-std=c++2b"]  # the name that older compilers know
            if takes(compiler, *flags):
                jobs.append((compiler, flags, headers_of(folder, CORE_LAYERS if standard == NEWEST else LAYERS)))
            if "clang" in compiler and takes(compiler, *flags, "-stdlib=libc++"):
                jobs.append((compiler, [*flags, "-stdlib=libc++"], headers_of(folder, CORE_LAYERS)))
    if not jobs:
        print("skipped: there is neither g++ nor clang++")
        return 77
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(lambda job: wrong(job[0], job[1], includes, job[2], PROGRAM, scratch), jobs))
    for (compiler, flags, headers), text in zip(jobs, said):
        print(text or f"{version(compiler)} {' '.join(flags)}: {len(headers)} headers, and a program")
    return any(said)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
