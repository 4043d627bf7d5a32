"""Fails each step of a program with streams, one after another: every_fault.py LAUNCHER PROGRAM EVERY [PRELOAD].

See every_step.cpp and every_datagram_step.cpp. A step is a verb, a send WQE, a receive WQE, and a command, an event or a message of rdma_cm. EVERY is 1 for
every step, 10 for every tenth, and so on. PRELOAD is a library for LD_PRELOAD, such as a sanitizer's.
"""
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

LAUNCHER, PROGRAM, every, *PRELOAD = sys.argv[1:]
EVERY = int(every)

# The words of the launcher for the Nth step of each kind.
KINDS = {
    "verb": ["--fail-verb", "any:{}:ENOMEM"],
    "send": ["--fail-at", "{}"],
    "receive": ["--fail-receive-at", "{}"],
    "queue pair": ["--raise-at", "{}:qp_fatal"],
    "completion queue": ["--raise-at", "{}:cq_err"],
    "device": ["--raise-at", "{}:device_removed"],
    "command": ["--fail-cm", "command:{}"],
    "event": ["--fail-cm", "event:{}"],
    "request": ["--fail-cm", "reject:{}"],
    "reply": ["--fail-cm", "drop-rep:{}"],
    "confirmation": ["--fail-cm", "drop-rtu:{}"],
}

# The kinds that are tried, and the least number of a program's steps.
LEAST = {
    "every_step": {"verb": 60, "send": 40, "receive": 30, "queue pair": 40, "completion queue": 30, "device": 40,
                   "command": 20, "event": 8, "request": 2, "reply": 2, "confirmation": 2},
    "every_datagram_step": {"command": 10, "event": 5},
}[pathlib.Path(PROGRAM).name]

# Verbs that programs can do without: see ../verbs/base/every_failure.py. A queue pair that cannot go to ERROR is destroyed
# soon. The library tries again to destroy what a device has refused to destroy.
DONE_WITHOUT = {"alloc_event_channel", "alloc_uar", "destroy_uar", "devx_other", "devx_subscribe_event", "get_context",
                "modify_qp", "query_device", "query_port"}


ENGINES = ("direct", "verbs")
AT_ONCE = 3  # kinds, because a run waits for time to pass


def run(kind, number, engine, directory):
    """Returns True if a step was failed, how many files were open in the end, and a function that ends the sweep with words."""
    words = [word.format(number) for word in KINDS[kind]]
    report = pathlib.Path(directory) / "report"
    report.write_text("", encoding="utf-8")
    command = [LAUNCHER, "--fabric", pathlib.Path(directory).name, "--verbose", "--report", report, "--cm-timers", "1", *words,
               PROGRAM, engine, *["once"] * (kind == "device")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False,
                              env=dict(os.environ, LD_PRELOAD=":".join(PRELOAD)))
    except subprocess.TimeoutExpired as late:
        sys.exit(f"{kind} {number}: it does not end\n{late.stdout}{report.read_text(encoding='utf-8')[-4000:]}")
    said = report.read_text(encoding="utf-8")
    failed = re.search(r"(\w+) fails with ENOMEM as --fail-verb says| as --(fail|raise)[a-z-]* says", said)
    verb = failed and failed[1]

    def complain(what):
        sys.exit(f"{kind} {number} {verb or ''}: {what}\n{done.stdout}{done.stderr}{said[-4000:]}")

    # Without its page of registers, libmlx5 arms a completion queue through a null pointer.
    if verb == "alloc_uar" and engine == "verbs" and done.returncode == -signal.SIGSEGV:
        return True, None, complain
    if done.returncode:
        complain(f"the program ended with {done.returncode}")
    if not failed and done.stdout:
        complain("an error without a cause")
    may_be_silent = verb in DONE_WITHOUT or (verb and verb.startswith(("destroy_", "dealloc_", "dereg_")))
    if kind == "verb" and failed and not done.stdout and not may_be_silent:
        complain("nobody was told")
    left = re.findall(r"device closed, with (.*)", said)
    if left and kind != "device" and not (verb == "destroy_uar" and left == ["1 register page"]):
        complain(f"left behind: {left}")
    # librdmacm keeps a context of its own.
    if said.count("device opened") - said.count("device closed") > 1:
        complain("a context was not closed")
    files = int(re.search(r"open files: (\d+)", done.stderr)[1])
    return bool(failed), files, complain


def main():
    with tempfile.TemporaryDirectory(prefix="every-fault-") as directory:
        usual = {engine: run("verb", 1_000_000, engine, directory)[1] for engine in ENGINES}
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        sweeps = [pool.submit(fail_all, kind, engine, usual[engine]) for engine in ENGINES for kind in LEAST]
        try:
            for sweep in sweeps:
                print(sweep.result(), flush=True)
        finally:
            pool.shutdown(cancel_futures=True)


def fail_all(kind, engine, usual):
    """Fails every step of the kind, or some. Returns what it did."""
    least = LEAST[kind]
    between = EVERY if least > EVERY // 2 else min(EVERY, max(1, least // 3))
    number = 1 + between // (2 + ENGINES.index(engine))
    tried = 0
    with tempfile.TemporaryDirectory(prefix="every-fault-") as directory:
        while True:
            failed, files, complain = run(kind, number, engine, directory)
            if not failed:
                break
            if files not in (usual, None) and kind != "device":
                complain(f"{files} open files instead of {usual}")
            number, tried = number + between, tried + 1
    if number <= least:
        sys.exit(f"{kind}: the program has less than {number} of them")
    return f"{engine}, {kind}: {tried} failed, less than {number}"


main()
