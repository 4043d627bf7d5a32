"""A program on a device is recorded by libverbatim-watch.so: watching.py LAUNCHER LIBRARY DECODE [--all].

The emulated device stands for a real one. It records the program too, with --record, and both recordings must tell the same: the
commands with their answers, the queues, the send WQEs and the CQEs, byte for byte. In a ring that is posted over before the library
has looked, what is missing must be told."""
import collections
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

from programs import free_port, listening
import recorded

SKIP = 77
SECONDS = 120
LAUNCHER, LIBRARY, DECODE = (os.path.abspath(word) for word in sys.argv[1:4])
# Words of both ends. With -n below the length of the rings, nothing is posted over.
SHORT = {
    "writes": "ib_write_bw -F -p {port} -n 100 -t 128 -Q 1 -s 5000",
    "sends": "ib_send_bw -F -p {port} -n 100 -t 128 -r 128 -Q 1 -s 300",
    "datagrams": "ib_send_bw -F -p {port} -n 100 -t 128 -r 128 -Q 1 -s 300 -c UD",
    "atomics": "ib_atomic_bw -F -p {port} -n 100 -t 128 -Q 1",
}
LAPPED = {"laps": "ib_write_bw -F -p {port} -n 3000 -t 16 -Q 1 -s 64"}
if "--all" not in sys.argv:
    SHORT = {"writes": SHORT["writes"]}
    LAPPED = {}


class Body:
    """Takes the fields of a record's body, as docs/recording.md describes them."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def numbers(self, form):
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def some(self):
        [length] = self.numbers("I")
        self.at += length
        return self.data[self.at - length:self.at]

    def attributes(self):
        [count] = self.numbers("I")
        result = []
        for _ in range(count):
            head = self.numbers("HHHQ")
            result.append((head, self.some()))
            self.some()  # bits of addresses, which only a replay needs
        return result


def read(path):
    """Reads the recording of each process: {process: {kind: [values]}}."""
    told = collections.defaultdict(lambda: collections.defaultdict(list))
    for kind, process, data in recorded.records(path):
        body, to = Body(data), told[process][kind]
        if kind == "command":
            head = body.numbers("QHH")[1:]
            to.append((head, body.some(), body.attributes()))
        elif kind == "answer":
            to.append((body.numbers("I"), body.attributes()))
        elif kind == "queue_pair_created":
            qpn = body.numbers("II")[0]
            to.append((qpn, body.some(), body.numbers("IIIIIIQQQ")))
        elif kind == "completion_queue_created":
            to.append(body.numbers("IIIBBQQ"))
        elif kind in ("queue_pair_destroyed", "completion_queue_destroyed"):
            to.append(body.numbers("I"))
        elif kind == "send_wqe":
            qpn, index, _ = body.numbers("IHB")
            to.append((qpn, index, body.some()))
        elif kind == "cqe":
            cqn, index, *_ = body.numbers("IIIIB")
            to.append((cqn, index, body.some()))
        elif kind == "finding":
            to.append(body.some().decode())
    return told


def run(words, scratch):
    """Runs both ends with both recordings. Returns what went wrong, as text, or nothing."""
    port = free_port()
    command = [LAUNCHER, "--fabric", scratch.name, "--record", scratch / "emulated", *words.format(port=port).split()]
    environment = {**os.environ, "LD_PRELOAD": LIBRARY, "VERBATIM_WATCH": str(scratch / "watched")}
    ends = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)]
    try:
        for _ in range(1000):
            if listening(port) or ends[0].poll() is not None:
                break
            ends[0].poll()
        ends.append(subprocess.Popen([*command, "127.0.0.1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     env=environment))
        said = [end.communicate(timeout=SECONDS)[0] for end in reversed(ends)]
    except subprocess.TimeoutExpired:
        return "it does not end"
    finally:
        for end in ends:
            end.kill()
    return "" if not any(end.returncode for end in ends) else "\n".join(said)


def compare(emulated, watched, lapped):
    """The differences between the recordings of a process, as lines."""
    # The recording of the emulator begins with the context, behind questions whether the kernel knows a command.
    before = next(number for number, one in enumerate(watched["command"]) if one[1] == b"get_context")
    for kind in ("command", "answer"):
        del watched[kind][:before]
    # A queue that ends with its context has no command for that.
    for kind in ("queue_pair_destroyed", "completion_queue_destroyed"):
        if not set(watched[kind]) <= set(emulated[kind]):
            yield f"{kind}: {emulated[kind]} and {watched[kind]}"
    for kind in ("command", "answer", "queue_pair_created", "completion_queue_created"):
        if emulated[kind] != watched[kind]:
            first = next((pair for pair in zip(emulated[kind], watched[kind]) if pair[0] != pair[1]), "their number")
            yield f"{kind}: {len(emulated[kind])} and {len(watched[kind])}: {first}"
    lost = [text for text in watched["finding"] if "before they were seen" in text]
    if lost and not lapped:
        yield f"nothing can be posted over, but: {lost}"
    for kind in ("send_wqe", "cqe"):
        known, seen = ({one[:2]: one[2] for one in told[kind]} for told in (emulated, watched))
        if lapped:
            wrong = [key for key in seen if known.get(key) != seen[key]]
            if len(seen) != len(known) and not lost:
                yield f"{kind}: {len(known) - len(seen)} are missing, and nobody says so"
        else:
            wrong = [key for key in {**known, **seen} if known.get(key) != seen.get(key)]
        if wrong:
            yield f"{kind}: {len(wrong)} of {len(known)} differ, {len(seen)} were seen, the first is {wrong[:1]}"


def main():
    for need in ("ib_write_bw", "ib_send_bw", "ib_atomic_bw"):
        if not shutil.which(need):
            print(f"{need} is not installed (Debian package perftest)")
            return SKIP
    failed = False
    for name, words in {**SHORT, **LAPPED}.items():
        with tempfile.TemporaryDirectory(prefix="watching-") as directory:
            scratch = pathlib.Path(directory)
            wrong = [run(words, scratch)]
            if not wrong[0]:
                emulated, watched = read(scratch / "emulated"), read(scratch / "watched")
                wrong = [] if set(emulated) == set(watched) else [f"the processes are {set(emulated)} and {set(watched)}"]
                for kind in ("send_wqe", "cqe"):
                    if not any(told[kind] for told in watched.values()):
                        wrong.append(f"no {kind} was seen")
                for process in set(emulated) & set(watched):
                    wrong += compare(emulated[process], watched[process], name in LAPPED)
                    count = {kind: len(watched[process][kind]) for kind in ("command", "send_wqe", "cqe", "finding")}
                    print(f"{name}: {count}")
                # The tool reads what the library writes. The first WQE of a ring may be lost in laps.
                decoded = subprocess.run([DECODE, scratch / "watched"], capture_output=True, text=True, check=False)
                if decoded.returncode or "send WQE " not in decoded.stdout:
                    wrong.append(f"verbatim-decode ends with {decoded.returncode}: {decoded.stdout[-500:]}{decoded.stderr}")
        print("\n".join(f"{name}: {line}" for line in wrong))
        failed = failed or bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
