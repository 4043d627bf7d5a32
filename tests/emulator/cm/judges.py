"""Runs a program of others that connects by rdma_cm, unmodified, on the emulator: judges.py LAUNCHER CASE.

A case passes if all of its processes exit with 0 (the server may be killed where it serves for ever), each says what it
should, the rings of a loop have wrapped ten times, and the emulator complains of nothing."""
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
from cm_programs import listens

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "programs"))
import rings  # noqa: E402

SKIP = 77
SECONDS = 90
ETHERNET = ["--link-layer", "ethernet"]
HERE = "127.0.0.1"
# perftest connects again, while its server makes its listener anew: it may be refused, as on hardware.
# A refusal of datagrams (SIDR) is an UNREACHABLE event with status 1.
REFUSED = r"(?i:rejected|connection refused|unexpected cm event|event_unreachable; error: 1\b)"
# rping's main thread ends the channel while its other thread may not have come back to it.
CHANNEL_GONE = r"rdma_get_cm_event: Bad file descriptor"
# A persistent rping keeps one request at a time, and the next one overwrites it: two threads then make a queue pair for
# the same id, which librdmacm refuses.
OVERWRITTEN = r"rdma_create_qp: Invalid argument"
# fio's receiver posts its receives again too late, and its sender asks for no retry.
NOT_READY = r"given up after 0 RNR retries"
# A server that has sent its last message closes, so poll(2) may show POLLHUP (16) before the message is read.
HUNG_UP = r"^the client ended with 16\n"
# UCX connects by rdma_cm, and its queues are short.
UCX = {"UCX_SOCKADDR_TLS_PRIORITY": "rdmacm", "UCX_TLS": "rc_x", "UCX_NET_DEVICES": "mlx5_0:1", "UCX_RC_TX_QUEUE_LEN": "32",
       "UCX_RC_RX_QUEUE_LEN": "32", "UCX_RC_TX_CQ_LEN": "64", "UCX_RC_TX_CQ_MODERATION": "1"}
# The complaints of rings.py.
TOO_SHORT = r"\d+ entries in \d+|was used in every iteration"
# Reasons why a case goes through no ring often enough.
NO_LOOP = "posts each work request once"
AS_LONG = "makes its queues as long as its loop"


@dataclasses.dataclass
class Case:
    server: list
    client: list
    # Patterns of what each says.
    served: str = ""
    said: str = ""
    options: list = dataclasses.field(default_factory=list)
    # The server is ready when it says this, or its port of TCP ("tcp") or UDP ("udp") or of rdma_cm is open.
    ready: str = "rdma_cm"
    # The server goes on after its client has gone, and is ended by this signal.
    ended_by: int = 0
    environment: dict = dataclasses.field(default_factory=dict)
    # Runs in a network namespace of its own, whose interface rdma0 has 10.77.0.1.
    namespace: bool = False
    # A pattern of complaints of the emulator that are right.
    tolerated: str = ""
    # The port, if the program always takes the same.
    port: int = 0
    # The runs of the loop, or the reason why there is none. Each `moderation`th send completes.
    iterations: int = 0
    moderation: int = 1
    no_loop: str = ""
    # Kinds of rings that need not wrap.
    excused: tuple = ()
    # A loop that runs for {seconds} runs again, for longer, until its rings have wrapped.
    seconds: tuple = (0,)
    # Words that report a race between the program's own two sides. The case then runs again.
    races: str = ""
    # The time for both ends, in seconds.
    limit: int = SECONDS
    # The source of the program, and what to link it with, if it is packaged only so.
    source: str = ""
    libraries: tuple = ()


