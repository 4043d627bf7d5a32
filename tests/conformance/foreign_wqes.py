"""Runs UCX on the emulator, captures the WQEs that it posts, and has our builders write them again.

usage: foreign_wqes.py LAUNCHER REBUILD_TEST

What UCX has to post is listed below: a kind that is not met fails, so that the comparison stays worth its name."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SKIP = 77
COUNT = ["-n", "20", "-w", "2"]

# What ucx_perftest does on each transport.
ATOMICS = [[test, "-s", size] for test in ("fadd", "swap", "cswap", "add_mr") for size in ("4", "8")]
MEMORY = [["put_lat", "-D", "short", "-s", "8"], ["put_lat", "-D", "short", "-s", "100"],
          ["put_bw", "-D", "bcopy", "-s", "2000"], ["put_bw", "-D", "zcopy", "-s", "4000"],
          ["get", "-D", "bcopy", "-s", "64"], ["get", "-D", "zcopy", "-s", "4000"]]
MESSAGES = [["am_lat", "-D", "short", "-s", "8"], ["am_lat", "-D", "short", "-s", "80"],
            ["am_bw", "-D", "bcopy", "-s", "1000"], ["am_bw", "-D", "zcopy", "-s", "1000"]]
RUNS = {
    "rc_mlx5": MESSAGES + MEMORY + ATOMICS,
    "dc_mlx5": MESSAGES + MEMORY + ATOMICS,
    "ud_mlx5": MESSAGES,
}

CONNECTED = ("send", "rdma_write", "rdma_read", "atomic_cs", "atomic_fa", "atomic_masked_cs opmod 8",
             "atomic_masked_fa opmod 8", "atomic_masked_cs opmod 9")
EXPECTED = {f"RC {kind}" for kind in CONNECTED} | {f"DCI compact {kind}" for kind in CONNECTED} | {"UD compact send"}


def perftest(launcher, fabric, capture, transport, arguments):
    """Two processes; raises with what they said if one of them fails."""
    port = str(20000 + (os.getpid() * 37 + len(arguments) * 101 + int(time.monotonic() * 1000)) % 20000)
    command = [launcher, "--fabric", fabric, "--capture", capture, "ucx_perftest", "-p", port, "-d", "mlx5_0:1",
               "-x", transport, "-f", "-t", *arguments, *COUNT]
    # Cyclic shared receive queues are made by DevX commands that the emulator does not have.
    environment = dict(os.environ, UCX_LOG_LEVEL="warn", UCX_RC_SRQ_TOPO="list", UCX_DC_SRQ_TOPO="list")
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ""
    try:
        for _ in range(100):  # until the server listens
            time.sleep(0.1)
            client = subprocess.run([*command, "127.0.0.1"], env=environment, capture_output=True, text=True, timeout=120)
            said = client.stdout + client.stderr
            if "Connection refused" not in said and "connect() failed" not in said:
                break
        if client.returncode or "Final" not in said and "iterations" not in said and not said.strip():
            raise RuntimeError(f"{' '.join(command)}\n{said[-3000:]}")
        if server.wait(timeout=60):
            raise RuntimeError(f"{' '.join(command)}\n{server.stdout.read()[-3000:]}")
    finally:
        server.kill()


def main():
    launcher, rebuild = (os.path.abspath(a) for a in sys.argv[1:3])
    if not shutil.which("ucx_perftest"):
        print("ucx_perftest is not installed (Debian package ucx-utils)")
        sys.exit(SKIP)
    with tempfile.TemporaryDirectory() as directory:
        capture = str(pathlib.Path(directory, "wqes.jsonl"))
        for transport, runs in RUNS.items():
            for arguments in runs:
                perftest(launcher, f"foreign-{os.getpid()}", capture, transport, arguments)
        done = subprocess.run([rebuild, capture], capture_output=True, text=True)
        print(done.stdout, done.stderr)
        if done.returncode:
            sys.exit("our builders write other bytes than UCX")
        met = {line.rsplit(":", 1)[0] for line in done.stdout.splitlines()}
        if missing := EXPECTED - met:
            sys.exit(f"UCX did not post: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main()
