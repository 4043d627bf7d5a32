"""Builds the byte tests for aarch64 with Debian's cross compiler, and runs them under qemu-user.

Clang uses the libraries of the cross compiler, and needs a third of its time: it compiles the tests if it is there.

    aarch64.py OUTPUT_DIRECTORY [NAME...]

NAME_test.cpp are built; without names, all are, but those of the calls that each state allows.
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE.parent / "shared"
INCLUDE = HERE.parent.parent / "runtime" / "include"
GOOGLETEST = pathlib.Path("/usr/src/googletest/googletest")
VENDOR = pathlib.Path("/usr/include/infiniband")

NEEDED = {
    "g++-aarch64-linux-gnu": shutil.which("aarch64-linux-gnu-g++"),
    "qemu-user": shutil.which("qemu-aarch64"),
    "googletest": GOOGLETEST.exists(),
    "libibverbs-dev": (VENDOR / "mlx5dv.h").exists(),
}
# Tests that take long under qemu, and do nothing that others do not. So FEW_FORMATS of CQEs, too.
LEFT_OUT = "-wqe.uc_*:wqe.*_largest"
RUN_FOR_LONG = {"compressed_cqe_test", "lifecycle_model_test", "model_test", "wqe_test"}
FLAGS = ["-std=c++20", "-DFEW_FORMATS", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]


def sources_of(names):
    """Returns the files of the tests."""
    every = {test.stem.removesuffix("_test"): test for test in sorted(HERE.glob("**/*_test.cpp"))}
    if unknown := [name for name in names if name not in every]:
        sys.exit(f"aarch64.py: there is no {unknown[0]}_test.cpp")
    # The calls that each state allows are the same on every machine.
    return [test for name, test in every.items() if (name in names if names else test.parent.name != "typestate")]


def compile_all(out, sources):
    """The tests and GoogleTest itself, on all processors; returns the object files."""
    # The vendor's headers are the same on every machine; the rest of /usr/include is not.
    for name in ("infiniband", "rdma"):
        link = out / "include" / name
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(VENDOR.with_name(name))
    clang = next((name for name in ("clang++", "clang++-14") if shutil.which(name)), None)
    own = [clang, "--target=aarch64-linux-gnu"] if clang else ["aarch64-linux-gnu-g++", "-Og"]
    compiler = [*own, *FLAGS, f"-I{INCLUDE}", f"-I{HERE}", f"-I{SHARED}", "-isystem", out / "include",
                "-isystem", GOOGLETEST / "include"]

    # The headers that the tests share are parsed once.
    shared = out / "shared.hpp"
    shared.write_text('#include <gtest/gtest.h>\n#include "reference.hpp"\n#include "device.hpp"\n', encoding="utf-8")
    precompiled = out / "precompiled.pch" if clang else f"{shared}.gch"
    early = ["-fpch-instantiate-templates"] if clang else []
    subprocess.run([*compiler, *early, "-x", "c++-header", shared, "-o", precompiled], check=True)
    parsed = ["-include-pch", precompiled] if clang else ["-include", shared]
    # Without what is precompiled, which is not optimized.
    optimized = ["-O1", "-include", shared] if clang else parsed

    commands = {}
    for source in sources:
        commands[out / f"{source.stem}.o"] = [*compiler, *(optimized if source.stem in RUN_FOR_LONG else parsed), "-c", source]
    for name in ("gtest-all", "gtest_main"):
        source = GOOGLETEST / "src" / f"{name}.cc"
        commands[out / f"{name}.o"] = [*compiler, "-w", f"-I{GOOGLETEST}", "-c", source]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda item: subprocess.run([*item[1], "-o", item[0]], check=True), commands.items()))
    return list(commands)


def main():
    missing = [package for package, found in NEEDED.items() if not found]
    if missing:
        print(f"skipped: apt-get install {' '.join(missing)}")
        sys.exit(77)
    out = pathlib.Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    tests = sources_of(sys.argv[2:])
    program = out / "bytes"
    sources = [*HERE.glob("**/*.?pp"), *SHARED.glob("*.?pp"), *INCLUDE.glob("verbatim/*/**/*.hpp")]
    if not program.exists() or program.stat().st_mtime < max(s.stat().st_mtime for s in sources):
        objects = compile_all(out, tests)
        subprocess.run(["aarch64-linux-gnu-g++", "-static", *objects, "-o", program], check=True)
    os.execvp("qemu-aarch64", ["qemu-aarch64", str(program), "--gtest_brief=1", f"--gtest_filter={LEFT_OUT}"])


if __name__ == "__main__":
    main()