def perftest(tool, words, layer, options):
    """perftest with the queue pairs of rdma_cm, which have few WQEs. programs.py says what -F is."""
    bandwidth, datagrams = tool.endswith("_bw"), "UD" in words
    iterations = 400 if bandwidth else 200
    receives = {"ib_send_bw": "-r 512" if datagrams else "-r 8", "ib_send_lat": "-r 4"}.get(tool, "")
    command = f"{tool} -R -F -p {{port}} -n {iterations} {'-t 8 -Q 2' if bandwidth else ''} {receives} {words}"
    queues = 4 if "-q 4" in words else 1
    # Nothing slows datagrams down, so there are no more of them than receives.
    return f"{tool} {words}".strip() + f" -R{layer}", Case(
        command.split(), f"{command} {HERE}".split(), said=rf"\d+\s+{queues * iterations}\s+\S+", options=list(options),
        iterations=iterations, moderation=2 if bandwidth else 1, races=REFUSED,
        excused=("receive",) if datagrams and bandwidth else ())


def judges():
    """The cases of both link layers, by name; {port} is a free port."""
    for layer, options in (("", []), (" roce", ETHERNET)):
        def case(server, client, **more):
            return Case(server.split(), client.split(), options=list(options), **more)

        # The examples of librdmacm.
        yield f"rdma_client{layer}", case("rdma_server -p {port}", f"rdma_client -s {HERE} -p {{port}}",
                                          served="rdma_server: end 0", said="rdma_client: end 0", no_loop=NO_LOOP)

        def rping(server, client, count=330, **more):
            return case(f"rping -s -p {{port}} -V -C {count} {server}", f"rping -c -a {HERE} -p {{port}} -V -C {count} {client}",
                        iterations=count, races=CHANNEL_GONE, **more)

        at = f"-a {HERE}"
        for words in ("", "-v -S 200", "-q", "-S 65535"):
            yield f"rping {words}".strip() + layer, rping(f"{at} {words}", words)
        yield f"rping any address{layer}", rping("", "")
        yield f"rping source address{layer}", rping(at, f"-I {HERE}")
        yield f"rping debug{layer}", rping(f"{at} -d", "-d", said="RDMA_CM_EVENT_ESTABLISHED|ESTABLISHED")
        yield f"rping persistent{layer}", rping(f"-P {at}", "", ended_by=signal.SIGTERM)
        one = f"rping -c -a {HERE} -p {{port}} -V -C 330"
        yield (f"rping persistent, three clients{layer}",
               dataclasses.replace(rping(f"-P {at}", "", ended_by=signal.SIGTERM), races=OVERWRITTEN, limit=30,
                                   client=["sh", "-c", f"{one} & first=$!; sleep 0.2; {one} & second=$!; sleep 0.2; "
                                                       f"{one} && wait $first && wait $second"]))
        yield f"rping persistent -q{layer}", rping(f"-P -q {at}", "-q", ended_by=signal.SIGTERM)
        for words in ("-c 1", "-c 10 -C 20 -S 1000", "-c 5 -t 32 -a 16", "-c 5 -P ib", "-c 5 -m", "-c 5 -m -P ib",
                      "-c 3 -f ip", "-c 3 -C 0"):
            yield (f"ucmatose {words}{layer}", case(f"ucmatose -p {{port}} {words}", f"ucmatose -s {HERE} -p {{port}} {words}",
                                                    served="return status 0", said="return status 0", no_loop=AS_LONG))
        yield (f"ucmatose bound{layer}", case(f"ucmatose -b {HERE} -p {{port}}", f"ucmatose -s {HERE} -b {HERE} -p {{port}}",
                                              served="return status 0", said="return status 0", no_loop=AS_LONG))
        if not layer:
            gid = "-b fe80::2:c903:5e:1a00 -f gid -P ib -c 5"
            yield "ucmatose -f gid", case(f"ucmatose {gid} -p {{port}}", f"ucmatose {gid} -s fe80::2:c903:5e:1a00 -p {{port}}",
                                          served="return status 0", said="return status 0", no_loop=AS_LONG)
        for count in (100, 1000):
            # It destroys the completion queues of its first id while all others use them. The server serves for ever, and
            # says nothing: the client hears of each disconnection from it.
            yield (f"cmtime {count}{layer}",
                   case("cmtime -p {port} -c %d" % count, f"cmtime -s {HERE} -p {{port}} -c {count}",
                        said=r"disconnect +: +[0-9.]*[1-9]", ended_by=signal.SIGTERM, no_loop=NO_LOOP,
                        tolerated=r"completion queue \w+ is used by \d+ other objects"))
        # There is no IPoIB on Ethernet.
        ipoib = [] if layer else ["-p 0x2"]
        for words in ("-c 1", "-c 5 -C 20 -S 1000", *(f"-c 2 {one}" for one in ipoib)):
            yield (f"udaddy {words}{layer}", case(f"udaddy {words}", f"udaddy -s {HERE} {words}", port=7174,
                                                  served="return status 0", said="return status 0", no_loop=AS_LONG,
                                                  ready="starting server" if "0x2" in words else "rdma_cm"))
        for words in ("-c 1", "-c 2 -C 20 -S 1000", "-o", *ipoib):
            receives = words.replace("-o", "")
            yield (f"mckey {words}{layer}", case(f"mckey -m 230.1.2.3 -b {HERE} {receives}",
                                                 f"mckey -m 230.1.2.3 -b {HERE} -s {words}", ready="joined dgid",
                                                 served="return status 0", said="return status 0", no_loop=AS_LONG))
        for kind in ("r", "x"):
            yield (f"rdma_xclient {kind}{layer}", case(f"rdma_xserver -p {{port}} -c {kind}",
                                                       f"rdma_xclient -s {HERE} -p {{port}} -c {kind}",
                                                       served="rdma_xserver: end 0|end 0", said="end 0", no_loop=NO_LOOP))
        # Sockets of librdmacm, whose rings have 384 entries. Both sides send all messages.
        # Few messages at once leave less room for the race of poll(2).
        bursts, singles = "-S 64 -I 32 -C 350", "-S 64 -I 2250 -C 5"
        for words in ("", "-T v", "-T a", "-T b", "-T n", "-T r"):
            loop = singles if "a" in words else bursts
            yield (f"rstream {words}".strip() + layer, case(f"rstream -p {{port}} {loop} {words}",
                                                            f"rstream -s {HERE} -p {{port}} {loop} {words}",
                                                            said=r"\d+\.\d+", iterations=11000,
                                                            races=HUNG_UP if "a" in words else ""))
        for words in ("", "-T a", "-T b", "-T v"):
            loop = singles if "a" in words else bursts
            yield (f"riostream {words}".strip() + layer, case(f"riostream -p {{port}} {loop} {words}",
                                                              f"riostream -s {HERE} -p {{port}} {loop} {words}",
                                                              said=r"\d+\.\d+", iterations=11000,
                                                              races=HUNG_UP if "a" in words else ""))
        yield f"rcopy{layer}", case("rcopy -p {port}", f"rcopy {__file__} {HERE}:{{scratch}}/copy -p {{port}}",
                                    said="bytes in", ended_by=signal.SIGTERM, no_loop="sends a file in few messages")
        # Each message waits for its echo. librdmacm makes address handles without a GRH, which RoCE refuses.
        echo = "-S 1000 -C 400 -T e -B 16384"
        if not layer:
            yield (f"udpong{layer}", case(f"udpong -b {HERE} -p {{port}} {echo}", f"udpong -s {HERE} -p {{port}} {echo}",
                                          said=r"\d+\.\d+", ended_by=signal.SIGTERM, ready="udp", iterations=400))
        # perftest with the queue pairs of rdma_cm (-R), and with its own that learn of each other by it (-z).
        for tool, words in (("ib_write_bw", ""), ("ib_write_lat", ""), ("ib_read_bw", ""), ("ib_read_lat", ""),
                            ("ib_send_bw", ""), ("ib_send_lat", ""), ("ib_atomic_bw", ""), ("ib_atomic_lat", ""),
                            ("ib_send_bw", "-c UD"), ("ib_send_lat", "-c UD"), ("ib_write_bw", "-q 4"), ("ib_write_bw", "-T 32"),
                            ("ib_send_bw", "-b")):
            yield perftest(tool, words, layer, options)
        words = "ib_write_bw -z -F -p {port} -n 400 -t 8 -Q 2"
        yield f"ib_write_bw -z{layer}", case(words, f"{words} {HERE}", said=r"65536\s+400", iterations=400, moderation=2)
        # qperf's server says its port before it listens. It deregisters its memory after it has given back the protection
        # domain, which the driver refuses.
        timed, streamed = "-t {seconds}", "-m 64 -t {seconds}"
        for test, words in (("rc_lat", timed), ("rc_bw", "-m 64 -n 41000"), ("rc_bi_bw", streamed), ("rc_rdma_write_lat", timed),
                            ("rc_rdma_write_bw", streamed), ("rc_rdma_read_lat", timed), ("rc_rdma_read_bw", streamed),
                            ("rc_compare_swap_mr", timed), ("rc_fetch_add_mr", timed),
                            # UC does not use rdma_cm. It makes paths without a GRH, and UD address handles without one, which
                            # RoCE refuses.
                            *([] if layer else [("uc_lat", timed), ("uc_bw", streamed), ("ud_lat", timed), ("ud_bw", streamed)])):
            yield (f"qperf {test} -cm{layer}",
                   case("qperf -lp {port}", f"qperf {HERE} -lp {{port}} -cm 1 {words} {test} quit", said=r"=\s+\d", ready="tcp",
                        tolerated=r"protection domain \w+ is used by 1 other object", iterations=1000, races="Event rejected",
                        excused=("receive",) if test in ("uc_bw", "ud_bw") else (),
                        seconds=(2, 8, 32) if "{seconds}" in words else (0,)))
        # libfabric does not look at loopback interfaces. Its ofi_rxm makes completion queues of 524288 CQEs.
        for endpoint, provider, count, excused in (("msg", "verbs", 900, ()), ("rdm", "verbs;ofi_rxm", 4000, ("completion",))):
            command = ["fi_pingpong", "-p", provider, "-e", endpoint, "-I", str(count), "-c", "-S", "64"]
            yield f"fi_pingpong -e {endpoint}{layer}", Case(
                [*command, "-B", "{port}"], [*command, "-P", "{port}", "10.77.0.1"], said=r"\s(900|4k)\s+=(900|4k)\s",
                ready="tcp", tolerated="belongs to no port", options=[*options, "--netdev", "rdma0"], namespace=True,
                iterations=count, excused=excused, environment={"FI_VERBS_TX_SIZE": "16", "FI_VERBS_RX_SIZE": "16"})
        # fio gives its completion queue and its protection domain back before what uses them, which the driver refuses. Its
        # client sends as fast as it can, so there are many more receives than sends.
        for verb, depth, receives, size in (("write", 8, 16, 8), ("read", 8, 16, 8), ("send", 1, 64, 12)):
            words = "--ioengine=rdma --port={port} --bs=4k --size=%dm --thread" % size
            yield (f"fio {verb}{layer}",
                   case(f"fio --name=receiver {words} --rw=read --iodepth={receives}",
                        f"fio --name=sender {words} --rw=write --iodepth={depth} --verb={verb} --hostname={HERE}",
                        served="receiver: .*err= 0", said="sender: .*err= 0", iterations=size * 256, races=NOT_READY, limit=30,
                        tolerated=r"(completion queue|protection domain) \w+ is used by \d+ other objects"))
        words = "-d 64:65536 -q"
        yield (f"io_demo{layer}", case(
            f"io_demo -p {{port}} {words}", f"io_demo -p {{port}} -i 1000 -o read,write {words} {HERE}:{{port}}",
            said=r"(?i)read|write", ended_by=signal.SIGINT, iterations=1000, environment=UCX))
        # It serves for ever. Its server may find the connection closed by its client when it closes it itself.
        for api in ("am", "stream", "tag"):
            words = f"ucp_client_server -p {{port}} -c {api} -i 3000"
            yield (f"ucp_client_server {api}{layer}", case(
                words, f"{words} -a {HERE}", served="UCP TEST SUCCESS", said="Client: iteration #3000",
                ended_by=signal.SIGTERM, iterations=3000, environment=UCX, libraries=("-lucp", "-lucs"),
                source="/usr/share/doc/libucx-dev/examples/ucp_client_server.c"))


