"""Prints a table of our streams beside those of others:

    peers.py BUILD_DIRECTORY [--quick] [--json FILE] [--from FILE] [WORD...]

Words choose scenarios and peers by name, as in `4k` or `ucx-tag`; without any, all run. Every number is per message and
for both ends together. The programs in peers/ hold both ends, and send what they have verified. Instructions
are those of callgrind in the steps of the two ends, without the emulator's; allocations are counted in the same steps.
The work of the device and the system calls are the difference of two runs, one twice as long as the other, by the
emulator's --count and by strace. --quick runs one scenario of two peers, and fails if a number is missing. --from prints
the table of files that --json wrote.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "emulator/cm"))
import place  # noqa: E402

UCX = {"UCX_TLS": "rc_x", "UCX_NET_DEVICES": "mlx5_0:1", "UCX_SOCKADDR_TLS_PRIORITY": "rdmacm",
       "UCX_WARN_UNUSED_ENV_VARS": "n"}
# The name of a peer: what the table calls it, its program, the kind, and its environment.
PEERS = {
    "bytes": ("our `byte_stream`", "ours", "bytes", {}),
    "messages": ("our `message_channel`", "ours", "messages", {}),
    "rsockets": ("rsockets", "sockets", "rsockets", {}),
    "ucx-stream": ("UCX stream", "ucx", "stream", UCX),
    "ucx-am": ("UCX active messages", "ucx", "am", UCX),
    "ucx-tag": ("UCX tags", "ucx", "tag", UCX),
    "libfabric": ("libfabric, `verbs;ofi_rxm`", "fabric", "verbs;ofi_rxm", {"PEERS_ADDRESS": place.ADDRESSES["own"]}),
    "tcp": ("TCP on loopback", "sockets", "tcp", {}),
}
# The name of a scenario in driver.hpp: what the table calls it, and the rounds that are counted.
SCENARIOS = {
    "ping_pong": ("64 bytes, ping-pong", 4),
    "depth_64": ("64 bytes, 64 at once, one way", 8),
    "4k": ("4 KiB, 16 at once, one way", 16),
    "64k": ("64 KiB, one way", 16),
    "1m": ("1 MiB, one way", 4),
    "both_ways": ("64 bytes, 64 at once, both ways", 8),
    "slow_reader": ("64 bytes, 1,024 at once; the reader takes 16 a turn", 1),
    "beyond_window": ("64 bytes, 1,024 at once, one way", 1),
    "idle_1000": ("64 bytes, 64 at once, beside 1,000 idle connections", 8),
}
NOT_THERE = {("libfabric", "idle_1000"): "its endpoints of this kind have no connections that a program makes",
             ("rsockets", "idle_1000"): "not measured: librdmacm 44.0 polls wrong descriptors from the fifth connection of a process on, and accepts no sixth"}
# To make 1,000 connections takes minutes under callgrind.
SECONDS = {"idle_1000": 1800}


class Failed(Exception):
    pass


def is_of_emulator(path):
    return "libverbatim-emulator" in path


class Callgrind:
    """The instructions in the steps. Files of callgrind name each function once, and then by a number."""

    def __init__(self, path):
        self.instructions = self.emulator = 0
        self.ends = {"counted_first": 0, "counted_second": 0}
        names = {"ob": {}, "fn": {}}
        here = there = function = ""
        is_call = False
        for line in pathlib.Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
            found = re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?$", line)
            if found:
                table = names[found[2]]
                if found[4] is not None:
                    table[found[3]] = found[4]
                name = table[found[3]]
                if found[1] + found[2] == "cob":
                    there = name
                elif found[2] == "ob":
                    here = there = name
                elif not found[1]:
                    function, there = name, here
            elif line.startswith("calls="):
                is_call = True
            elif re.match(r"[+\-*0-9]", line):
                cost = int(line.split()[1])
                if is_call:
                    self.call(here, function, there, cost)
                    is_call, there = False, here
                else:
                    self.own(function, cost)

    def own(self, function, cost):
        self.instructions += cost
        for end in self.ends:
            if end in function:
                self.ends[end] += cost

    def call(self, here, function, there, cost):
        for end in self.ends:
            if end in function:
                self.ends[end] += cost
        if is_of_emulator(there) and not is_of_emulator(here):
            self.instructions -= cost
            self.emulator += cost


class Bench:
    def __init__(self, build, scratch):
        self.build, self.scratch = build, scratch
        self.number = 0

    def run(self, peer, scenario, rounds, sleep, options=(), before=()):
        """Returns what the program says."""
        _, program, kind, environment = PEERS[peer]
        path = self.build / f"tests/bench/peers_{program}"
        if not path.exists():
            raise Failed(f"{path.name} is not built")
        self.number += 1
        sleep = 60 if scenario == "idle_1000" else sleep
        words = [*before, str(path), kind, scenario, str(rounds), str(sleep)]
        if peer != "tcp":
            net = ["--netdev", place.FIRST] if peer == "libfabric" else []
            launcher = str(self.build / "runtime/emulator/verbatim-emulator")
            words = [launcher, "--fabric", f"peers-{os.getpid()}-{self.number}", "--link-layer", "ethernet", *net, *options,
                     *words]
        if peer == "libfabric":
            # It does not look at loopback interfaces.
            words = ["unshare", "-rn", "sh", "-ec", place.VETH + 'exec "$@"', "sh", *words]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS.get(scenario, 100),
                                  env=os.environ | environment)
        except subprocess.TimeoutExpired:
            raise Failed(f"it did not end within {SECONDS.get(scenario, 100)} seconds") from None
        said = re.search(r"^\{.*verified.*\}$", done.stdout, re.MULTILINE)
        complaints = re.findall(r".*verbatim-emulator:.*", done.stderr)
        if done.returncode or not said or complaints:
            raise Failed("\n".join(complaints[:3]) or done.stderr[-500:].strip() or f"it ended with {done.returncode}")
        return json.loads(said[0])

    def device(self, peer, scenario, rounds):
        """The work of the device, per message; RNR NAKs are those of the whole run."""
        totals, messages = [], []
        for count in (rounds, 2 * rounds):
            path = pathlib.Path(self.scratch, f"count-{self.number}")
            messages.append(self.run(peer, scenario, count, 3, ["--count", str(path)])["messages"])
            lines = [json.loads(line)["total"] for line in path.read_text(encoding="ascii").splitlines()]
            totals.append({
                "wqes": sum(kind["wqes"] for line in lines for kind in line["wqes"].values()),
                "cqes": sum(line["cqes"] for line in lines),
                "send_cqes": sum(line["completions"]["requester"] for line in lines),
                "doorbells": None if any(line["doorbells"]["rung"] is None for line in lines)
                else sum(line["doorbells"]["rung"] for line in lines),
                "packets": sum(line["packets"][kind] for line in lines for kind in ("requests", "responses", "acks")),
                "wire_bytes": sum(line["wire_bytes"] for line in lines),
                "rnr_naks": sum(line["packets"]["rnr_naks"] for line in lines)})
        per = messages[1] - messages[0]
        few, many = totals
        found = {key: None if few[key] is None or many[key] is None else (many[key] - few[key]) / per
                 for key in many if key != "rnr_naks"}
        return found | {"rnr_naks": many["rnr_naks"]}

    def system_calls(self, peer, scenario, rounds):
        """The system calls of the thread that has both ends, without its sleep between the steps."""
        counts, messages = [], []
        for count in (rounds, 2 * rounds):
            path = pathlib.Path(self.scratch, f"strace-{self.number}")
            messages.append(self.run(peer, scenario, count, 3, before=["strace", "-f", "-qq", "-o", str(path)])["messages"])
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            first = lines[0].split()[0]
            counts.append(sum(1 for line in lines if re.match(rf"{first} +\w+\(", line) and "nanosleep(" not in line))
        return {"system_calls": (counts[1] - counts[0]) / (messages[1] - messages[0])}

    def processor(self, peer, scenario, rounds):
        out = f"{self.scratch}/callgrind"
        said = self.run(peer, scenario, rounds, 10, before=[
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--collect-atstart=no",
            "--toggle-collect=*counted_first*", "--toggle-collect=*counted_second*"])
        counted = Callgrind(out)
        per = said["messages"]
        found = {"instructions": counted.instructions / per, "allocations": said["allocations"] / per,
                 "emulator": counted.emulator / per, "vain_steps": said["vain"], "verified": said["verified"]}
        if counted.emulator == 0:
            found |= {"first": counted.ends["counted_first"] / per, "second": counted.ends["counted_second"] / per}
        return found

    def row(self, peer, scenario):
        if (peer, scenario) in NOT_THERE:
            return {"why": NOT_THERE[peer, scenario]}
        rounds = SCENARIOS[scenario][1]
        try:
            row = {} if peer == "tcp" else self.device(peer, scenario, rounds)
            return row | self.system_calls(peer, scenario, rounds) | self.processor(peer, scenario, rounds)
        except Failed as failed:
            return {"why": str(failed)}


COLUMNS = {"instructions": "instructions", "first": "first end", "second": "second end", "system_calls": "system calls",
           "allocations": "allocations", "wqes": "WQEs", "doorbells": "doorbells", "cqes": "CQEs", "send_cqes": "for sends",
           "packets": "packets", "wire_bytes": "wire bytes", "rnr_naks": "RNR NAKs"}


def shown(key, value):
    if value is None:
        return "-"
    if key in ("instructions", "first", "second", "wire_bytes"):
        return f"{value:,.0f}"
    if key == "system_calls":
        return f"{abs(value):.1f}"
    return str(value) if key == "rnr_naks" else f"{value:.3f}".rstrip("0").rstrip(".")


def print_heading():
    print("| per message | ÷ ours | " + " | ".join(COLUMNS.values()) + " |")
    print("|---|--:|" + "--:|" * len(COLUMNS))


def print_scenario(name):
    print(f"| **{SCENARIOS[name][0]}** |" + " |" * (len(COLUMNS) + 1))


def print_row(peer, row, ours):
    ratio = f"{row['instructions'] / ours:.2f}" if ours and "instructions" in row else "-"
    print(f"| {PEERS[peer][0]} | {ratio} | " + " | ".join(shown(key, row.get(key)) for key in COLUMNS) + " |", flush=True)


def print_notes(rows):
    """Says which peer has no row and why, and where we are behind."""
    print()
    for (scenario, peer), row in rows.items():
        if "why" in row:
            print(f"* {SCENARIOS[scenario][0]}, {PEERS[peer][0]}: {row['why']}")
    for ours in ("bytes", "messages"):
        for (scenario, peer), row in rows.items():
            least = rows.get((scenario, ours), {}).get("instructions")
            if least and peer not in ("bytes", "messages") and row.get("instructions", least) < least:
                print(f"* {SCENARIOS[scenario][0]}: {PEERS[peer][0]} needs {row['instructions']:,.0f} instructions, and "
                      f"{PEERS[ours][0]} {least:,.0f}")


def versions():
    def said(*words):
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()

    packages = ("librdmacm1", "libucx0", "libfabric1", "valgrind")
    return {"date": datetime.date.today().isoformat(), "machine": platform.machine(), "kernel": platform.release(),
            "packages": {name: said("dpkg-query", "-W", "-f", "${Version}", name) for name in packages}}


def print_table(rows):
    print_heading()
    for scenario in SCENARIOS:
        here = {peer: rows[scenario, peer] for peer in PEERS if (scenario, peer) in rows}
        if here:
            print_scenario(scenario)
        for peer, row in here.items():
            print_row(peer, row, here.get("bytes", {}).get("instructions"))
    print_notes(rows)


def write_json(path, rows):
    table = [{"scenario": scenario, "peer": peer} | row for (scenario, peer), row in rows.items()]
    path.write_text(json.dumps({"versions": versions(), "rows": table}, indent=1) + "\n", encoding="utf-8")


def check(rows):
    """Returns what is wrong with the rows of --quick."""
    wrong = [f"{peer}: {row['why']}" for (_, peer), row in rows.items() if "why" in row]
    for (_, peer), row in rows.items():
        wrong += [f"{peer} has no {key}" for key in COLUMNS if "why" not in row and row.get(key) is None]
        wrong += [f"{peer} has no instructions" for key in ("instructions", "wqes", "wire_bytes") if row.get(key) == 0]
        if peer == "bytes" and (row.get("rnr_naks") or row.get("allocations")):
            wrong.append("a stream had an RNR NAK, or allocated memory")
    return wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("words", nargs="*", choices=[*PEERS, *SCENARIOS, []])
    options.add_argument("--quick", action="store_true")
    options.add_argument("--json", type=pathlib.Path)
    options.add_argument("--from", dest="table", type=pathlib.Path, action="append")
    given = options.parse_args()
    if given.table:
        rows = [row for path in given.table for row in json.loads(path.read_text())["rows"]]
        print_table({(row["scenario"], row["peer"]): row for row in rows})
        return 0
    if not shutil.which("valgrind") or not shutil.which("strace"):
        print("peers.py: install valgrind and strace")
        return 77
    words = ["depth_64", "bytes", "rsockets"] if given.quick else given.words
    scenarios = [name for name in SCENARIOS if name in words] or list(SCENARIOS)
    peers = [name for name in PEERS if name in words] or list(PEERS)
    rows = {}
    print_heading()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(given.build.resolve(), scratch)
        for scenario in scenarios:
            print_scenario(scenario)
            for peer in peers:
                row = rows[scenario, peer] = bench.row(peer, scenario)
                print_row(peer, row, rows.get((scenario, "bytes"), {}).get("instructions"))
                if given.json:
                    write_json(given.json, rows)
    print_notes(rows)
    wrong = check(rows) if given.quick else []
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
