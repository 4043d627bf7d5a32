"""Measures the emulated ConnectX beside TCP on the loopback interface: emulator_speed.py LAUNCHER [--rounds N] [--short]

Prints Markdown. Each round runs every row once, TCP and the emulator in turn, and the table has the medians. Both ends are on this
machine, so run nothing beside it. qperf measures TCP and RDMA in the same way; iperf3 and perftest have ways of their own. --short is
one round with little work: its numbers say only that every row runs.
"""
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

SKIP = 77
LAUNCHER = os.path.abspath(sys.argv[1])
SHORT = "--short" in sys.argv
ROUNDS = 1 if SHORT else int(sys.argv[sys.argv.index("--rounds") + 1]) if "--rounds" in sys.argv else 5
SECONDS = "1" if SHORT else "3"
STARTS = 3 if SHORT else 20
MIB = str(1 << 20)
NEEDS = ("qperf", "iperf3", "ib_write_bw", "ibv_devinfo")
FACTORS = {"ns": 1e-3, "us": 1, "ms": 1e3, "bytes/sec": 1e-9, "KB/sec": 1e-6, "MB/sec": 1e-3, "GB/sec": 1}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def is_open(port):
    lines = [line.split() for name in ("tcp", "tcp6") for line in pathlib.Path("/proc/net", name).read_text(encoding="ascii").splitlines()]
    return any(line[3] == "0A" and int(line[1].rsplit(":", 1)[1], 16) == port for line in lines if line[0] != "sl")


def both_ends(server, client, port):
    """Runs both ends; returns what the client printed."""
    other = subprocess.Popen(server, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 20
        while not is_open(port) and other.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        done = subprocess.run(client, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(client)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
        other.communicate(timeout=30)
        return done.stdout
    finally:
        if other.poll() is None:
            other.kill()
            other.communicate()


def emulated(*words):
    return [LAUNCHER, "--fabric", f"emulator-speed-{os.getpid()}", *words]


def qperf(before, test, size, wanted):
    """Microseconds, or gigabytes per second."""
    port = free_port()
    said = both_ends([*before, "qperf", "-lp", str(port)],
                     [*before, "qperf", "127.0.0.1", "-lp", str(port), "-t", SECONDS, "-m", size, test, "quit"], port)
    value, unit = re.search(rf"\b{wanted}\s+=\s+([\d.,]+) (\S+)", said).groups()
    return float(value.replace(",", "")) * FACTORS[unit]


def iperf3():
    port = free_port()
    said = both_ends(["iperf3", "-s", "-1", "-p", str(port)],
                     ["iperf3", "-c", "127.0.0.1", "-p", str(port), "-t", SECONDS, "-J"], port)
    return json.loads(said)["end"]["sum_received"]["bits_per_second"] / 8e9


def perftest(tool, size, iterations, column):
    """A column of the table that the tool prints."""
    port = free_port()
    count = 20 if SHORT else iterations
    queues = ["-t", "16", "-Q", "1"] if SHORT and tool.endswith("_bw") else []
    words = emulated(tool, "-F", "-p", str(port), "-s", size, "-n", str(count), *queues)
    said = both_ends(words, [*words, "127.0.0.1"], port)
    row = re.search(rf"^\s*{size}\s+{count}\s+(.*)$", said, re.MULTILINE)[1].split()
    return float(row[column])


def start(*words):
    """Milliseconds until the program has ended."""
    times = []
    for _ in range(STARTS):
        begin = time.monotonic()
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times.append((time.monotonic() - begin) * 1000)
    return statistics.median(times)


# The measure, its unit, and the function for TCP, or without the emulator, and on the emulator. The columns of perftest's
# programs are: for bandwidth peak, average (MiB/s) and message rate (millions); for latency least, most, typical, average.
ROWS = {
    "64 bytes there or back, qperf `tcp_lat` and `rc_lat`": (
        "us", lambda: qperf([], "tcp_lat", "64", "latency"), lambda: qperf(emulated(), "rc_lat", "64", "latency")),
    "64 bytes there or back, qperf `tcp_lat` and `ib_send_lat`": (
        "us", lambda: qperf([], "tcp_lat", "64", "latency"), lambda: perftest("ib_send_lat", "64", 5000, 3)),
    "64 bytes there or back, qperf `tcp_lat` and `ib_write_lat`": (
        "us", lambda: qperf([], "tcp_lat", "64", "latency"), lambda: perftest("ib_write_lat", "64", 5000, 3)),
    "messages of 1 MiB, qperf `tcp_bw` and `rc_rdma_write_bw`": (
        "GB/s", lambda: qperf([], "tcp_bw", MIB, "bw"), lambda: qperf(emulated(), "rc_rdma_write_bw", MIB, "bw")),
    "messages of 1 MiB, iperf3 and `ib_write_bw`": (
        "GB/s", iperf3, lambda: perftest("ib_write_bw", MIB, 3000, 1) * (1 << 20) / 1e9),
    "messages of 64 bytes, `ib_send_bw`": ("million/s", None, lambda: perftest("ib_send_bw", "64", 100000, 2)),
    "start and end of `true`": ("ms", lambda: start("true"), lambda: start(*emulated("true"))),
    "start and end of `ibv_devinfo`": ("ms", lambda: start("ibv_devinfo"), lambda: start(*emulated("ibv_devinfo"))),
}


def processor():
    names = re.findall(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return f"{len(os.sched_getaffinity(0))} processors, {names[0] if names else 'unknown'}"


def main():
    missing = [need for need in NEEDS if shutil.which(need) is None]
    if missing:
        print(f"skipped: install {', '.join(missing)}")
        return SKIP
    found = {name: ([], []) for name in ROWS}
    with tempfile.TemporaryDirectory(prefix="emulator-speed-") as directory:
        os.chdir(directory)
        for _ in range(ROUNDS):
            for name, (_, without, on_it) in ROWS.items():
                for numbers, measure in zip(found[name], (without, on_it)):
                    if measure:
                        numbers.append(measure())
    print(f"{processor()}; {ROUNDS} rounds\n\n| | TCP, or without the emulator | emulator | quotient |\n|---|--:|--:|--:|")
    for name, (unit, _, _) in ROWS.items():
        without, on_it = (statistics.median(numbers) if numbers else None for numbers in found[name])
        if not on_it or on_it <= 0 or (without is not None and without <= 0):
            sys.exit(f"{name}: the numbers are {found[name]}")
        digits = 3 if unit == "million/s" else 2
        print(f"| {name} | {f'{without:.{digits}f} {unit}' if without else ''} | {on_it:.{digits}f} {unit} "
              f"| {f'{on_it / without:.2f}' if without else ''} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
