"""DPDK's testpmd (Debian packages dpdk-dev and librte-net-mlx5-23) on the emulated Ethernet ports: dpdk.py LAUNCHER.

Its driver finds the devices on the PCI bus, makes its queues by verbs (dv_flow_en=0), and writes WQEs and reads CQEs
itself. A peer sends frames to it and looks at what comes back, byte for byte; Scapy makes the frames and their checksums."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import rings

DEBIANS_PYTHON = "/usr/bin/python3"  # its packages are for this one
if os.path.realpath(sys.executable) != os.path.realpath(DEBIANS_PYTHON):
    os.execv(DEBIANS_PYTHON, [DEBIANS_PYTHON, *sys.argv])
SKIP = 77
try:
    from scapy.all import ARP, Dot1Q, Ether, ICMP, IP, Raw, TCP, UDP
except ImportError:
    print("skipped: python3-scapy is not installed")
    sys.exit(SKIP)
if not shutil.which("dpdk-testpmd") or not list(pathlib.Path("/usr/lib").glob("*/dpdk/pmds*/librte_net_mlx5.so*")):
    print("skipped: dpdk-dev and librte-net-mlx5-23 are not installed")
    sys.exit(SKIP)

LAUNCHER = os.path.abspath(sys.argv[1])
PEER = pathlib.Path(__file__).with_name("packet_peer.py")
PORT0, PORT1 = "02:c9:03:5e:1a:00", "02:c9:03:5e:1a:02"
US = "02:00:00:00:00:77"
LIMIT = 200
SHORTEST = "--rxd=128 --txd=128"  # rings
# So many frames go ten times through every ring. A send WQE has several of them, the more the busier the machine is, and of
# the WQEs for 32 frames one completes.
FRAMES = 5600
RUN = pathlib.Path("/var/run/dpdk") if os.geteuid() == 0 else pathlib.Path(os.environ.get("XDG_RUNTIME_DIR", "/tmp"), "dpdk")
# The driver goes on without these.
EXPECTED = re.compile(r"queries that a program sends without waiting for their answers")


def toeplitz(key, data):
    """The hash that receive-side scaling defines."""
    hashed = 0
    for bit in range(len(data) * 8):
        if data[bit // 8] >> (7 - bit % 8) & 1:
            hashed ^= int.from_bytes(key, "big") >> (len(key) * 8 - 32 - bit) & 0xffffffff
    return hashed


def udp(size=100, sport=1000, dport=2000, source="10.0.0.1", vlan=()):
    frame = Ether(dst=PORT0, src=US)
    for tag in vlan:
        frame /= Dot1Q(vlan=tag)
    load = bytes((sport + i * 7) % 256 for i in range(size))
    return bytes(frame / IP(src=source, dst="10.0.0.2") / UDP(sport=sport, dport=dport) / Raw(load))


def swapped(frame):
    return frame[6:12] + frame[:6] + frame[12:]


class Fabric:
    """The programs of one fabric, and its options."""

    def __init__(self, *options):
        self.scratch = tempfile.TemporaryDirectory()
        self.name = pathlib.Path(self.scratch.name).name
        self.report = pathlib.Path(self.scratch.name, "report")
        self.report.touch()
        self.rings = pathlib.Path(self.scratch.name, "rings")
        self.command = [LAUNCHER, "--fabric", self.name, "--link-layer", "ethernet", "--devices", "2", "--netdev", "own",
                        "--report", self.report, "--rings", self.rings, *options]

    def complaints(self):
        return [line for line in self.report.read_text(encoding="utf-8").splitlines() if not EXPECTED.search(line)]


class Testpmd:
    """testpmd with those devices, which executes commands."""

    def __init__(self, fabric, devices, options, arguments=""):
        self.prefix = f"{fabric.name}-{devices[0]}"
        allowed = [word for device in devices for word in ("-a", f"15b3:00:00.{device},dv_flow_en=0{arguments}")]
        self.process = subprocess.Popen(
            [*fabric.command, "stdbuf", "-o0", "dpdk-testpmd", "-l", "0,1", "--no-huge", "-m", "512", "--iova-mode=va",
             "--no-telemetry", "--no-shconf", "--file-prefix", self.prefix, *allowed, "--", "-i",
             "--total-num-mbufs=8192", "--no-lsc-interrupt", *options.split()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.said = b""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while chunk := os.read(self.process.stdout.fileno(), 65536):
            self.said += chunk

    def tell(self, command):
        """Executes a command; returns what was said since the one before."""
        before = len(self.said)
        marks = self.said.count(b"Command not found")
        end = time.monotonic() + LIMIT
        try:
            self.process.stdin.write(f"{command}\nmark\n".encode())
            self.process.stdin.flush()
            while self.said.count(b"Command not found") == marks:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise TimeoutError
                time.sleep(0.02)
        except OSError as error:
            status = self.process.poll()
            said = self.said.decode(errors="replace")[-3000:]
            raise AssertionError(f"testpmd ends or hangs in {command!r}, status {status}:\n{said}") from error
        return self.said[before:].decode(errors="replace")

    def setup(self, *commands):
        """Executes commands while the ports are stopped, and then forwards."""
        self.tell("port stop all")
        for command in commands:
            self.tell(command)
        self.tell("port start all")
        self.tell("start")

    def counts(self):
        """(frames received, bytes received, frames sent) of each port."""
        said = self.tell("show port stats all")
        return [tuple(int(number) for number in found) for found in re.findall(
            r"RX-packets: (\d+) .*?RX-bytes:  (\d+).*?TX-packets: (\d+) ", said, re.S)]

    def end(self):
        if self.process.poll() is None:
            self.process.stdin.write(b"quit\n")
            self.process.stdin.close()
        status = self.process.wait(LIMIT)
        self.reader.join()
        self.process.stdout.close()
        shutil.rmtree(RUN / self.prefix, ignore_errors=True)
        return status


class Peer:
    """The program at the other end."""

    said = b""

    def __init__(self, fabric):
        self.process = subprocess.Popen([*fabric.command, DEBIANS_PYTHON, "-P", PEER, "mlx5_1"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise AssertionError("the peer does not start")

    def exchange(self, frames, expect=1, seconds=20.0):
        self.process.stdin.write(json.dumps({"send": [frame.hex() for frame in frames], "expect": expect, "seconds": seconds}) + "\n")
        self.process.stdin.flush()
        return [bytes.fromhex(frame) for frame in json.loads(self.process.stdout.readline())]

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(LIMIT)
        self.process.stdout.close()
        return status


class Case(unittest.TestCase):
    def setUp(self):
        self.programs = []
        self.addCleanup(lambda: [program.process.kill() for program in self.programs])

    def fabric(self, *options):
        made = Fabric(*options)
        self.addCleanup(made.scratch.cleanup)
        return made

    def run_testpmd(self, fabric, devices, options, arguments=""):
        self.programs.append(Testpmd(fabric, devices, options, arguments))
        self.programs[-1].tell("")
        return self.programs[-1]

    def end(self, fabric):
        """All programs end well, and the emulator has said nothing."""
        for program in self.programs:
            self.assertEqual(program.end(), 0, program.said[-2000:])
        self.assertEqual(fabric.complaints(), [])


class Exchange(Case):
    has_laps = False  # every ring of testpmd is to wrap ten times

    def start(self, options, *commands, arguments="", emulator=()):
        fabric = self.fabric(*emulator)
        self.testpmd = self.run_testpmd(fabric, [0], options, arguments)
        self.peer = Peer(fabric)
        self.programs.append(self.peer)
        self.testpmd.setup(*commands)
        self.addCleanup(self.end, fabric)

    def end(self, fabric):
        super().end(fabric)
        if self.has_laps:
            used = [ring for ring in rings.read(fabric.rings) if ring["pid"] == self.testpmd.process.pid]
            self.assertEqual({ring["ring"] for ring in used}, {"send", "receive", "completion"})
            self.assertEqual([rings.describe(ring) for ring in used if ring["used"] < rings.LAPS * ring["size"]], [])

    def forwards(self, sizes):
        """Frames of these sizes come back as they were, with swapped addresses, and every ring wraps ten times."""
        self.has_laps = True
        for at in range(0, len(sizes), 32):
            frames = [udp(size, sport=1000 + at + i) for i, size in enumerate(sizes[at:at + 32])]
            self.assertEqual(self.peer.exchange(frames, len(frames)), [swapped(frame) for frame in frames])

    def test_echo(self):
        """testpmd answers ARP and ping."""
        self.start("--forward-mode=icmpecho")
        asks = Ether(dst="ff:ff:ff:ff:ff:ff", src=US) / ARP(op=1, hwsrc=US, psrc="10.0.0.1", pdst="10.0.0.2")
        is_at = Ether(self.peer.exchange([bytes(asks)])[0])
        self.assertEqual((is_at.dst, is_at[ARP].op, is_at[ARP].hwsrc, is_at[ARP].psrc), (US, 2, PORT0, "10.0.0.2"))
        pings = [Ether(dst=PORT0, src=US) / IP(src="10.0.0.1", dst="10.0.0.2") / ICMP(id=7, seq=i) / Raw(bytes([i]) * 11 * i)
                 for i in range(60)]
        for i, answer in enumerate(self.peer.exchange([bytes(ping) for ping in pings], len(pings))):
            expected = Ether(dst=US, src=PORT0) / IP(src="10.0.0.2", dst="10.0.0.1") / ICMP(type=0, id=7, seq=i) / Raw(bytes([i]) * 11 * i)
            self.assertEqual(answer, bytes(expected))

    def test_vectors(self):
        """The receive function with vector instructions."""
        self.start(f"--forward-mode=macswap {SHORTEST}")
        self.forwards([i * 37 % 1450 for i in range(FRAMES)])

    def test_compressed(self):
        """Compressed CQEs, with and without vector instructions; the sends are inlined."""
        self.start(f"--forward-mode=macswap {SHORTEST}", arguments=",rxq_cqe_comp_en=1,txq_inline_max=512", emulator=["--compress-wait", "1000"])
        self.forwards([100 + i % 3 for i in range(FRAMES)])

    def test_striding(self):
        """Striding receive queues, whose WQEs wrap, with compressed CQEs."""
        self.start(f"--forward-mode=macswap {SHORTEST}", arguments=",mprq_en=1,rxqs_min_mprq=1,rxq_cqe_comp_en=1,rx_vec_en=0",
                   emulator=["--compress-wait", "1000"])
        self.assertIn("Multi-Packet RQ", self.testpmd.said.decode())
        self.forwards([i * 37 % 1450 for i in range(FRAMES)])

    def test_spreading(self):
        """The hash of each frame, and the queue that it chooses."""
        self.start("--forward-mode=macswap --rxq=4 --txq=4 --rxd=128 --rss-udp", "set verbose 1")
        key = bytes.fromhex(re.search(r"RSS key:\s*([0-9A-Fa-f]{80})", self.testpmd.tell("show port 0 rss-hash key"))[1])
        frames = [udp(sport=i * 77 + 1000, source=f"10.1.{i}.1") for i in range(20)]
        self.assertEqual(sorted(self.peer.exchange(frames, 20)), sorted(map(swapped, frames)))
        self.testpmd.tell("stop")
        found = re.findall(rb"RSS hash=0x([0-9a-f]+) - RSS queue=0x([0-9a-f]+)", self.testpmd.said)
        hashes = [toeplitz(key, frame[26:38]) for frame in frames]
        self.assertEqual(sorted((int(hashed, 16), int(queue, 16)) for hashed, queue in found),
                         sorted((hashed, hashed % 4) for hashed in hashes))

    def test_checksums(self):
        """Checksums are inserted, and those that come are judged."""
        self.start("--forward-mode=csum --enable-rx-cksum", "csum set ip hw 0", "csum set udp hw 0", "set verbose 1")
        wrong = Ether(dst=PORT0, src=US) / IP(src="10.0.0.1", dst="10.0.0.2", chksum=0x1234) / UDP(sport=1, dport=2, chksum=0x5678)
        frames = [udp(i) for i in range(50, 60)] + [bytes(wrong / Raw(b"wrong" * 20))]
        for answer in self.peer.exchange(frames, len(frames)):
            again = Ether(answer)
            del again[IP].chksum, again[UDP].chksum
            self.assertEqual(answer, bytes(again))
        self.testpmd.tell("stop")
        # testpmd prints the flags of each frame that comes with its hardware's view of it.
        flags = re.findall(rb"  ol_flags: (.*)", self.testpmd.said)
        self.assertEqual([b"_RX_L4_CKSUM_GOOD" in one and b"_RX_IP_CKSUM_GOOD" in one for one in flags], [True] * 10 + [False])

    def test_segmentation(self):
        """One long frame leaves as TCP segments."""
        self.start("--forward-mode=csum", "csum set ip hw 0", "csum set tcp hw 0", "tso set 400 0")
        load = bytes(i * 7 % 256 for i in range(1250))
        header = Ether(dst=PORT0, src=US) / IP(src="10.0.0.1", dst="10.0.0.2", id=5) / TCP(sport=1000, dport=2001, seq=77, flags="PA")
        answers = [Ether(frame) for frame in self.peer.exchange([bytes(header / Raw(load))], 4)]
        self.assertEqual([(one[TCP].seq, str(one[TCP].flags), one[IP].id) for one in answers],
                         [(77, "A", 5), (477, "A", 6), (877, "A", 7), (1277, "PA", 8)])
        self.assertEqual(b"".join(bytes(one)[54:] for one in answers), load)
        for one in answers:
            again = Ether(bytes(one))
            del again[IP].chksum, again[TCP].chksum
            self.assertEqual(bytes(one), bytes(again))

    def test_vlan(self):
        """A tag is taken out of frames that come, and another is put into those that leave."""
        self.start("--forward-mode=macswap --enable-hw-vlan-strip", "vlan set strip on 0", "tx_vlan set 0 77", "set verbose 1")
        self.assertEqual(self.peer.exchange([udp(vlan=[5])]), [swapped(udp(vlan=[77]))])
        self.testpmd.tell("stop")
        self.assertIn(b"VLAN tci=0x5 ", self.testpmd.said)

    def test_flows(self):
        """Rules choose queues, mark frames and drop them."""
        self.start("--forward-mode=macswap --rxq=4 --txq=4 --rxd=128", "set verbose 1")
        for rule in ("eth / ipv4 / udp dst is 4000 / end actions queue index 2 / end",
                     "eth / ipv4 / udp dst is 4001 / end actions drop / end",
                     "eth / ipv4 / udp dst is 4002 / end actions mark id 99 / queue index 1 / end",
                     "eth / ipv4 src is 10.9.9.9 / end actions rss queues 3 end / end"):
            self.assertRegex(self.testpmd.tell(f"flow create 0 ingress pattern {rule}"), r"Flow rule #\d created")
        for port, source, queue, words in ((4000, "10.0.0.1", 2, ""), (4002, "10.0.0.1", 1, "FDIR matched ID=0x63"),
                                           (4003, "10.9.9.9", 3, "")):
            frame = udp(dport=port, source=source)
            before = len(self.testpmd.said)
            self.assertEqual(self.peer.exchange([frame]), [swapped(frame)])
            self.testpmd.tell("show port stats all")
            said = self.testpmd.said[before:].decode()
            self.assertIn(f"Receive queue=0x{queue}", said)
            self.assertIn(words, said)
        self.assertEqual(self.peer.exchange([udp(dport=4001), udp(dport=4003, size=60)], 2, 1), [swapped(udp(dport=4003, size=60))])


class Forwarding(Case):
    def test_two_ports(self):
        """Two ports of one program send to each other what they get."""
        fabric = self.fabric()
        testpmd = self.run_testpmd(fabric, [0, 1], "--forward-mode=io")
        testpmd.tell("start tx_first 4")
        time.sleep(2)
        testpmd.tell("stop")
        (received0, bytes0, sent0), (received1, bytes1, sent1) = testpmd.counts()
        self.end(fabric)
        self.assertGreater(min(received0, received1), 1000)
        self.assertTrue(received0 <= sent1 and received1 <= sent0)
        self.assertEqual((bytes0, bytes1), (received0 * 64, received1 * 64))

    def test_two_programs(self):
        """One program sends frames of three segments, the other counts them."""
        fabric = self.fabric()
        receiver = self.run_testpmd(fabric, [1], "--forward-mode=rxonly")
        sender = self.run_testpmd(fabric, [0], "--forward-mode=txonly --tx-offloads=0x8000")
        sender.tell("set txpkts 64,100,400")
        for one in (receiver, sender):
            one.tell("start")
        time.sleep(1)
        for one in (sender, receiver):
            one.tell("stop")
        (_, _, sent), = sender.counts()
        (received, count, _), = receiver.counts()
        self.end(fabric)
        self.assertTrue(1000 < received <= sent, (received, sent))
        self.assertEqual(count, received * 564)


unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
