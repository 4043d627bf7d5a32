"""Sends packets that no peer would send, with right ICRCs, to a program at work: hostile.py LAUNCHER TARGET [SECONDS [SEED]].

network_target.cpp has a queue pair of RC, of UC and of UD, for SECONDS each. This program is its peer: it tells right addresses, takes
the packets of the target, and sends requests and answers. Most have something wrong: the opcode, the PSN, the queue pair, lengths,
padding, partition, keys and addresses of memory, syndromes, the order of the packets of a message. The target must go on and end well.
Memory beside the registered one must neither be written nor sent. Each packet that is dropped must be in the report, and packets of
every kind must have been dropped. SEED chooses the packets; without it, they are others each time, and the seed is printed.
"""
import collections
import os
import pathlib
import random
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

import roce_packets
from roce_packets import Packet

SKIP = 77
LAUNCHER, TARGET = (os.path.abspath(word) for word in sys.argv[1:3])
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 20
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else random.SystemRandom().randrange(1 << 32)
INSIDE = "VERBATIM_TEST_INSIDE_NAMESPACE"
ITS, OURS, OF_NOBODY = "127.0.0.2", "127.0.0.3", "127.0.0.4"
GID_INDEX, MTU, QKEY = "3", 1024, 0x11111111
KINDS = {"rc": 0x00, "uc": 0x20, "ud": 0x60}
COORDINATES = struct.Struct("=III4xQ16s")
GUARD = b"\xa5" * 32
BURST = 32
ENOUGH = 10_000
SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_LAST_IMM, SEND_ONLY, SEND_ONLY_IMM = range(6)
WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST, WRITE_LAST_IMM, WRITE_ONLY, WRITE_ONLY_IMM = range(6, 12)
READ, READ_FIRST, READ_MIDDLE, READ_LAST, READ_ONLY, ACKNOWLEDGE, ATOMIC_ANSWER, COMPARE_SWAP, FETCH_ADD = range(12, 21)
SEND_LAST_INVALIDATE, SEND_ONLY_INVALIDATE = 0x16, 0x17
# The reasons of the report for packets that are dropped. Each must occur.
REASONS = {
    "rc": ["its length does not fit its headers", "its ICRC is wrong", "of a version that does not exist", "its opcode is not known",
           "its padding is longer", "its partition key", "there is no queue pair of that number", "the queue pair has another transport",
           "the queue pair is not UD", "the peer of the queue pair has another address", "is refused"],
    "uc": ["the queue pair has another transport", "the peer of the queue pair has another address", "its opcode is not known",
           "the packet before it is missing", "it does not continue the message before it"],
    "ud": ["there is no queue pair of that number", "the queue pair has no peer on the network"],
}


