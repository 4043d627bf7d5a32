"""A thread writes to an event channel of rdma_cm while another one closes it: closed_meanwhile.py LAUNCHER

The kernel answers such a write with EBADF, or executes it. A program that has never forked is not told about fork."""
import collections
import errno
import os
import subprocess
import sys
import threading

DEVICE = "/dev/infiniband/rdma_cm"
CLOSED = 20000
UNKNOWN_COMMAND = (999).to_bytes(4, sys.byteorder) + bytes(4)


def program():
    """Runs on the emulator; prints how often a write failed with which error."""
    channel = os.open(DEVICE, os.O_RDWR | os.O_CLOEXEC)
    failed = collections.Counter()
    ended = threading.Event()

    def write():
        while not ended.is_set():
            try:
                os.write(channel, UNKNOWN_COMMAND)
            except OSError as error:
                failed[errno.errorcode[error.errno]] += 1

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    for _ in range(CLOSED):
        os.close(channel)
        channel = os.open(DEVICE, os.O_RDWR | os.O_CLOEXEC)
    ended.set()
    for writer in writers:
        writer.join()
    print(*sorted(failed))


def main():
    if sys.argv[1:] == ["--program"]:
        return program()
    done = subprocess.run([sys.argv[1], "--fabric", "closed-meanwhile", sys.executable, __file__, "--program"],
                          capture_output=True, text=True, timeout=300)
    complaints = {line for line in done.stderr.splitlines() if "command 999 is not known" not in line}
    if done.returncode or done.stdout != "EBADF EINVAL\n" or complaints:
        sys.exit("\n".join([f"ends with {done.returncode}:", done.stdout, *sorted(complaints)]))
    print(f"{CLOSED} channels closed while two threads wrote to them")


if __name__ == "__main__":
    main()
