"""Runs a program that others wrote, unmodified, on the emulator: programs.py LAUNCHER CASE.

A case passes if every process of it exits with 0, the last one (the client) says what it should, the emulator
complains of nothing, and every ring of the loop has wrapped ten times. The queues are as short as the program makes
them, so that this takes few iterations."""
import dataclasses
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import rings

SKIP = 77
ETHERNET = ["--link-layer", "ethernet"]


@dataclasses.dataclass
class Case:
    # The commands of the processes; {port} is a free TCP port. Two commands are a server and a client.
    commands: list
    expected: str
    # Options of the emulator.
    options: list = dataclasses.field(default_factory=list)
    # Iterations of the loop; 0 if there is none. One send in `moderation` completes.
    iterations: int = 0
    moderation: int = 1
    # Kinds of rings that cannot wrap, and with "receive" the completions of their process.
    excused: tuple = ()
    environment: dict = dataclasses.field(default_factory=dict)
    # A pattern of complaints of the emulator that are right.
    tolerated: str = ""
    # A loop that runs for {seconds} runs again, for longer, until its rings have wrapped.
    seconds: tuple = (0,)
    # The most runs until the case passes; more than one only if the program itself can get stuck.
    attempts: int = 1


def server_and_client(*command):
    """A program that is told the server's address by the client."""
    return [[*command], [*command, "127.0.0.1"]]


def pingpong(tool, *words, options=(), iterations=200):
    size = 2048 if "_ud_" in tool else 8192
    return Case(server_and_client(tool, "-p{port}", "-c", "-n", str(iterations), *words),
                rf"{size * iterations} bytes in .* seconds", list(options), iterations)


def perftest(tool, *words, size=2, queues=1, iterations=200, options=(), excused=(), least=r"[1-9]"):
    """Latency tests have one operation at a time, bandwidth tests eight, of which every second completes.

    -F: perftest measures the frequency of the processor, and reports nothing if that fails on a busy machine."""
    bandwidth = tool.endswith("_bw")
    depth = ["-t", "8", "-Q", "2"] if bandwidth else []
    if bandwidth:
        iterations = 400
    expected = (rf"{size}\s+{queues * iterations}\s+\S+\s+{least}" if bandwidth else rf"{size}\s+{iterations}\s+\d")
    queue_words = ["-q", str(queues)] if queues > 1 else []
    return Case(server_and_client(tool, "-F", "-p{port}", "-n", str(iterations), *depth, *queue_words, *words),
                expected, list(options), iterations, 2 if bandwidth else 1, excused)


# qperf deregisters its memory after it has given back the protection domain, which the driver refuses.
QPERF_CLOSES = r"protection domain \w+ is used by 1 other object"


def qperf(test, *words, expected, seconds=(0,), excused=()):
    """qperf counts its messages in some tests, and runs others for a time."""
    return Case([["qperf", "-lp", "{port}"], ["qperf", "127.0.0.1", "-lp", "{port}", *words, test, "quit"]],
                expected + r"\s+=\s+\d", [], 1000, excused=excused, tolerated=QPERF_CLOSES, seconds=seconds)


def fi_pingpong(*words, options):
    """libfabric's reliable datagrams over those of verbs, with the shortest queues that it makes.

    A client that is done does not send lost acknowledgments again, and its server then waits for ever."""
    command = ["fi_pingpong", "-p", "verbs;ofi_rxd", "-e", "rdm", "-I", "600", "-c", *words]
    return Case([[*command, "-B", "{port}"], [*command, "-P", "{port}", "127.0.0.1"]], r"\s600\s+=600\s", list(options), 600,
                environment={"FI_VERBS_TX_SIZE": "16", "FI_VERBS_RX_SIZE": "16"}, attempts=3)


