"""Runs a fuzzer for a bounded time: what it finds goes into WORK, and fails the test.

    run.py FUZZER SECONDS WORK CORPUS...

The corpus must reach by itself most of the edges that the run reaches: else it is thin, and plain builds, which replay it,
test little. A CORPUS is a directory, or a file of seeds (seeds.py). WORK keeps what was found new, so that every run goes on
where the last one ended. An hour: run.py FUZZER 3600 WORK CORPUS.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import seeds

LEAST = 0.9  # of the edges

fuzzer, seconds, work, *corpora = sys.argv[1:]


def edges(said):
    """The number of edges at the end of a run of libFuzzer."""
    return int(re.findall(r"\bcov: (\d+)", said)[-1])


found = pathlib.Path(work)
found.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as unpacked:
    for file in (corpus for corpus in corpora if pathlib.Path(corpus).is_file()):
        seeds.unpack(file, unpacked)
    directories = [corpus for corpus in corpora if pathlib.Path(corpus).is_dir()]
    alone = subprocess.run([fuzzer, "-runs=0", unpacked, *directories], capture_output=True, text=True)
    done = subprocess.run([fuzzer, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1",
                           f"-artifact_prefix={found.parent}/{found.name}-", work, unpacked, *directories],
                          capture_output=True, text=True)
lines = done.stderr.splitlines()
if done.returncode:
    print("\n".join(lines[-60:]))
    sys.exit("the fuzzer found something; the input is named above")
runs = next((line.split()[-1] for line in lines if "number_of_executed_units" in line), "0")
if int(runs) < 100:
    sys.exit(f"only {runs} inputs were tried in {seconds} s")
of_corpus, of_run = edges(alone.stderr), edges(done.stderr)
if of_corpus < LEAST * of_run:
    sys.exit(f"the corpus reaches {of_corpus} edges, and this run {of_run}: take the inputs from {work} that reach most (seeds.py)")
print(f"{runs} inputs, nothing found; the corpus reaches {of_corpus} of {of_run} edges")
