"""Runs a program that others wrote, unmodified, on the emulator: programs.py LAUNCHER CASE.

A case passes if every process of it exits with 0, the last one (the client) says what it should, and the emulator
complains of nothing."""
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SKIP = 77

# What each process runs; {port} is a free TCP port. Two commands are a server and a client. A third part of a case
# are options of the emulator.
PINGPONG = r"8192000 bytes in .* seconds"
CASES = {
    "ibv_devices": ([["ibv_devices"]], r"mlx5_0"),
    "ibv_devinfo": ([["ibv_devinfo", "-v"]], r"(?s)hca_id:\s+mlx5_0.*max_qp:.*state:\s+PORT_ACTIVE.*link_layer:\s+InfiniBand"),
    "ib_write_bw": ([["ib_write_bw", "-p{port}", "-n", "1000"], ["ib_write_bw", "-p{port}", "-n", "1000", "127.0.0.1"]],
                    r"65536\s+1000\s+\S+\s+[1-9]"),
    "ib_write_bw inline": ([["ib_write_bw", "-p{port}", "-s64", "-I64", "-n", "1000"],
                            ["ib_write_bw", "-p{port}", "-s64", "-I64", "-n", "1000", "127.0.0.1"]], r"64\s+1000\s+\d"),
    "ib_write_bw both ways": ([["ib_write_bw", "-p{port}", "-b", "-n", "500"],
                               ["ib_write_bw", "-p{port}", "-b", "-n", "500", "127.0.0.1"]], r"65536\s+500\s+\S+\s+[1-9]"),
    "ib_write_bw uc": ([["ib_write_bw", "-p{port}", "-cUC", "-n", "1000"],
                        ["ib_write_bw", "-p{port}", "-cUC", "-n", "1000", "127.0.0.1"]], r"65536\s+1000\s+\S+\s+[1-9]"),
    "ib_write_bw many queues": ([["ib_write_bw", "-p{port}", "-q8", "-n", "200"],
                                 ["ib_write_bw", "-p{port}", "-q8", "-n", "200", "127.0.0.1"]], r"65536\s+1600\s+\S+\s+[1-9]"),
    "ib_read_bw": ([["ib_read_bw", "-p{port}", "-n", "500"], ["ib_read_bw", "-p{port}", "-n", "500", "127.0.0.1"]],
                   r"65536\s+500\s+\S+\s+[1-9]"),
    "ib_send_lat": ([["ib_send_lat", "-p{port}", "-n", "500"], ["ib_send_lat", "-p{port}", "-n", "500", "127.0.0.1"]],
                    r"2\s+500\s+\d"),
    "ib_send_lat events": ([["ib_send_lat", "-p{port}", "-e", "-n", "500"],
                            ["ib_send_lat", "-p{port}", "-e", "-n", "500", "127.0.0.1"]], r"2\s+500\s+\d"),
    "ib_send_bw srq": ([["ib_send_bw", "-p{port}", "-r64", "--use-srq", "-n", "500"],
                        ["ib_send_bw", "-p{port}", "-r64", "--use-srq", "-n", "500", "127.0.0.1"]], r"65536\s+500\s+\S+\s+[1-9]"),
    "ib_atomic_lat": ([["ib_atomic_lat", "-p{port}", "-n", "500"],
                       ["ib_atomic_lat", "-p{port}", "-n", "500", "127.0.0.1"]], r"8\s+500\s+\d"),
    "ib_atomic_lat compare-and-swap": ([["ib_atomic_lat", "-p{port}", "-A", "CMP_AND_SWAP", "-n", "500"],
                                        ["ib_atomic_lat", "-p{port}", "-A", "CMP_AND_SWAP", "-n", "500", "127.0.0.1"]],
                                       r"8\s+500\s+\d"),
}


def server_and_client(*command):
    """A program that is told the server's address by the client."""
    return [[*command], [*command, "127.0.0.1"]]


CASES.update({
    "ib_send_lat ud": (server_and_client("ib_send_lat", "-p{port}", "-cUD", "-n", "500"), r"2\s+500\s+\d"),
    "ib_send_lat ud inline": (server_and_client("ib_send_lat", "-p{port}", "-cUD", "-I64", "-s64", "-n", "500"),
                              r"64\s+500\s+\d"),
    "ib_send_bw ud": (server_and_client("ib_send_bw", "-p{port}", "-cUD", "-n", "1000"), r"4096\s+1000\s+\S+\s+[1-9]"),
})
ROCE = ["--link-layer", "ethernet"]
DATAGRAMS = r"2048000 bytes in .* seconds"
for name, gid, options in (("", None, []), (" grh", 0, []), (" roce v1", 0, ROCE), (" roce v2", 1, ROCE),
                           (" roce v2 ipv4", 3, ROCE)):
    path = ["-g", str(gid)] if gid is not None else []
    CASES[f"ibv_ud_pingpong{name}"] = (server_and_client("ibv_ud_pingpong", "-p{port}", "-c", *path), DATAGRAMS, options)
    if options:
        CASES[f"ibv_rc_pingpong{name}"] = (server_and_client("ibv_rc_pingpong", "-p{port}", "-c", *path), PINGPONG, options)
CASES["ibv_ud_pingpong events"] = (server_and_client("ibv_ud_pingpong", "-p{port}", "-c", "-e"), DATAGRAMS)
CASES["ibv_rc_pingpong second device and port"] = (
    server_and_client("ibv_rc_pingpong", "-p{port}", "-c", "-d", "mlx5_1", "-i", "2", "-g", "1"), PINGPONG,
    [*ROCE, "--devices", "2", "--ports", "2"])
CASES["ib_send_lat ud roce"] = (server_and_client("ib_send_lat", "-p{port}", "-cUD", "-x", "3", "-n", "500"),
                                r"2\s+500\s+\d", ROCE)
