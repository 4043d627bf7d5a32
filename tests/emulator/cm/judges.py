"""Runs a program of others that connects by rdma_cm, unmodified, on the emulator: judges.py LAUNCHER CASE.

A case passes if all of its processes exit with 0 (the server may be killed where it serves for ever), each says what it
should, and the emulator complains of nothing. A client is started again while nobody listens yet."""
import dataclasses
import fcntl
import os
import pathlib
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import place

SKIP = 77
SECONDS = 90
ETHERNET = ["--link-layer", "ethernet"]
HERE = "127.0.0.1"
# Words of a client that finds nobody listening: an event REJECTED (8), or UNREACHABLE where datagrams are asked for.
NOBODY = r"REJECTED|[Cc]onnection refused|rejected|UNREACHABLE|unreachable|event: 7|event 8|error 8|status 8|Unexpected CM event"


@dataclasses.dataclass
class Case:
    server: list
    client: list
    # Patterns of what each says.
    served: str = ""
    said: str = ""
    options: list = dataclasses.field(default_factory=list)
    # The server says this when it is ready; without it the client tries until somebody listens.
    ready: str = ""
    # The server goes on after its client has gone, and is ended by this signal.
    ended_by: int = 0
    environment: dict = dataclasses.field(default_factory=dict)
    # Runs in a network namespace of its own, whose interface rdma0 has 10.77.0.1.
    namespace: bool = False
    # A pattern of complaints of the emulator that are right.
    tolerated: str = ""


