"""Runs the examples that are one process on the emulated ConnectX, and compares what they print.

small_examples.py LAUNCHER PROGRAM..."""
import pathlib
import re
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
    "metrics": (BOTH, ["# TYPE verbatim_send_posted_total counter", "# TYPE verbatim_cq_dropped_total counter"]),
    "packed_counters": (BOTH, ["65535 7 0 100", "1 8 0 110"]),
    "raw_packets": (("ethernet",), ["60 bytes, checksums are right: a frame of our own"]),
    "shared_receives": (BOTH, ["8 receives are posted for 3 clients"]),
    "tag_matching": (("infiniband",), ["buffer of tag 6: the second buffer", "unexpected, tag 7: nobody waits for it",
                                       "buffer of tag 5: the first buffer"]),
    "write_one_word": (BOTH, ["the peer's word is 2026"]),
}


DEBIANS_PYTHON = "/usr/bin/python3"  # its packages are for this one
# Prints the counters that Prometheus' own parser finds, a page after the other.
PROMETHEUS = """import sys
try:
    from prometheus_client.parser import text_string_to_metric_families
except ImportError:
    sys.exit(77)
for page in sys.stdin.read().strip().split("\\n\\n"):
    for family in text_string_to_metric_families(page + "\\n"):
        assert family.type == "counter" and family.documentation, family
        for one in family.samples:
            print(one.name, f"{one.value:.0f}")
    print()
"""


def wrong_metrics(text):
    """Judges the output of `metrics`: its last values, and its format by Prometheus' own parser if that is installed."""
    pages = text.strip().split("\n\n")
    values = [dict(re.findall(r'^verbatim_(\w+)_total\{\w+="0x[0-9a-f]+"\} (\d+)$', page, re.M)) for page in pages]
    last = {name: int(value) for name, value in values[-1].items()}
    expected = {"send_posted": 1000, "send_doorbells": 500, "send_completions": 500, "send_errors": 0, "cq_completions": 500}
    posted = [int(one["send_posted"]) for one in values]
    if len(last) != 11 or not expected.items() <= last.items() or posted != sorted(posted):
        return f"the counters of metrics are {values}"
    done = subprocess.run([DEBIANS_PYTHON, "-c", PROMETHEUS], input=text, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode == 77:
        print("metrics: not read by Prometheus' parser, which is missing (Debian package python3-prometheus-client)")
        return ""
    read = [dict(line.split() for line in page.splitlines()) for page in done.stdout.split("\n\n") if page]
    expected = [{f"verbatim_{name}_total": value for name, value in one.items()} for one in values]
    return "" if read == expected else f"Prometheus' parser reads {read}, not {expected}:\n{done.stderr}"


JUDGES = {"metrics": wrong_metrics}


def wrong(launcher, program, link_layer, expected):
    """Returns what is wrong with one run, or an empty text."""
    done = subprocess.run([launcher, "--fabric", "small-examples", "--link-layer", link_layer, program],
                          capture_output=True, text=True, timeout=60, check=False)
    lines = iter(done.stdout.splitlines())
    if done.returncode == 0 and all(line in lines for line in expected):
        return JUDGES.get(pathlib.Path(program).name, lambda text: "")(done.stdout)
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
