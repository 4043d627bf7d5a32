"""A poll of a queue with one type of queue pair has its callback in it: nothing on the way there is a function of its own.

inlined_callback.py INCLUDE COMPILER..."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
SOURCE = pathlib.Path(__file__).resolve().parent / "mono_poll.cpp"
# The functions that a good completion goes through, and the name of the callback itself if it were called.
ON_THE_WAY = r"lambda|operator\(\)|::(poll|dispatch|visit|completed|sent|hand_back|complete|retire|take|look|publish)\b"

include, *compiler = sys.argv[1:]
if not shutil.which("nm"):
    print("skipped: nm (Debian package binutils) was not found")
    sys.exit(SKIP)
with tempfile.TemporaryDirectory() as directory:
    made = f"{directory}/mono_poll.o"
    subprocess.run([*compiler, "-std=c++20", "-O2", "-DNDEBUG", f"-I{include}", "-c", SOURCE, "-o", made], check=True)
    symbols = subprocess.run(["nm", "-C", made], capture_output=True, text=True, check=True).stdout.splitlines()
if not any(re.search(r" T verbatim::test::sum_of_entries\(", symbol) for symbol in symbols):
    sys.exit("the poll is not there:\n" + "\n".join(symbols))
left = [symbol for symbol in symbols if re.search(ON_THE_WAY, symbol)]
if left:
    sys.exit("not inlined:\n" + "\n".join(left))
print(f"{len(symbols)} functions, all of what is rare")