def judges():
    """The cases of both link layers, by name; {port} is a free port."""
    for layer, options in (("", []), (" roce", ETHERNET)):
        def case(server, client, **more):
            return Case(server.split(), client.split(), options=list(options), **more)

        # The examples of librdmacm.
        yield f"rdma_client{layer}", case("rdma_server -p {port}", f"rdma_client -s {HERE} -p {{port}}",
                                          served="rdma_server: end 0", said="rdma_client: end 0")
        for words in ("-C 20 -V", "-C 20 -v -V -S 4096", "-C 5 -q", "-C 20 -V -S 65535"):
            yield (f"rping {words}{layer}", case(f"rping -s -a {HERE} -p {{port}} {words}", f"rping -c -a {HERE} -p {{port}} {words}"))
        yield (f"rping any address{layer}", case("rping -s -p {port} -C 5 -V", f"rping -c -a {HERE} -p {{port}} -C 5 -V"))
        yield (f"rping source address{layer}", case(f"rping -s -a {HERE} -p {{port}} -C 5 -V",
                                                    f"rping -c -a {HERE} -I {HERE} -p {{port}} -C 5 -V"))
        yield (f"rping debug{layer}", case(f"rping -s -a {HERE} -p {{port}} -C 3 -V -d",
                                           f"rping -c -a {HERE} -p {{port}} -C 3 -V -d", said="RDMA_CM_EVENT_ESTABLISHED|ESTABLISHED"))
        yield (f"rping persistent{layer}", case(f"rping -s -P -a {HERE} -p {{port}} -V",
                                                f"rping -c -a {HERE} -p {{port}} -C 5 -V", ended_by=signal.SIGTERM))
        for words in ("-c 1", "-c 10 -C 20 -S 1000", "-c 5 -t 32 -a 16", "-c 5 -P ib", "-c 5 -m", "-c 5 -m -P ib",
                      "-c 3 -f ip", "-c 3 -C 0"):
            yield (f"ucmatose {words}{layer}", case(f"ucmatose -p {{port}} {words}", f"ucmatose -s {HERE} -p {{port}} {words}",
                                                    ready="starting server", served="return status 0", said="return status 0"))
        yield (f"ucmatose bound{layer}", case(f"ucmatose -b {HERE} -p {{port}}", f"ucmatose -s {HERE} -b {HERE} -p {{port}}",
                                              served="return status 0", said="return status 0"))
        for count in (100, 1000):
            yield f"cmtime {count}{layer}", case("cmtime -p {port} -c %d" % count, f"cmtime -s {HERE} -p {{port}} -c {count}",
                                                 said=r"destroy +\S")
        for words in ("-c 1", "-c 5 -C 20 -S 1000", "-c 2 -p 0x2"):
            # The server takes its port from its own default.
            yield f"udaddy {words}{layer}", case(f"udaddy {words}", f"udaddy -s {HERE} {words}", served="return status 0",
                                                 said="return status 0")
        for words in ("-c 1", "-c 2 -C 20 -S 1000", "-o", "-p 0x2"):
            receives = words.replace("-o", "")
            yield (f"mckey {words}{layer}", case(f"mckey -m 230.1.2.3 -b {HERE} {receives}",
                                                 f"mckey -m 230.1.2.3 -b {HERE} -s {words}", ready="joined dgid",
                                                 served="return status 0", said="return status 0"))
        for kind in ("r", "x"):
            yield (f"rdma_xclient {kind}{layer}", case(f"rdma_xserver -p {{port}} -c {kind}",
                                                       f"rdma_xclient -s {HERE} -p {{port}} -c {kind}",
                                                       served="rdma_xserver: end 0|end 0", said="end 0"))
        # Sockets of librdmacm.
        for words in ("-S 4096 -I 20 -C 5", "-S 65536 -I 5 -C 5 -T v", "-S 4096 -I 20 -C 5 -T a", "-S 4096 -I 20 -C 5 -T b",
                      "-S 4096 -I 20 -C 5 -T n", "-S 4096 -I 20 -C 5 -T r"):
            yield (f"rstream {words}{layer}", case(f"rstream -p {{port}} {words}", f"rstream -s {HERE} -p {{port}} {words}",
                                                   said=r"\d+\.\d+"))
        for words in ("-S 4096 -I 20 -C 5", "-S 4096 -I 20 -C 5 -T a", "-S 4096 -I 20 -C 5 -T b", "-S 4096 -I 20 -C 5 -T v"):
            yield (f"riostream {words}{layer}", case(f"riostream -p {{port}} {words}", f"riostream -s {HERE} -p {{port}} {words}",
                                                     said=r"\d+\.\d+"))
        yield f"rcopy{layer}", case("rcopy -p {port}", f"rcopy {__file__} {HERE}:{{scratch}}/copy -p {{port}}",
                                    said="bytes in", ended_by=signal.SIGTERM)
        yield (f"udpong{layer}", case("udpong -p {port} -S 1000 -C 20", f"udpong -s {HERE} -p {{port}} -S 1000 -C 20",
                                      said=r"\d+\.\d+", ended_by=signal.SIGTERM))
        # perftest with the queue pairs of rdma_cm (-R), and with its own that learn of each other by it (-z).
        for tool, words in (("ib_write_bw", ""), ("ib_write_lat", ""), ("ib_read_bw", ""), ("ib_read_lat", ""),
                            ("ib_send_bw", ""), ("ib_send_lat", ""), ("ib_atomic_bw", ""), ("ib_atomic_lat", ""),
                            ("ib_send_bw", "-c UD"), ("ib_send_lat", "-c UD"), ("ib_write_bw", "-q 4"), ("ib_write_bw", "-T 32"),
                            ("ib_send_bw", "-b")):
            named = f"{tool} {words}".strip()
            size = "-s 8" if "atomic" in tool else "-s 1024"
            command = f"{tool} -R -p {{port}} -n 100 {size if 'atomic' not in tool else ''} {words}"
            if tool.endswith("_bw"):
                command += " -t 16 -r 256" if tool == "ib_send_bw" else " -t 16"
            yield f"{named} -R{layer}", case(command, f"{command} {HERE}", said=r"\d+\s+100\s+\S+|\d+\s+\d+00\s+\S+")
        yield f"ib_write_bw -z{layer}", case("ib_write_bw -z -F -p {port} -n 100", f"ib_write_bw -z -F -p {{port}} -n 100 {HERE}",
                                             said=r"65536\s+100")
        for test in ("rc_lat", "rc_bw", "rc_rdma_write_lat", "rc_rdma_read_bw"):
            yield (f"qperf {test} -cm{layer}", case("qperf -lp {port}", f"qperf {HERE} -lp {{port}} -cm 1 -t 2 {test} quit",
                                                    said=r"=\s+\d", ready="tcp",
                                                    tolerated=r"protection domain \w+ is used by 1 other object"))
        # libfabric does not look at loopback interfaces.
        for words in ("-e msg", "-e rdm"):
            provider = "verbs" if "msg" in words else "verbs;ofi_rxm"
            inside = Case(["fi_pingpong", "-p", provider, *words.split(), "-I", "100", "-c", "-S", "64", "-B", "{port}"],
                          ["fi_pingpong", "-p", provider, *words.split(), "-I", "100", "-c", "-S", "64", "-P", "{port}", "10.77.0.1"],
                          said=r"\s100\s+=100\s", ready="tcp", tolerated="belongs to no port", options=[*options, "--netdev", "rdma0"], namespace=True)
            yield f"fi_pingpong {words}{layer}", inside
        yield (f"io_demo{layer}", dataclasses.replace(
            case("io_demo -p {port}", f"io_demo -p {{port}} -i 20 -d 64:65536 -o read,write -q {HERE}:{{port}}",
                 said=r"(?i)read|write", ended_by=signal.SIGINT),
            environment={"UCX_SOCKADDR_TLS_PRIORITY": "rdmacm", "UCX_TLS": "rc_x", "UCX_NET_DEVICES": "mlx5_0:1"}))


