"""Recordings, read by a reader of our own, and replayed: recording.py LAUNCHER DECODE BOTH_ENDS [--all].

Programs of others run on the emulated device with --record, --count and --capture at once, and all three must tell the same.
Then each end runs again with --replay, without the other: a stand-in gives it the bytes that its peer sent over TCP. BOTH_ENDS
sends the time, so that what it prints in a replay can only come from the recording.
"""
import collections
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import zlib

from recorded import MAGIC, records
from tcp_relay import Relay, connected_later, free_port, stand_in, stand_in_server

LAUNCHER, DECODE, BOTH_ENDS = sys.argv[1:4]
ALL = "--all" in sys.argv
LAYERS = ["infiniband", "ethernet"] if ALL else ["ethernet"]
SECONDS = 60

# The words of both ends; {port} is for the port of TCP.
FEW = {
    "pingpong": ["ibv_rc_pingpong", "-g0", "-p{port}", "-c", "-n", "200"],
}
MANY = {
    "atomics": ["ib_atomic_bw", "-F", "-p{port}", "-n", "20"],
    "pingpong with events": ["ibv_rc_pingpong", "-g0", "-p{port}", "-c", "-e", "-n", "200"],
    "write": ["ib_write_bw", "-F", "-p{port}", "-n", "200", "-s", "5000"],
    "write latency": ["ib_write_lat", "-F", "-p{port}", "-n", "100"],
    "send latency": ["ib_send_lat", "-F", "-p{port}", "-n", "100", "-s", "300"],
    "send": ["ib_send_bw", "-F", "-p{port}", "-n", "200"],
    "read": ["ib_read_bw", "-F", "-p{port}", "-n", "100", "-s", "9000"],
    "datagrams": ["ibv_ud_pingpong", "-g0", "-p{port}", "-c", "-n", "100"],
    "latency with events": ["ib_send_lat", "-F", "-p{port}", "-n", "50", "-e"],
    "both ways": ["ib_send_bw", "-F", "-p{port}", "-n", "50", "-b"],
    "XRC": ["ib_write_bw", "-F", "-p{port}", "-n", "50", "-c", "XRC"],
    "DC": ["ib_send_lat", "-F", "-p{port}", "-n", "50", "-c", "DC"],
    "four queue pairs": ["ib_write_bw", "-F", "-p{port}", "-n", "50", "-q", "4"],
    "shared": ["ibv_srq_pingpong", "-g0", "-p{port}", "-c", "-n", "200"],
}

def run(command, **how):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=SECONDS, check=False, **how)


def fill(words, port):
    return [word.format(port=port) for word in words]


