"""A poll of a queue with one type of queue pair has its callback in it: nothing on the way there is a function of its own.
Only the poll of a queue that asks for it prefetches.

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
if not shutil.which("nm") or not shutil.which("objdump"):
    print("skipped: nm and objdump (Debian package binutils) were not found")
    sys.exit(SKIP)
with tempfile.TemporaryDirectory() as directory:
    made = f"{directory}/mono_poll.o"
    subprocess.run([*compiler, "-std=c++20", "-O2", "-DNDEBUG", f"-I{include}", "-c", SOURCE, "-o", made], check=True)
    symbols = subprocess.run(["nm", "-C", made], capture_output=True, text=True, check=True).stdout.splitlines()
    code = subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", made], capture_output=True, text=True, check=True).stdout
for name, prefetches in (("sum_of_entries", False), ("sum_of_prefetched", True)):
    if not any(re.search(rf" T verbatim::test::{name}\(", symbol) for symbol in symbols):
        sys.exit(f"the poll {name} is not there:\n" + "\n".join(symbols))
    poll = code.partition(f"<verbatim::test::{name}(")[2].partition("\n\n")[0]
    if bool(re.search(r"\bprefetch|\bprfm\b", poll)) != prefetches:
        sys.exit(f"{name} {'does not prefetch' if prefetches else 'prefetches'}:\n{poll}")
left = [symbol for symbol in symbols if re.search(ON_THE_WAY, symbol)]
if left:
    sys.exit("not inlined:\n" + "\n".join(left))
print(f"{len(symbols)} functions, all of what is rare")