class Attack:
    """The peer of one target."""

    def __init__(self, kind, chance, port):
        self.kind, self.chance = kind, chance
        self.transport = KINDS[kind]
        self.sent = self.answers = self.news = 0
        self.ended = False
        deadline = time.monotonic() + 60
        while True:
            try:
                self.meeting = socket.create_connection(("127.0.0.1", port), timeout=60)
                break
            except ConnectionRefusedError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        gid = bytes(10) + b"\xff\xff" + socket.inet_aton(OURS)
        self.our_qpn = 0x123456
        # The target takes requests from our PSN on, and its own begin with that of its coordinates.
        self.meeting.sendall(COORDINATES.pack(self.our_qpn, 0xfffff0, 0x1234, 0x10000, gid))
        self.begin(self.meeting.recv(COORDINATES.size, socket.MSG_WAITALL))
        self.meeting.sendall(b"x")
        self.meeting.recv(1)
        self.raw = roce_packets.open_socket(OURS, 8 << 20)
        self.raw.setblocking(False)

    def begin(self, coordinates):
        self.qpn, psn, self.rkey, self.address, _ = COORDINATES.unpack(coordinates)
        self.psn = self.message_psn = 0xfffff0
        self.asked = collections.deque([psn], 64)
        self.rest = 0

    def listen(self):
        """Takes the packets of the target, and its news. Nothing of the memory beside the registered one may be in them."""
        while True:
            try:
                found = roce_packets.read(self.raw.recv(65536))
            except BlockingIOError:
                break
            if not found or found[0] != ITS:
                continue
            packet = found[2]
            if GUARD in packet.behind:
                sys.exit(f"{self.kind}: memory that is not registered was sent: {packet}")
            operation = packet.opcode & 0x1f
            if operation == ACKNOWLEDGE and packet.behind[0] == 0x60:  # a NAK of the sequence says which PSN it expects
                self.psn, self.rest = packet.psn, 0
            elif READ_FIRST <= operation <= ATOMIC_ANSWER:
                self.answers += 1
            else:
                self.asked.append(packet.psn)
        if select.select([self.meeting], [], [], 0)[0]:
            coordinates = self.meeting.recv(COORDINATES.size, socket.MSG_WAITALL)
            if len(coordinates) != COORDINATES.size:
                self.ended = True  # its status says why
                return
            self.news += 1
            self.begin(coordinates)

    def number(self, right, bits):
        """Mostly the right number, or one beside it, or any."""
        mask = (1 << bits) - 1
        return self.chance.choices([right, right + self.chance.randint(-3, 3), self.chance.getrandbits(bits),
                                    self.chance.choice([0, 1, mask, mask >> 1])], [12, 2, 1, 1])[0] & mask

    def reach(self, length):
        """An address, a key and a length, as in a RETH."""
        return struct.pack(">QII", self.number(self.address + 64 * self.chance.randrange(4), 64), self.number(self.rkey, 32),
                           self.number(length, 32))

    def payload(self, right):
        length = self.number(right, 11)
        padding = -length % 4
        return self.chance.randbytes(length + padding), padding

    def request(self):
        """A packet of a message, whose length and place are mostly right."""
        chance = self.chance
        if self.kind == "ud":
            data, padding = self.payload(chance.randrange(MTU))
            word = chance.random() < 0.5
            head = struct.pack(">II", self.number(QKEY, 32), self.our_qpn) + (b"word" if word else b"")
            return Packet(SEND_ONLY_IMM if word else SEND_ONLY, self.qpn, chance.getrandbits(24), head + data, padding=padding)
        if self.rest:
            self.rest -= 1
            operation = chance.choice(self.ends) if not self.rest else self.middle
            data, padding = self.payload(MTU if self.rest else chance.randint(1, MTU))
            if operation in (SEND_LAST_IMM, WRITE_LAST_IMM, SEND_LAST_INVALIDATE):
                data = struct.pack(">I", self.number(self.rkey, 32)) + data
            return Packet(operation, self.qpn, self.psn, data, padding=padding)
        operation = chance.choice([SEND_ONLY, SEND_ONLY_IMM, SEND_ONLY_INVALIDATE, WRITE_ONLY, WRITE_ONLY_IMM, SEND_FIRST, WRITE_FIRST,
                                   *([READ, COMPARE_SWAP, FETCH_ADD] if self.kind == "rc" else [])])
        if operation in (SEND_FIRST, WRITE_FIRST):
            self.rest = chance.randint(1, 5)
            self.middle = operation + 1
            self.ends = [SEND_LAST, SEND_LAST_IMM, SEND_LAST_INVALIDATE] if operation == SEND_FIRST else [WRITE_LAST, WRITE_LAST_IMM]
        data, padding = self.payload(MTU if operation in (SEND_FIRST, WRITE_FIRST) else chance.randrange(MTU))
        head = b""
        if operation in (WRITE_ONLY, WRITE_ONLY_IMM, WRITE_FIRST):
            head = self.reach(len(data) - padding + (self.rest * MTU if operation == WRITE_FIRST else 0))
        elif operation == READ:
            head, data, padding = self.reach(chance.choice([0, 1, MTU, 5000, 1 << 31])), b"", 0
        elif operation in (COMPARE_SWAP, FETCH_ADD):
            head, data, padding = self.reach(0)[:12] + chance.randbytes(16), b"", 0
        if operation in (SEND_ONLY_IMM, SEND_ONLY_INVALIDATE, WRITE_ONLY_IMM):
            head += struct.pack(">I", self.number(self.rkey, 32))
        return Packet(operation, self.qpn, self.psn, head + data, padding=padding, asks_for_ack=chance.randint(0, 1))

    def answer(self):
        """An answer to a request of the target, which need not fit it."""
        chance = self.chance
        operation = chance.choices([ACKNOWLEDGE, READ_FIRST, READ_MIDDLE, READ_LAST, READ_ONLY, ATOMIC_ANSWER], [6, 1, 1, 1, 1, 2])[0]
        # ACKs, RNR NAKs, NAKs of every code, and syndromes that do not exist.
        syndrome = chance.choices([0x1f, 0x20 | chance.randrange(32), 0x60 | chance.randrange(8), chance.getrandbits(8)], [12, 1, 1, 1])[0]
        head = b"" if operation == READ_MIDDLE else struct.pack(">I", syndrome << 24 | chance.getrandbits(24))
        data, padding = (b"", 0) if operation in (ACKNOWLEDGE, ATOMIC_ANSWER) else self.payload(chance.choice([MTU, 1, 3]))
        data = chance.randbytes(8) if operation == ATOMIC_ANSWER else data
        return Packet(operation, self.qpn, self.number(chance.choice(self.asked), 24), head + data, padding=padding)

    def send(self):
        """Sends a packet, one in three with something wrong, or with more that is."""
        chance = self.chance
        is_answer = chance.random() < {"rc": 0.3, "uc": 0.03, "ud": 0}[self.kind]
        packet = self.answer() if is_answer else self.request()
        packet.opcode |= self.transport
        advances = not is_answer
        source, damage = OURS, 0
        while chance.random() < 0.3:
            wrong = chance.randrange(12)
            advances = advances and wrong in (10, 11)
            if wrong == 0:
                packet.opcode = chance.choice([chance.getrandbits(8), packet.opcode ^ 1 << chance.randrange(8), packet.opcode ^ 0x60])
            elif wrong == 1:
                packet.psn = chance.choice([packet.psn + chance.randint(-8, 8), chance.getrandbits(24)]) & 0xffffff
            elif wrong == 2:
                packet.qpn ^= chance.randint(1, 7)
            elif wrong == 3:
                packet.padding = chance.randrange(4)
            elif wrong == 4:
                packet.version = chance.randrange(16)
            elif wrong == 5:
                packet.partition = chance.getrandbits(16)
            elif wrong == 6:
                packet.behind = packet.behind[:4 * chance.randrange(len(packet.behind) // 4 + 1)]
            elif wrong == 7:
                packet.behind += chance.randbytes(4 * chance.randrange(1, 300))
            elif wrong == 8:
                source = OF_NOBODY
            elif wrong == 9:
                damage = 1 << chance.randrange(8)
            elif wrong == 10:
                packet.solicited = packet.asks_for_ack = 1
            else:
                packet.marks = chance.randrange(4)
        data = bytearray(packet.bytes_between(source, ITS))
        data[-1 - chance.randrange(20)] ^= damage
        for _ in range(2 if chance.random() < 0.05 else 1):
            self.raw.sendto(data, (ITS, 0))
            self.sent += 1
        if advances:
            is_read = packet.opcode & 0x1f == READ and len(packet.behind) >= 16
            length = struct.unpack_from(">I", packet.behind, 12)[0] if is_read else 0
            self.psn = (self.psn + max(1, min(-(-length // MTU), 1 << 22))) & 0xffffff

    def run(self, seconds, target):
        end = time.monotonic() + seconds
        while time.monotonic() < end and target.poll() is None and not self.ended:
            for _ in range(BURST):
                self.send()
            self.listen()
            time.sleep(0.002)
        try:
            self.meeting.sendall(b"x")
        except OSError:
            pass  # likewise


def check(kind, attack, target, said, report):
    """Returns what is wrong, as text, or nothing."""
    counts = re.search(r"(\d+) packets sent, \d+ of them again, (\d+) arrived, (\d+) dropped", report)
    if target.returncode or "nothing else was written" not in said or not counts:
        return f"the target ended with {target.returncode}: {said}"
    arrived, dropped = int(counts[2]), int(counts[3])
    # More may arrive until the process is gone.
    lines = len(re.findall(r"a (?:packet|response) .* (?:is dropped: |is refused: it does not continue)", report[:counts.start()]))
    print(f"{kind}: {attack.sent} packets sent, {arrived} arrived, {dropped} dropped, {attack.answers} answers; {said.strip()}",
          flush=True)
    if arrived < attack.sent * 0.8:
        return "most packets did not arrive"
    if lines != dropped:
        return f"{lines} dropped packets are in the report, and {dropped} are counted"
    # A busy machine sends too few packets for all of them.
    missing = [reason for reason in REASONS[kind] if reason not in report and attack.sent > ENOUGH]
    if missing or not dropped or (kind == "rc" and not (attack.news and attack.answers)):
        return f"there was no packet for: {missing}; {attack.news} times anew, {attack.answers} answers"
    return ""


def main():
    if INSIDE not in os.environ:
        for words in (["unshare", "-n"], ["unshare", "-rn"]):
            if shutil.which("unshare") and shutil.which("ip") and not subprocess.run([*words, "true"], check=False,
                                                                                     capture_output=True).returncode:
                return subprocess.run([*words, sys.executable, *sys.argv], check=False, env={**os.environ, INSIDE: "1"}).returncode
        print("skipped: no network namespace can be made (unshare -rn, and iproute2)")
        return SKIP
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    print(f"seed {SEED}")
    for number, kind in enumerate(KINDS):
        with tempfile.TemporaryDirectory(prefix="hostile-") as directory:
            report = pathlib.Path(directory, "report")
            command = [LAUNCHER, "--fabric", pathlib.Path(directory).name, "--link-layer", "ethernet", "--wire", "--addresses", ITS,
                       "--report", report, "--verbose", TARGET, "mlx5_0", GID_INDEX, kind, str(MTU), str(21900 + number)]
            target = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            attack = Attack(kind, random.Random(SEED + number), 21900 + number)
            attack.run(SECONDS, target)
            try:
                said = target.communicate(timeout=60)[0]
            except subprocess.TimeoutExpired:
                target.kill()
                said = target.communicate()[0] + "(it did not end)"
            text = report.read_text(encoding="utf-8")
            wrong = check(kind, attack, target, said, text)
            if wrong:
                print(f"{kind}, seed {SEED}: {wrong}\n{text[-3000:]}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
