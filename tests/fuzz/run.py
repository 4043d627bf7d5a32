"""Runs a fuzzer for a bounded time: what it finds goes into WORK, and fails the test.

    run.py FUZZER SECONDS WORK CORPUS...

A CORPUS is a directory, or a file of seeds (seeds.py). WORK keeps what was found new, so that every run goes on where the last one ended. An hour: run.py FUZZER 3600 WORK CORPUS.
"""
import pathlib
import subprocess
import sys
import tempfile

import seeds

fuzzer, seconds, work, *corpora = sys.argv[1:]
found = pathlib.Path(work)
found.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory() as unpacked:
    for file in (corpus for corpus in corpora if pathlib.Path(corpus).is_file()):
        seeds.unpack(file, unpacked)
    directories = [corpus for corpus in corpora if pathlib.Path(corpus).is_dir()]
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
print(f"{runs} inputs, nothing found")
