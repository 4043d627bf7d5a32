"""Prints the instructions of streams per message, counted by callgrind:

    instructions.py BUILD_DIRECTORY [--check [FLAG...]]

Each row runs twice, with few and with many rounds, so that what happens once is not counted. With --check, the exit status
is 1 if a row is above its limit, and 77 if valgrind or g++ is not installed. The limits are for GCC: with FLAGs, which name
the headers and the library, the program is compiled by g++ -O2 first.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FEW, MANY = 4, 12
# The name of each row, and the most instructions to send a message and to receive it with posting its receive again: at most
# a tenth above the figures in docs/measurements.md.
ROWS = {
    "bytes_1": ("64 bytes by `try_write()`, alone", 226, 760),
    "bytes_64": ("64 bytes by `try_write()`, 64 at once", 132, 38),
    "bytes_4096": ("4 KiB by `try_write()`, 16 at once", 750, 870),
    "messages_1": ("a message of 64 bytes, alone", 282, 776),
    "messages_32": ("a message of 64 bytes, 32 at once", 137, 88),
    "datagrams_1": ("a datagram of 64 bytes, alone", 310, 845),
    "datagrams_32": ("a datagram of 64 bytes, 32 at once", 232, 402),
    "slice_65536": ("64 KiB by `send(slice)`", 493, None),
    "slice_1048576": ("1 MiB by `send(slice)`", 1020, None),
    "coroutines": ("64 bytes received and sent by a coroutine, with its turn of the engine", None, 1220),
    "coroutines_64": ("a message of 64 bytes received and sent by a coroutine, 64 at once", None, 400),
}


def counted(build, program, row, rounds, scratch, function):
    """The messages of a run, and the instructions in a function."""
    out = f"{scratch}/out"
    done = subprocess.run(
        [build / "runtime/emulator/verbatim-emulator", "--fabric", "stream-instructions", "valgrind", "--tool=callgrind",
         f"--callgrind-out-file={out}", "--collect-atstart=no", f"--toggle-collect=*{function}*",
         program, row, str(rounds)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{row}: {done.stderr[-2000:]}")
    text = pathlib.Path(out).read_text()
    return int(done.stdout), int(re.search(r"^(?:totals|summary): *(\d+)", text, re.MULTILINE)[1])


def each(build, program, row, function):
    with tempfile.TemporaryDirectory() as scratch:
        few, many = (counted(build, program, row, rounds, scratch, function) for rounds in (FEW, MANY))
    return (many[1] - few[1]) / (many[0] - few[0])


def compiled(flags, scratch):
    """The program, as g++ compiles it."""
    source, program = pathlib.Path(__file__).with_name("stream_bench.cpp"), pathlib.Path(scratch, "stream_bench")
    subprocess.run(["g++", "-std=c++20", "-O2", "-DNDEBUG", source, "-o", program, *flags], check=True)
    return program


def main(build, check=None, *flags):
    for need in ["valgrind"] + ["g++"] * bool(flags):
        if not shutil.which(need):
            print(f"instructions.py: install {need}")
            return 77
    with tempfile.TemporaryDirectory() as scratch:
        program = compiled(flags, scratch) if flags else build / "tests/bench/stream_bench"
        return table(build, program) and check == "--check"


def table(build, program):
    """Prints the rows. Returns true if one is above its limit."""
    above = []
    print("| instructions per message | send | receive |\n|---|--:|--:|")
    for row, (about, *limits) in ROWS.items():
        values = [each(build, program, row, function) for function in ("counted_send", "counted_receive")]
        print(f"| {about} | {values[0]:.0f} | {values[1]:.0f} |", flush=True)
        above += [f"{about}: {value:.0f} instructions, at most {limit}" for value, limit in zip(values, limits)
                  if limit is not None and value > limit]
    print("\n".join(above))
    return bool(above)


if __name__ == "__main__":
    if len(sys.argv) < 2 or (len(sys.argv) > 2 and sys.argv[2] != "--check"):
        sys.exit(__doc__.strip())
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:]))
