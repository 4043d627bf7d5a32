"""Runs the examples that are one process on the emulated ConnectX, and compares what they print.

small_examples.py LAUNCHER PROGRAM..."""
import pathlib
import subprocess
import sys

BOTH = ("infiniband", "ethernet")
# By name: the link layers, and the lines that must be in the output, in this order.
EXPECTED = {
    "any_device": (BOTH, ["request 7 is done", "the data came back right"]),
    "compressed_polling": (BOTH, ["48 receives by plain CQEs, 48 by compressed ones"]),
    "datagrams": (BOTH, ["asked: what time is it?", "answered: time to go"]),
    "dc_fan_out": (BOTH, ["one queue pair wrote to 16 peers"]),
    "event_loop": (BOTH, [f"woken {i}" for i in range(1, 6)]),
    "failures": (BOTH, ["8 requests fit, then: the queue is full: poll its completion queue, or signal WQEs more often",
                        "after reset() and connect(): ok"]),
    "masked_locks": (BOTH, ["lock 5: taken, then busy; lock 40: taken; the word is 0x10000000020",
                            "after an unlock, lock 5: taken"]),
    "memory_windows": (BOTH, ["bound: ok", "the guest writes: ok", "taken away: ok", "the guest writes: remote_access_err"]),
    "messages": (BOTH, ["200 messages of 200 in order"]),
    "packed_counters": (BOTH, ["65535 7 0 100", "1 8 0 110"]),
    "raw_packets": (("ethernet",), ["60 bytes, checksums are right: a frame of our own"]),
    "shared_receives": (BOTH, ["8 receives are posted for 3 clients"]),
    "tag_matching": (("infiniband",), ["buffer of tag 6: the second buffer", "unexpected, tag 7: nobody waits for it",
                                       "buffer of tag 5: the first buffer"]),
    "write_one_word": (BOTH, ["the peer's word is 2026"]),
}


def wrong(launcher, program, link_layer, expected):
    """Returns what is wrong with one run, or an empty text."""
    done = subprocess.run([launcher, "--fabric", "small-examples", "--link-layer", link_layer, program],
                          capture_output=True, text=True, timeout=60, check=False)
    lines = iter(done.stdout.splitlines())
    if done.returncode == 0 and all(line in lines for line in expected):
        return ""
    return f"{program} on {link_layer} ends with {done.returncode}:\n{done.stdout}{done.stderr}"


def main(launcher, programs):
    unknown = sorted({pathlib.Path(one).name for one in programs} ^ set(EXPECTED))
    if unknown:
        return f"built, or expected here, but not both: {', '.join(unknown)}"
    said = [wrong(launcher, one, link_layer, EXPECTED[pathlib.Path(one).name][1])
            for one in programs for link_layer in EXPECTED[pathlib.Path(one).name][0]]
    return "\n".join(text for text in said if text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]) or 0)