def judges():
    """The cases of both link layers, by name, and of the ports' GIDs that they use there."""
    for layer, options, gid in (("", [], None), (" roce", ETHERNET, "3")):
        path = ["-g", gid] if gid else []
        for kind in ("rc", "uc", "ud"):
            for events in ([], ["-e"]):
                yield (f"ibv_{kind}_pingpong{' events' if events else ''}{layer}",
                       pingpong(f"ibv_{kind}_pingpong", "-r", "8", *events, *path, options=options))
        for events in ([], ["-e"]):
            yield (f"ibv_srq_pingpong{' events' if events else ''}{layer}",
                   pingpong("ibv_srq_pingpong", "-r", "4", "-q", "2", *events, *path, options=options, iterations=400))
        path = ["-x", gid] if gid else []

        def case(tool, *words, **more):
            return perftest(tool, *words, *path, options=options, **more)

        big = {"size": 65536}
        receives = ["-r", "4"]
        yield f"ib_write_bw{layer}", case("ib_write_bw", **big)
        yield f"ib_write_bw inline{layer}", case("ib_write_bw", "-s64", "-I64", size=64, least=r"\d")
        yield f"ib_write_bw both ways{layer}", case("ib_write_bw", "-b", **big)
        yield f"ib_write_bw uc{layer}", case("ib_write_bw", "-cUC", **big)
        yield f"ib_write_bw many queues{layer}", case("ib_write_bw", queues=8, **big)
        yield f"ib_write_lat{layer}", case("ib_write_lat")
        yield f"ib_read_bw{layer}", case("ib_read_bw", **big)
        yield f"ib_read_lat{layer}", case("ib_read_lat")
        yield f"ib_send_lat{layer}", case("ib_send_lat", *receives)
        yield f"ib_send_lat events{layer}", case("ib_send_lat", "-e", *receives)
        yield f"ib_send_bw{layer}", case("ib_send_bw", "-r8", **big)
        yield f"ib_send_bw srq{layer}", case("ib_send_bw", "-r8", "--use-srq", **big)
        yield f"ib_atomic_lat{layer}", case("ib_atomic_lat", size=8)
        yield f"ib_atomic_lat compare-and-swap{layer}", case("ib_atomic_lat", "-A", "CMP_AND_SWAP", size=8)
        yield f"ib_atomic_bw{layer}", case("ib_atomic_bw", size=8, least=r"\d")
        yield f"ib_send_lat ud{layer}", case("ib_send_lat", "-cUD", *receives)
        yield f"ib_send_lat ud inline{layer}", case("ib_send_lat", "-cUD", "-I64", "-s64", *receives, size=64)
        # No more datagrams than receives, because nothing holds the client back.
        lone = {"size": 4096, "excused": ("receive",)}
        yield f"ib_send_bw ud{layer}", case("ib_send_bw", "-cUD", "-r512", **lone)
        yield f"ib_send_bw ud srq{layer}", case("ib_send_bw", "-cUD", "--use-srq", "-r512", **lone)
        yield f"ib_write_bw dc{layer}", case("ib_write_bw", "-cDC", queues=4, **big)
        yield f"ib_write_bw streams dc{layer}", case("ib_write_bw", "-cDC", "--log_dci_streams=2", **big)
        yield f"ib_send_bw dc{layer}", case("ib_send_bw", "-cDC", "-r8", **big)
        # Streams that wait for receives overtake each other, and libmlx5 then takes a ring for full that is not.
        yield (f"ib_send_bw streams dc{layer}",
               case("ib_send_bw", "-cDC", "--log_dci_streams=2", "-r512", excused=("receive",), **big))
        yield f"ib_send_lat dc{layer}", case("ib_send_lat", "-cDC", *receives)
        yield f"ib_read_lat dc{layer}", case("ib_read_lat", "-cDC")
        yield f"ib_atomic_lat dc{layer}", case("ib_atomic_lat", "-cDC", size=8)
        yield f"ib_send_lat xrc{layer}", case("ib_send_lat", "-cXRC", *receives)
        yield f"ib_send_bw xrc{layer}", case("ib_send_bw", "-cXRC", "-r8", **big)
        yield f"ib_write_bw xrc{layer}", case("ib_write_bw", "-cXRC", **big)
        yield f"ib_read_bw xrc{layer}", case("ib_read_bw", "-cXRC", **big)
        yield f"ib_atomic_bw xrc{layer}", case("ib_atomic_bw", "-cXRC", size=8, least=r"\d")
        yield f"fi_pingpong{layer}", fi_pingpong("-S", "64", options=options)
        yield f"fi_pingpong tagged{layer}", fi_pingpong("-S", "64", "-m", "tagged", options=options)
    # qperf knows no GIDs, so it has no RoCE. Its loop of 41000 messages goes ten times through a ring of 1024 WQEs.
    counted = ["-m", "64", "-n", "41000"]
    yield "qperf rc_bw", qperf("rc_bw", *counted, expected="bw")
    timed = {"seconds": (2, 8, 32)}
    # Unreliable messages get lost when the receiver is slow, so nobody may count on them.
    for kind in ("uc", "ud"):
        yield f"qperf {kind}_bw", qperf(f"{kind}_bw", "-t", "{seconds}", "-m", "64", expected="recv_bw", excused=("receive",), **timed)
    for kind in ("rc", "uc", "ud"):
        yield f"qperf {kind}_lat", qperf(f"{kind}_lat", "-t", "{seconds}", expected="latency", **timed)
    for test in ("rc_rdma_write_lat", "rc_rdma_read_lat"):
        yield f"qperf {test}", qperf(test, "-t", "{seconds}", expected="latency", **timed)
    for test in ("rc_rdma_write_bw", "rc_rdma_read_bw", "rc_bi_bw"):
        yield f"qperf {test}", qperf(test, "-t", "{seconds}", "-m", "64", expected="bw", **timed)
    for test in ("rc_compare_swap_mr", "rc_fetch_add_mr"):
        yield f"qperf {test}", qperf(test, "-t", "{seconds}", expected="msg_rate", **timed)
    for name, gid, options in (("grh", "0", []), ("roce v1", "0", ETHERNET), ("roce v2", "1", ETHERNET)):
        yield f"ibv_ud_pingpong {name}", pingpong("ibv_ud_pingpong", "-r", "8", "-g", gid, options=options)
        if options:
            yield f"ibv_rc_pingpong {name}", pingpong("ibv_rc_pingpong", "-r", "8", "-g", gid, options=options)
    yield ("ibv_rc_pingpong second device and port",
           pingpong("ibv_rc_pingpong", "-r", "8", "-d", "mlx5_1", "-i", "2", "-g", "1",
                    options=[*ETHERNET, "--devices", "2", "--ports", "2"]))
    for events in ([], ["-e"]):
        # The program makes its send rings as long as its loop.
        yield (f"ibv_xsrq_pingpong{' events' if events else ''}",
               Case(server_and_client("ibv_xsrq_pingpong", "-p{port}", "-n", "100", *events), "success", [], 100,
                    excused=("send",)))
    # Without a connection out of band: each side takes the other's MAC address as an option. No more frames
    # than receives, because nothing holds the client back.
    ours, theirs = "02:00:00:00:00:01", "02:00:00:00:00:02"
    for tool, words, expected, excused in (
            ("raw_ethernet_lat", ["-r", "8"], r"64\s+300\s+\d", ()),
            ("raw_ethernet_bw", ["-t", "4", "-Q", "2"], r"64\s+300\s+\S+\s+[0-9.]+", ("receive",))):
        common = ["-n", "300", "-s", "64", *words]
        yield tool, Case([[tool, "--server", "-B", ours, "-E", theirs, *common],
                          [tool, "--client", "-B", theirs, "-E", ours, *common]], expected, ETHERNET, 300,
                         2 if tool.endswith("bw") else 1, excused)


