"""Programs of others that connect by rdma_cm, unmodified, between two processes: cm_programs.py LAUNCHER [OPTION...]"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

SKIP = 77
HERE = "127.0.0.1"

# The server, the client, and what the client or the server says in the end ("" for nothing in particular).
PAIRS = [
    ("rdma_server -p {port}", f"rdma_client -s {HERE} -p {{port}}", "end 0"),
    (f"rping -s -a {HERE} -p {{port}} -C 10 -v -V", f"rping -c -a {HERE} -p {{port}} -C 10 -v -V", "rdma-ping-9"),
    (f"rping -s -q -a {HERE} -p {{port}} -C 10 -v -V", f"rping -c -q -a {HERE} -p {{port}} -C 10 -v -V", "rdma-ping-9"),
    ("rping -s -a ::1 -p {port} -C 3 -v", "rping -c -a ::1 -p {port} -C 3 -v", "rdma-ping-2"),
    (f"ucmatose -b {HERE} -p {{port}} -c 5 -C 4 -S 100", f"ucmatose -s {HERE} -p {{port}} -c 5 -C 4 -S 100", "return status 0"),
    (f"udaddy -b {HERE} -c 3 -C 4", f"udaddy -s {HERE} -c 3 -C 4", "return status 0"),
    ("rdma_xserver -p {port}", f"rdma_xclient -s {HERE} -p {{port}}", "end 0"),
    (f"rstream -b {HERE} -p {{port}} -S 1000 -C 5 -I 5", f"rstream -s {HERE} -p {{port}} -S 1000 -C 5 -I 5", "1000"),
]


# rping closes its event channel while its other thread may be on the way into the next call. It then exits with that error,
# on hardware too. The pair then runs again.
RACE = "rdma_get_cm_event: Bad file descriptor"


def listens(directory, port):
    """True if a listener has the port, in the table of the fabric's ports (runtime/emulator/cm/port_space.hpp)."""
    entry = struct.Struct("=IIHHHH????16s")
    try:
        with open(os.path.join(directory, "default", "cm", "ports"), "rb") as table:
            found = entry.iter_unpack(table.read(8 + 100 * entry.size)[8:])
            return any(one[4] == port and one[8] for one in found if one[0])
    except (OSError, struct.error):
        return False


def run_pair(launcher, options, number, server, client, expected):
    """Returns the reason why the pair fails, or an empty text."""
    # udaddy has a port of its own.
    port = 7174 if server.startswith("udaddy") else 21000 + number
    with tempfile.TemporaryDirectory() as directory:
        environment = {**os.environ, "VERBATIM_EMULATOR_DIRECTORY": directory}
        start = dict(env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        first = subprocess.Popen([launcher, *options, *server.format(port=port).split()], **start)
        second = None
        try:
            until = time.monotonic() + 30
            while not listens(directory, port) and first.poll() is None and time.monotonic() < until:
                time.sleep(0.05)
            second = subprocess.Popen([launcher, *options, *client.format(port=port).split()], **start)
            said = second.communicate(timeout=60)[0]
            said += first.communicate(timeout=30)[0]
        except subprocess.TimeoutExpired:
            return f"{client}: does not end"
        finally:
            for one in (first, second):
                if one is not None and one.poll() is None:
                    one.kill()
                    one.wait()
    # Some of these programs end with their last status, whatever it is: their words count.
    return "" if expected in said and first.returncode == 0 else f"{client}: {first.returncode}, {second.returncode}:\n{said}"


def attempts(*of_pair):
    for _ in range(10):  # on a busy machine it happens in one run of five
        wrong = run_pair(*of_pair)
        if RACE not in wrong:
            break
    return wrong


def main(launcher, options):
    missing = sorted({words.split()[0] for pair in PAIRS for words in pair[:2] if not shutil.which(words.split()[0])})
    if missing:
        print(f"not installed: {', '.join(missing)} (package rdmacm-utils)")
        return SKIP
    wrong = [attempts(launcher, options, number, *pair) for number, pair in enumerate(PAIRS)]
    wrong = [one for one in wrong if one]
    print("\n".join(wrong) or f"{len(PAIRS)} pairs of programs")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