CASES = dict(judges())


def free_port():
    """A port that nobody has: rdma_cm has ports of its own, and some programs use TCP's too."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def listening(port):
    entries = pathlib.Path("/proc/net/tcp").read_text() + pathlib.Path("/proc/net/tcp6").read_text()
    return re.search(rf":{port:04X} [0-9A-F:]+ 0A ", entries)


class Process:
    """A process on the emulator, on a terminal, so that it says at once what it has to say."""

    def __init__(self, launcher, options, words, environment):
        self.master, slave = pty.openpty()
        fcntl.fcntl(self.master, fcntl.F_SETFL, os.O_NONBLOCK)
        self.process = subprocess.Popen([launcher, *options, *words], stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                                        env=os.environ | environment)
        os.close(slave)
        self.words, self.text = words, ""

    def read(self):
        try:
            while data := os.read(self.master, 65536):
                self.text += data.decode(errors="replace").replace("\r", "")
        except OSError:
            pass
        return self.text

    def wait(self, until, other=None):
        """Its exit status; None if it does not end in time. The other process may say as much as it likes meanwhile."""
        while self.process.poll() is None and time.monotonic() < until:
            self.read()
            if other:
                other.read()
            time.sleep(0.02)
        self.read()
        return self.process.poll()

    def end(self, number):
        if self.process.poll() is None:
            self.process.send_signal(number)
            if self.wait(time.monotonic() + 5) is None:
                self.process.kill()
                self.process.wait()
        self.read()
        os.close(self.master)


def run(launcher, case, scratch):
    """Both ends; returns what is wrong, or nothing."""
    port = free_port()

    def start(words):
        filled = [word.format(port=port, scratch=scratch) for word in words]
        return Process(launcher, ["--fabric", f"cm-{port}-{os.getpid()}", *case.options], filled, case.environment)

    until = time.monotonic() + SECONDS
    server = start(case.server)
    while case.ready and time.monotonic() < until and server.process.poll() is None:
        if (listening(port) if case.ready == "tcp" else re.search(case.ready, server.read())):
            break
        time.sleep(0.02)
    if case.ready and case.ready != "tcp":
        # It says so just before it listens.
        time.sleep(0.5)
    while True:
        client = start(case.client)
        status = client.wait(until, server)
        if status in (0, None) or not re.search(NOBODY, client.text) or server.process.poll() is not None:
            break
        client.end(signal.SIGKILL)
        time.sleep(0.3)
    client.end(signal.SIGKILL)
    served = server.wait(time.monotonic() if case.ended_by else min(until, time.monotonic() + 20))
    server.end(case.ended_by or signal.SIGKILL)
    wrong = []
    if status != 0:
        wrong.append(f"the client ended with {'a time-out' if status is None else status}")
    if served != 0 and not (case.ended_by and served is None):
        wrong.append(f"the server ended with {'a time-out' if served is None else served}")
    for name, end, pattern in (("server", server, case.served), ("client", client, case.said)):
        if not re.search(pattern, end.text):
            wrong.append(f"the {name} did not say {pattern!r}")
        wrong += [f"the {name}: {line}" for line in end.text.splitlines()
                  if "verbatim-emulator:" in line and not (case.tolerated and re.search(case.tolerated, line))]
    if wrong:
        wrong += [f"{' '.join(end.words)}:\n{end.text}" for end in (server, client)]
    return "\n".join(wrong)


def main(launcher, name):
    case = CASES[name]
    for words in (case.server, case.client):
        if not shutil.which(words[0]):
            print(f"{words[0]} is not installed")
            return SKIP
    if case.namespace and os.environ.get("VERBATIM_NAMESPACE") != "1":
        inside = ["unshare", "-rn", "sh", "-ec", place.VETH + 'exec "$@"', "sh"]
        if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode:
            print("skipped: no network namespace with veth pairs can be made here")
            return SKIP
        return subprocess.run([*inside, sys.executable, __file__, launcher, name], check=False,
                              env=os.environ | {"VERBATIM_NAMESPACE": "1"}).returncode
    with tempfile.TemporaryDirectory() as scratch:
        wrong = run(os.path.abspath(launcher), case, scratch)
    print(wrong)
    return wrong != ""


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
    else:
        sys.exit(main(*sys.argv[1:]))
