"""Prints the instructions of a connection by rdma_cm, counted by callgrind: instructions.py BUILD_DIRECTORY

A connection is made and ended, with its queue pair, by this library and by the calls of librdmacm. The thread that does so
is counted. Its calls of the emulated kernel are counted with it, as they run in the same thread.
"""
import glob
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ADDRESS = "127.0.0.1"
FEW, MANY = 100, 300
ENDS = ("active end", "passive end")


def counted(build, who, count, scratch):
    """The instructions of the first thread of both processes; the parent is the active end."""
    files = f"{scratch}/{who}.{count}."
    subprocess.run([build / "runtime/emulator/verbatim-emulator", "--fabric", "cm-instructions", "valgrind", "--tool=callgrind",
                    "--separate-threads=yes", f"--callgrind-out-file={files}%p", build / "tests/bench/cm_bench", who, ADDRESS, str(count)],
                   check=True, capture_output=True)
    made = sorted(glob.glob(files + "*-01"), key=lambda name: int(re.search(r"(\d+)-01$", name)[1]))
    return [int(re.search(r"^(?:totals|summary): *(\d+)", pathlib.Path(name).read_text(), re.MULTILINE)[1]) for name in made]


def main(build):
    if not shutil.which("valgrind"):
        sys.exit("instructions.py: install valgrind")
    with tempfile.TemporaryDirectory() as scratch:
        each = {who: [(many - few) / (MANY - FEW) for few, many in
                      zip(counted(build, who, FEW, scratch), counted(build, who, MANY, scratch))]
                for who in ("librdmacm", "ours")}
    print("| instructions per connection | librdmacm | ours | ours/librdmacm |\n|---|--:|--:|--:|")
    for end, theirs, ours in zip(ENDS, each["librdmacm"], each["ours"]):
        print(f"| {end} | {theirs:.0f} | {ours:.0f} | {ours / theirs:.2f} |")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    main(pathlib.Path(sys.argv[1]).resolve())