CASES = {
    "ibv_devices": Case([["ibv_devices"]], r"mlx5_0"),
    "ibv_devinfo": Case([["ibv_devinfo", "-v"]],
                        r"(?s)hca_id:\s+mlx5_0.*max_qp:.*state:\s+PORT_ACTIVE.*link_layer:\s+InfiniBand"),
    "ibv_devinfo roce": Case(
        [["ibv_devinfo", "-v"]],
        r"(?s)hca_id:\s+mlx5_1.*port:\s+2.*link_layer:\s+Ethernet.*RoCE v2.*::ffff:127.0.0.4, RoCE v2",
        [*ETHERNET, "--devices", "2", "--ports", "2"]),
} | dict(judges())


def free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def listening(port):
    entries = pathlib.Path("/proc/net/tcp").read_text() + pathlib.Path("/proc/net/tcp6").read_text()
    return re.search(rf":{port:04X} [0-9A-F:]+ 0A ", entries)


def run_case(launcher, commands, expected, options, scratch, environment=None, tolerated="", seconds=0):
    """Runs the processes of a case in that directory; returns what is wrong, or nothing."""
    port = free_port()
    environment = os.environ | (environment or {})
    processes = []
    for i, command in enumerate(commands):
        output, errors = open(f"{scratch}/{i}.out", "w+"), open(f"{scratch}/{i}.err", "w+")
        words = [launcher, "--fabric", f"test-{port}", *options,
                 *(word.format(port=port, seconds=seconds) for word in command)]
        process = subprocess.Popen(words, stdout=output, stderr=errors, stdin=subprocess.DEVNULL, env=environment)
        processes.append((process, output, errors))
        if command[0].startswith("raw_ethernet") and i == 0:
            # Frames that come before the server's receives are lost, and nothing shows the time at which
            # those are posted.
            time.sleep(4)
        elif i + 1 < len(commands):
            deadline = time.monotonic() + 20
            while not listening(port) and processes[0][0].poll() is None and time.monotonic() < deadline:
                time.sleep(0.02)
    failed = ""
    for (process, output, errors), command in reversed(list(zip(processes, commands))):
        try:
            # The other side may wait for ever if one side has failed.
            status = process.wait(timeout=5 if any(p.poll() for p, _, _ in processes) else 60)
        except subprocess.TimeoutExpired:
            for other, _, _ in processes:
                other.kill()
            status = "a time-out"
        output.seek(0), errors.seek(0)
        said, complained = output.read(), errors.read()
        output.close(), errors.close()
        client = command is commands[-1]
        complaints = [line for line in complained.splitlines()
                      if "verbatim-emulator:" in line and not (tolerated and re.search(tolerated, line))]
        wrong = status != 0 or complaints or client and not re.search(expected, said)
        if wrong:
            failed += f"{' '.join(command)}: ended with {status}; expected {expected!r}\n{said}\n{complained}\n"
    return failed