def record_pair(name, words, layer, scratch):
    """Runs both ends. Returns the recording, and what each end got over TCP."""
    port = free_port()
    relay = Relay(port)
    options = [LAUNCHER, "--fabric", scratch.name, "--link-layer", layer, "--record", scratch / "recording",
               "--count", scratch / "counts", "--capture", scratch / "wqes"]
    # The command line of the client has to be that of the replay.
    server = subprocess.Popen([str(word) for word in (*options, *fill(words, port))], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    try:
        connected_later(port)
        client = run([*options, *fill(words, relay.port), "127.0.0.1"])
        said = server.communicate(timeout=SECONDS)[0]
    finally:
        server.kill()
    if client.returncode or server.returncode:
        sys.exit(f"{name}: recorded, it ended with {client.returncode} and {server.returncode}\n{client.stdout}{client.stderr}{said}")
    relay.stop()
    return port, relay


def check_counts(name, scratch):
    """--count and --capture tell the same as the recording."""
    of = collections.defaultdict(collections.Counter)
    wqes = collections.defaultdict(list)
    for kind, process, body in records(scratch / "recording"):
        count = of[process]
        if kind == "send_wqe":
            qpn, index, flags, length = struct.unpack_from("<IHBI", body)
            count["send_wqes"] += 1
            if not flags & 2:
                wqes[process].append((qpn, index, body[11:11 + length].hex()))
        elif kind == "receive_wqe":
            count["flushed" if body[10] & 2 else "taken"] += 1
        elif kind == "cqe":
            count["cqes"] += not body[16] & 2
        elif kind == "doorbell":
            count["doorbells"] += struct.unpack_from("<I", body, 4)[0] >= 0x800
        elif kind == "blueflame":
            count["blueflame"] += 1
            count["blueflame_bytes"] += struct.unpack_from("<I", body, 12)[0] + 8
        elif kind == "completion_event":
            count["events"] += 1
    for line in (scratch / "counts").read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        total, count = said["total"], of[said["pid"]]
        expected = {
            "send_wqes": total["wqes"]["send"]["wqes"] if "send" in total["wqes"] and len(total["wqes"]) == 1
            else sum(one["wqes"] for one in total["wqes"].values()),
            "taken": total["receives"]["taken"], "flushed": total["receives"]["flushed"],
            "cqes": sum(one["cqes"] for one in said["completion_queues"]),
            "doorbells": total["doorbells"]["found"], "blueflame": total["doorbells"]["found_blueflame"],
            "blueflame_bytes": total["doorbells"]["found_blueflame_bytes"],
            "events": sum(one["events"] for one in said["completion_queues"])}
        found = {key: count[key] for key in expected}
        if found != expected:
            sys.exit(f"{name}: the recording has {found}, and --count says {expected}")
    captured = collections.defaultdict(list)
    for line in (scratch / "wqes").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        captured[one["pid"]].append((one["qpn"], one["wqe_index"], one["bytes"]))
    if {pid: list_ for pid, list_ in captured.items() if list_} != {pid: list_ for pid, list_ in wqes.items() if list_}:
        sys.exit(f"{name}: the recording has other WQEs than --capture")
    return sum(len(one) for one in captured.values())


def check_decode(name, recording):
    """verbatim-decode reads as many records, and the life of a queue pair in order."""
    kinds = [kind for kind, _, _ in records(recording)]
    done = run([DECODE, "--json", recording])
    found = json.loads(done.stdout)
    if done.returncode or collections.Counter(one["kind"] for one in found) != collections.Counter(kinds):
        sys.exit(f"{name}: verbatim-decode ended with {done.returncode} and found {len(found)} of {len(kinds)}\n{done.stderr}")
    qpn = next(one["qpn"] for one in found if one["kind"] == "queue_pair_created")
    life = run([DECODE, "--qp", hex(qpn), recording]).stdout.splitlines()
    if f"QP {qpn:#x} created" not in life[0] or not any(f"QP {qpn:#x} destroyed" in line for line in life):
        sys.exit(f"{name}: the life of {qpn:#x} begins with {life[:2]} and ends with {life[-2:]}")
    return found


def replay(name, words, scratch, recording=None):
    """Runs one end again."""
    return run([LAUNCHER, "--fabric", scratch.name + "-again", "--replay", recording or scratch / "recording", *words])


def check_replay(name, done):
    if done.returncode or "--replay:" in done.stderr:
        sys.exit(f"{name}: replayed, it ended with {done.returncode}\n{done.stdout}{done.stderr}")
    if "invalid data" in done.stdout + done.stderr:
        sys.exit(f"{name}: replayed, it got wrong data\n{done.stdout}{done.stderr}")


def others(layer):
    for name, words in {**FEW, **(MANY if ALL else {})}.items():
        # libmlx5 chooses the UDP source port in the address vector by chance.
        if name == "DC" and layer == "ethernet":
            continue
        with tempfile.TemporaryDirectory(prefix="recording-") as directory:
            scratch = pathlib.Path(directory)
            port, relay = record_pair(name, words, layer, scratch)
            count = check_counts(name, scratch)
            check_decode(name, scratch / "recording")
            helper = threading.Thread(target=stand_in, args=(port, [bytes(one["client"]) for one in relay.sent]), daemon=True)
            helper.start()
            check_replay(f"{name}, server", replay(name, fill(words, port), scratch))
            listener = socket.create_server(("127.0.0.1", relay.port))
            texts = [bytes(one["server"]) for one in relay.sent]
            threading.Thread(target=stand_in_server, args=(listener, texts), daemon=True).start()
            check_replay(f"{name}, client", replay(name, [*fill(words, relay.port), "127.0.0.1"], scratch))
            print(f"{name}, {layer}: {count} WQEs, both ends replayed alone", flush=True)


def expect(what, done, status, *texts):
    for text in texts:
        if text not in done.stderr:
            sys.exit(f"{what}: {text!r} is not in what it said:\n{done.stdout}{done.stderr}")
    if done.returncode != status:
        sys.exit(f"{what}: it ended with {done.returncode}\n{done.stdout}{done.stderr}")


def own(layer):
    with tempfile.TemporaryDirectory(prefix="recording-") as directory:
        scratch = pathlib.Path(directory)
        recording = scratch / "recording"
        first = run([LAUNCHER, "--fabric", scratch.name, "--link-layer", layer, "--record", recording, BOTH_ENDS, "all"])
        # The program violates a key; that is all that is said.
        if first.returncode or "the state is 6" not in first.stdout or first.stderr.count("\n") != 1:
            sys.exit(f"both ends: {first.returncode}\n{first.stdout}{first.stderr}")
        again = replay("both ends", [BOTH_ENDS, "all"], scratch)
        if (again.returncode, again.stdout, again.stderr) != (0, first.stdout, first.stderr):
            sys.exit(f"both ends: first\n{first.stdout}{first.stderr}and in the replay\n{again.stdout}{again.stderr}")
        found = check_decode("both ends", recording)
        if not any(one["kind"] == "finding" for one in found):
            sys.exit("both ends: the complaint about the key is not in the recording")
        check_choices(recording, next(hex(one["qpn"]) for one in found if one["kind"] == "queue_pair_created"))
        process = str(found[0]["process"])
        # Another program, and other options than the command line of the recording.
        options = ["--replay", recording, "--replay-process", process]
        other = run([LAUNCHER, "--fabric", scratch.name + "-other", *options, BOTH_ENDS, "changed"])
        expect("changed", other, 0, "send WQE 0 of QP", "This is the first difference from the recording; the replay goes on")
        expect("stops early", run([LAUNCHER, "--fabric", scratch.name + "-other", *options, BOTH_ENDS, "waits"]), 0,
               "the program ends, and in the recording comes")
        expect("another program", run([LAUNCHER, "--fabric", scratch.name + "-other", *options, "ibv_devinfo", "-v"]), 0,
               "the program calls", "The replay ends here")
        expect("no such process", run([LAUNCHER, "--fabric", scratch.name, "--replay", recording, "ibv_devinfo"]), 1,
               "it has no process with the command line ibv_devinfo")
        check_bad_files(scratch, recording, [BOTH_ENDS, "all"])
        print(f"both ends, {layer}: replayed, differences told", flush=True)


def check_choices(recording, qpn):
    """The options of verbatim-decode that choose from a recording."""
    pages = run([DECODE, "--qp", qpn, "--fields", recording]).stdout
    if not all(word in pages for word in ("raddr_seg", "err_cqe", "remote_access_err", "RTS to ERR, by the device")):
        sys.exit(f"the life of {qpn}:\n{pages}")
    all_times = [float(line.split()[0]) for line in run([DECODE, recording]).stdout.splitlines()]
    middle = all_times[len(all_times) // 2]
    halves = [run([DECODE, *words, recording]).stdout.count("\n") for words in (["--to", middle], ["--from", middle + 1e-9])]
    if sum(halves) != len(all_times) or 0 in halves or all_times != sorted(all_times):
        sys.exit(f"{len(all_times)} lines, in halves {halves}")
    expect("too late", run([DECODE, "--from", 100000, recording]), 1, "the recording has no such record")
    expect("no number", run([DECODE, "--qp", "RC", recording]), 2, "RC is no number")
    expect("no recording", run([DECODE, "--qp", "1", "00000000", "93005204"]), 2, "is for recordings")


def cut_off_at(data, wanted):
    """The bytes up to the middle of the record at this place. Between two records nothing would be missing."""
    begin = 16
    while begin + (length := struct.unpack_from("<I", data, begin)[0]) <= wanted:
        begin += length
    return data[:begin + length // 2]


def check_bad_files(scratch, recording, words):
    data = recording.read_bytes()
    bad = scratch / "bad"
    launch = [LAUNCHER, "--fabric", scratch.name + "-bad"]
    for text, why in ((b"", "the file is empty"), (b"garbage of some length", "no recording"), (data[:12], "cut off"),
                      (MAGIC + b"\2\0\0\0" + struct.pack("<I", zlib.crc32(MAGIC + b"\2\0\0\0")), "version 2.0")):
        bad.write_bytes(text)
        expect(why, run([*launch, "--replay", bad, *words]), 2, why)
        expect(why, run([DECODE, bad]), 1 if not text.startswith(MAGIC) else 2)
    if "exclude each other" not in run([*launch, "--replay", recording, "--record", bad, *words]).stderr:
        sys.exit("--record and --replay go together")
    for part in (0.3, 0.6, 0.9) if ALL else (0.6,):
        bad.write_bytes(cut_off_at(data, len(data) * part))
        expect("cut off, decoded", run([DECODE, bad]), 3, "the recording is cut off")
        # The program gets flushed completions in place of what the recording has lost.
        done = run([*launch, "--replay", bad, *words])
        if "cut off" not in done.stderr or not 0 <= done.returncode <= 1:
            sys.exit(f"cut off at {part}: {done.returncode}\n{done.stdout}{done.stderr}")


def two_processes(layer):
    """Both ends are programs of ours, and each is replayed without the other."""
    with tempfile.TemporaryDirectory(prefix="recording-") as directory:
        scratch = pathlib.Path(directory)
        command = [LAUNCHER, "--fabric", scratch.name, "--link-layer", layer, "--record", str(scratch / "recording"), BOTH_ENDS, "one"]
        pair = [subprocess.Popen([*command, end], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for end in ("left", "right")]
        addresses = [one.stderr.readline() for one in pair]
        said = []
        for one, address in zip(pair, reversed(addresses)):
            one.stdin.write(address)
            one.stdin.flush()
        for one in pair:
            said.append(one.communicate(timeout=SECONDS)[0])
        for end, peer, text in zip(("left", "right"), reversed(addresses), said):
            done = run([LAUNCHER, "--fabric", scratch.name + end, "--replay", scratch / "recording", BOTH_ENDS, "one", end], input=peer)
            if done.returncode or done.stdout != text or "received: the time is" not in text or "--replay" in done.stderr:
                sys.exit(f"{end} alone: first\n{text}and in the replay ({done.returncode})\n{done.stdout}{done.stderr}")
        print(f"two processes, {layer}: each replayed alone", flush=True)


def ucx(layer):
    """UCX takes its way by the time, so it is recorded only."""
    with tempfile.TemporaryDirectory(prefix="recording-") as directory:
        scratch = pathlib.Path(directory)
        environment = {**os.environ, "UCX_NET_DEVICES": "mlx5_0:1", "UCX_TLS": "rc_x", "UCX_IB_MLX5_DEVX": "n",
                       "UCX_IB_GID_INDEX": "3" if layer == "ethernet" else "0", "UCX_WARN_UNUSED_ENV_VARS": "n"}
        port = free_port()
        command = [LAUNCHER, "--fabric", scratch.name, "--link-layer", layer, "--record", str(scratch / "recording"),
                   "--count", str(scratch / "counts"), "--capture", str(scratch / "wqes"), "ucx_perftest", "-p", str(port)]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            connected_later(port)
            client = run([*command, "localhost", "-t", "tag_lat", "-n", "100", "-w", "10"], env=environment)
            server.wait(SECONDS)
        finally:
            server.kill()
        if client.returncode or server.returncode:
            sys.exit(f"UCX: {client.returncode} and {server.returncode}\n{client.stdout}{client.stderr}")
        count = check_counts("UCX", scratch)
        check_decode("UCX", scratch / "recording")
        print(f"UCX, {layer}: {count} WQEs", flush=True)


def full_disk():
    """A disk without room: told once, the program goes on, the recording ends with a whole record."""
    with tempfile.TemporaryDirectory(prefix="recording-") as directory:
        scratch = pathlib.Path(directory)
        disk = scratch / "disk"
        disk.mkdir()
        mounted = f"mount -t tmpfs -o size=16k none {disk} && "
        if run(["unshare", "-rm", "sh", "-c", mounted + "true"]).returncode:
            print("a full disk: this user may not mount a file system")
            return
        copies = f'"$@"; ended=$?; cp {disk}/recording {scratch}/recording; exit $ended'
        done = run(["unshare", "-rm", "sh", "-c", mounted + copies, "sh", LAUNCHER, "--fabric", scratch.name, "--record",
                    disk / "recording", BOTH_ENDS, "all"])
        if done.returncode or done.stderr.count("--record:") != 1 or "No space left on device" not in done.stderr:
            sys.exit(f"a full disk: {done.returncode}\n{done.stdout}{done.stderr}")
        count = len(list(records(scratch / "recording")))
        if f"the recording ends behind {count} records of this process" not in done.stderr:
            sys.exit(f"a full disk: the recording has {count} records\n{done.stderr}")
        print(f"a full disk: {count} records")


def main():
    for layer in LAYERS:
        own(layer)
        two_processes(layer)
    if shutil.which("ibv_rc_pingpong") and (not ALL or shutil.which("ib_atomic_bw")):
        for layer in LAYERS:
            others(layer)
    if ALL and shutil.which("ucx_perftest"):
        for layer in LAYERS:
            ucx(layer)
    full_disk()
    return 0


if __name__ == "__main__":
    sys.exit(main())