CASES["ib_write_bw roce"] = (server_and_client("ib_write_bw", "-p{port}", "-x", "3", "-n", "500"),
                             r"65536\s+500\s+\S+\s+[1-9]", ROCE)
CASES["ibv_devinfo roce"] = ([["ibv_devinfo", "-v"]],
                             r"(?s)hca_id:\s+mlx5_1.*port:\s+2.*link_layer:\s+Ethernet.*RoCE v2.*::ffff:127.0.0.4, RoCE v2",
                             [*ROCE, "--devices", "2", "--ports", "2"])
for test, words, expected in (
        ("ib_write_bw", ["-n", "500", "-q4"], r"65536\s+2000\s+\S+\s+[1-9]"),
        ("ib_write_bw streams", ["-n", "500", "--log_dci_streams=2"], r"65536\s+500\s+\S+\s+[1-9]"),
        ("ib_send_bw", ["-n", "500"], r"65536\s+500\s+\S+\s+[1-9]"),
        ("ib_send_bw streams", ["-n", "500", "--log_dci_streams=2"], r"65536\s+500\s+\S+\s+[1-9]"),
        ("ib_send_lat", ["-n", "300"], r"2\s+300\s+\d"),
        ("ib_read_lat", ["-n", "300"], r"2\s+300\s+\d"),
        ("ib_atomic_lat", ["-n", "300"], r"8\s+300\s+\d")):
    CASES[f"{test} dc"] = (server_and_client(test.split()[0], "-p{port}", "-cDC", *words), expected)
for tool, bytes_and_count in (("ib_send_lat", r"2\s+500\s+\d"), ("ib_write_bw", r"65536\s+500\s+\S+\s+[1-9]"),
                              ("ib_read_bw", r"65536\s+500\s+\S+\s+[1-9]"), ("ib_atomic_bw", r"8\s+500\s+\S+\s+\d")):
    CASES[f"{tool} xrc"] = (server_and_client(tool, "-p{port}", "-cXRC", "-n", "500"), bytes_and_count)
CASES["ib_send_bw xrc roce"] = (server_and_client("ib_send_bw", "-p{port}", "-cXRC", "-x", "1", "-n", "500"),
                                r"65536\s+500\s+\S+\s+[1-9]", ROCE)
CASES["ib_send_bw ud srq"] = (server_and_client("ib_send_bw", "-p{port}", "-cUD", "--use-srq", "-n", "500"),
                              r"4096\s+500\s+\S+\s+[1-9]")
for events in ([], ["-e"]):
    CASES["ibv_xsrq_pingpong" + (" events" if events else "")] = (
        server_and_client("ibv_xsrq_pingpong", "-p{port}", *events), "success")
# Without a connection out of band: each side is told the other's MAC address. No more frames than receives, because nothing
# holds the client back.
for tool, expected in (("raw_ethernet_lat", r"64\s+300\s+\d"), ("raw_ethernet_bw", r"64\s+300\s+\S+\s+[0-9.]+")):
    ours, theirs = "02:00:00:00:00:01", "02:00:00:00:00:02"
    CASES[tool] = ([[tool, "--server", "-B", ours, "-E", theirs, "-n", "300", "-s", "64"],
                    [tool, "--client", "-B", theirs, "-E", ours, "-n", "300", "-s", "64"]], expected, ROCE)
for kind in ("rc", "uc", "srq"):
    for events in ("", " events"):
        command = [f"ibv_{kind}_pingpong", "-p{port}", "-c"] + (["-e"] if events else [])
        CASES[f"ibv_{kind}_pingpong{events}"] = ([command, [*command, "127.0.0.1"]], PINGPONG)


def free_port():
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def listening(port):
    entries = open("/proc/net/tcp").read() + open("/proc/net/tcp6").read()
    return re.search(rf":{port:04X} [0-9A-F:]+ 0A ", entries)


def main(launcher, case):
    commands, expected, *options = CASES[case]
    options = options[0] if options else []
    if not shutil.which(commands[0][0]):
        print(f"{commands[0][0]} is not installed")
        return SKIP
    port = free_port()
    with tempfile.TemporaryDirectory() as scratch:
        processes = []
        for i, command in enumerate(commands):
            output, errors = open(f"{scratch}/{i}.out", "w+"), open(f"{scratch}/{i}.err", "w+")
            words = [launcher, "--fabric", f"test-{port}", *options, *(word.format(port=port) for word in command)]
            processes.append((subprocess.Popen(words, stdout=output, stderr=errors, stdin=subprocess.DEVNULL), output, errors))
            if command[0].startswith("raw_ethernet") and i == 0:
                # Frames that come before the server's receives are lost, and nothing tells when those are posted.
                time.sleep(4)
            elif i + 1 < len(commands):
                deadline = time.monotonic() + 20
                while not listening(port) and processes[0][0].poll() is None and time.monotonic() < deadline:
                    time.sleep(0.02)
        failed = False
        for (process, output, errors), command in reversed(list(zip(processes, commands))):
            try:
                # Where one side has failed the other may wait for ever.
                status = process.wait(timeout=5 if any(p.poll() for p, _, _ in processes) else 60)
            except subprocess.TimeoutExpired:
                for other, _, _ in processes:
                    other.kill()
                status = "a time-out"
            output.seek(0), errors.seek(0)
            said, complained = output.read(), errors.read()
            client = command is commands[-1]
            wrong = status != 0 or "verbatim-emulator:" in complained or client and not re.search(expected, said)
            if wrong:
                failed = True
                print(f"{' '.join(command)}: ended with {status}; expected {expected!r}\n{said}\n{complained}")
        return failed


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
    else:
        sys.exit(main(*sys.argv[1:]))