def unwrapped(case, file):
    """The rings of the loop that have not wrapped often enough."""
    looped = rings.read(file)
    if "receive" in case.excused:
        receivers = {ring["pid"] for ring in looped if "receive" in ring["ring"]}
        looped = [ring for ring in looped if ring["pid"] not in receivers]
    looped = [ring for ring in looped if ring["ring"] not in case.excused]
    kinds = ("shared receive", "completion") if "send" in case.excused else ("send", "completion")
    return rings.short(looped, case.iterations, case.moderation, kinds)


def main(launcher, name):
    case = CASES[name]
    if not shutil.which(case.commands[0][0]):
        print(f"{case.commands[0][0]} is not installed")
        return SKIP
    for _ in range(case.attempts):
        wrong = run_until_wrapped(launcher, case)
        if not wrong:
            break
        print(wrong)
    return wrong != ""


def run_until_wrapped(launcher, case):
    """Runs the case for each of its times until its rings have wrapped; returns what is wrong, or nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        for seconds in case.seconds:
            file = f"{scratch}/rings-{seconds}"
            wrong = run_case(launcher, case.commands, case.expected, [*case.options, "--rings", file], scratch,
                             case.environment, case.tolerated, seconds)
            if wrong or not case.iterations:
                return wrong
            wrong = "\n".join(unwrapped(case, file))
            if not wrong:
                return ""
    return wrong


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
    else:
        sys.exit(main(*sys.argv[1:]))