CASES = dict(judges())


def free_port():
    """A port that nobody has: rdma_cm has ports of its own, and some programs use TCP's too."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def opened(table, port, state):
    """True if the machine has such a socket."""
    entries = "".join(pathlib.Path(f"/proc/net/{name}").read_text() for name in (table, table + "6"))
    return re.search(rf":{port:04X} [0-9A-F:]+ {state} ", entries)


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


def is_ready(case, server, port, scratch):
    if case.ready == "rdma_cm":
        return listens(scratch, port)
    if case.ready == "tcp":
        return opened("tcp", port, "0A")
    if case.ready == "udp":
        return opened("udp", port, "07")
    return re.search(case.ready, server.read())


def unwrapped(case, file):
    """The rings of the loop that have not wrapped often enough."""
    looped = rings.read(file)
    if "receive" in case.excused:
        receivers = {ring["pid"] for ring in looped if ring["ring"] == "receive" and ring["used"] * 8 >= case.iterations}
        looped = [ring for ring in looped if ring["pid"] not in receivers]
    looped = [ring for ring in looped if ring["ring"] not in case.excused]
    return rings.short(looped, case.iterations, case.moderation, {"send", "completion"} - set(case.excused))


def run(launcher, case, scratch, seconds):
    """Both ends; returns what is wrong, or nothing."""
    port = case.port or free_port()
    file = f"{scratch}/rings"

    def start(words):
        filled = [word.format(port=port, scratch=scratch, seconds=seconds) for word in words]
        return Process(launcher, ["--rings", file, *case.options], filled,
                       {"VERBATIM_EMULATOR_DIRECTORY": scratch, **case.environment})

    until = time.monotonic() + case.limit
    server = start(case.server)
    while not is_ready(case, server, port, scratch) and time.monotonic() < until and server.process.poll() is None:
        time.sleep(0.02)
    client = start(case.client)
    status = client.wait(until, server)
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
    elif case.iterations:
        wrong = unwrapped(case, file)
    return "\n".join(wrong)


def attempts(launcher, case):
    """Runs for longer until the rings have wrapped, and up to ten times again after a race."""
    again = re.compile(f"{TOO_SHORT}|{case.races}" if case.races else TOO_SHORT)
    wrong = ""
    for seconds in (*case.seconds, *(case.seconds[-1:] * 10 if case.races else ())):
        with tempfile.TemporaryDirectory() as scratch:
            wrong = run(launcher, case, scratch, seconds)
        if not wrong or not again.search(wrong):
            break
    return wrong


def main(launcher, name):
    case = CASES[name]
    with tempfile.TemporaryDirectory() as scratch:
        if case.source and pathlib.Path(case.source).exists() and shutil.which("cc"):
            program = f"{scratch}/{case.server[0]}"
            subprocess.run(["cc", case.source, "-o", program, *case.libraries], check=True)
            case.server[0] = case.client[0] = program
        return judge(launcher, name, case)


def judge(launcher, name, case):
    for words in (case.server, case.client):
        if not shutil.which(words[0]):
            print(f"{words[0]} is not installed" + (f", or its source {case.source}" if case.source else ""))
            return SKIP
    if case.namespace and os.environ.get("VERBATIM_NAMESPACE") != "1":
        inside = ["unshare", "-rn", "sh", "-ec", place.VETH + 'exec "$@"', "sh"]
        if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode:
            print("skipped: no network namespace with veth pairs can be made here")
            return SKIP
        return subprocess.run([*inside, sys.executable, __file__, launcher, name], check=False,
                              env=os.environ | {"VERBATIM_NAMESPACE": "1"}).returncode
    if bool(case.iterations) == bool(case.no_loop):
        sys.exit(f"{name}: say how often it loops, or why it does not")
    wrong = attempts(os.path.abspath(launcher), case)
    print(wrong)
    return wrong != ""


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
    else:
        sys.exit(main(*sys.argv[1:]))
