"""Fails each verb that a program calls, one after another: every_failure.py LAUNCHER PROGRAM STEP [PRELOAD].

See every_verb.cpp. STEP is 1 for each call, or 2 for every second one. PRELOAD is a library for LD_PRELOAD, such as a sanitizer's.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LAUNCHER, PROGRAM, STEP, *PRELOAD = sys.argv[1:]

# Verbs that programs can do without: libmlx5 asks more of the device than it must, its register pages go with the context if
# they do not go before, and libverbatim goes on where a device keeps its events.
DONE_WITHOUT = {"alloc_event_channel", "alloc_uar", "destroy_uar", "devx_other", "devx_subscribe_event", "get_context",
                "query_device", "query_port"}

# ThreadSanitizer waits a second at the end of each program, for races behind main().
TSAN_OPTIONS = f"{os.environ.get('TSAN_OPTIONS', '')} atexit_sleep_ms=0"


def main():
    with tempfile.TemporaryDirectory() as directory:
        number = 1
        while fail(number, pathlib.Path(directory) / str(number)):
            number += int(STEP)
    if number < 100:
        sys.exit(f"the program called less than {number} verbs")
    print(f"{(number - 1) // int(STEP)} of {number - 1} verbs failed, one at a time")


def fail(number, report):
    """False if the program does not call so many."""
    command = [LAUNCHER, "--fabric", f"every-failure-{os.getpid()}", "--verbose", "--report", report, "--fail-verb", f"any:{number}:ENOMEM",
               PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, LD_PRELOAD=":".join(PRELOAD), TSAN_OPTIONS=TSAN_OPTIONS))
    said = report.read_text(encoding="utf-8")
    failed = re.search(r"(\w+) fails with ENOMEM as --fail-verb says", said)
    verb = failed[1] if failed else None

    def complain(what):
        sys.exit(f"call {number}, of {verb}: {what}\n{done.stdout}{done.stderr}{said[-4000:]}")

    if done.returncode:
        complain(f"the program ended with {done.returncode}")
    if verb and not done.stdout and verb not in DONE_WITHOUT:
        complain("nobody was told")
    if not verb and done.stdout:
        complain("an error without a cause")
    left = re.findall(r"device closed, with (.*)", said)
    if left and not (verb == "destroy_uar" and left == ["1 register page"]):
        complain(f"left behind: {left}")
    if said.count("device opened") != said.count("device closed"):
        complain("a context was not closed")
    return bool(verb)


main()
