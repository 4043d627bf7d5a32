"""The packets of --pcap, as others read them: packets.py LAUNCHER EVERY_OPERATION DATAGRAMS [--tshark].

Programs of perftest run on the emulated device, EVERY_OPERATION, whose two queue pairs are of one process, and a test of
DATAGRAMS, whose queue pairs and process end while their packets are written. Scapy dissects the packets of RoCE v2 and computes their ICRC; the PSNs of each queue pair must follow each other, the pieces of a message must come in
order, and packets and bytes must be as many as --count says. Nothing at hand checks the CRCs of InfiniBand, so they are computed
here, by the rules that give the ICRC of the specification's sample packet. With --tshark, Wireshark's dissector must find nothing
wrong, on both link layers.
"""
import collections
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SKIP = 77
DEBIANS_PYTHON = "/usr/bin/python3"  # its packages are for this one
LAUNCHER, EVERY_OPERATION, DATAGRAMS = sys.argv[1:4]
LAYERS = {"ethernet": 1, "infiniband": 197}
# A name, and the words of both ends. Sizes are around the MTU and above it.
PROGRAMS = {
    "write": ["ib_write_bw", "-F", "-n", "6", "-s", "5000", "-t", "4", "-Q", "1"],
    "write with two packets": ["ib_write_lat", "-F", "-n", "6", "-s", "4097"],
    "read": ["ib_read_bw", "-F", "-n", "6", "-s", "9000", "-t", "4", "-Q", "1"],
    "send": ["ib_send_bw", "-F", "-n", "6", "-s", "1024", "-t", "4", "-Q", "1", "-r", "16"],
    "send over UC": ["ib_send_lat", "-F", "-n", "6", "-s", "3", "-c", "UC"],
    "datagrams": ["ib_send_lat", "-F", "-n", "6", "-s", "2048", "-c", "UD"],
    "atomics": ["ib_atomic_lat", "-F", "-n", "6"],
    "send over XRC": ["ib_send_lat", "-F", "-n", "6", "-s", "5000", "-c", "XRC"],
    "long": ["ib_write_lat", "-F", "-n", "5", "-s", "200000"],
}
FIRST, MIDDLE, LAST, ONLY = "first", "middle", "last", "only"
PLACES = {0x00: FIRST, 0x01: MIDDLE, 0x02: LAST, 0x03: LAST, 0x04: ONLY, 0x05: ONLY, 0x06: FIRST, 0x07: MIDDLE, 0x08: LAST,
          0x09: LAST, 0x0a: ONLY, 0x0b: ONLY, 0x0d: FIRST, 0x0e: MIDDLE, 0x0f: LAST, 0x10: ONLY}
REQUESTS = set(range(0x0d)) | {0x13, 0x14, 0x16, 0x17}
# The opcodes of EVERY_OPERATION: SEND with nothing, an immediate word and a key to invalidate, WRITE with and without an immediate word,
# READ, atomics, and their answers. Masked atomics have no packets.
OF_EVERY_OPERATION = {0x04, 0x05, 0x17, 0x0a, 0x0b, 0x0c, 0x10, 0x13, 0x14, 0x11, 0x12}
# The InfiniBand specification, 7.8.3: a packet up to its ICRC, and the ICRC.
SAMPLE = bytes.fromhex("7012375c000e17d20a2024870087b1b3000dec2a01710a1c015d400238f27a05"
                       "0000000ebb884d85fd5cfba4728bc0690ed40000"), bytes.fromhex("9625b75a")
# The number of datagrams that the test of DATAGRAMS sends.
SHORT_LIVED = 4000
# The bytes of headers.
ERF, LRH, BTH, DETH = 16, 8, 12, 8
READ_REQUEST, READ_RESPONSES, UD = 0x0c, range(0x0d, 0x11), 3
# The names of our protocols in Wireshark. It takes the payload for other protocols, and finds these malformed.
OURS = ("InfiniBand", "IPv4", "IPv6", "UDP", "Ethernet")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def is_open(port):
    lines = pathlib.Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return any(int(line.split()[1].split(":")[1], 16) == port and line.split()[3] == "0A" for line in lines)


def run(words, layer, scratch):
    """Runs both ends. Returns the file of packets and the counts."""
    pcap, counts = scratch / "packets", scratch / "counts"
    port = free_port()
    command = [LAUNCHER, "--fabric", scratch.name, "--link-layer", layer, "--pcap", pcap, "--count", counts, *words, f"-p{port}"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        until = time.monotonic() + 20
        while not is_open(port) and time.monotonic() < until:
            time.sleep(0.01)
        client = subprocess.run([*command, "127.0.0.1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
                                check=False)
        said = server.communicate(timeout=30)[0]
    finally:
        server.send_signal(signal.SIGKILL)
    if client.returncode or server.returncode:
        sys.exit(f"{' '.join(words)}: it ended with {client.returncode} and {server.returncode}\n{client.stdout}{said}")
    return pcap, [json.loads(line) for line in counts.read_text(encoding="utf-8").splitlines()]


def run_alone(layer, scratch, *program):
    """Runs a program that needs no other, and returns the file of packets."""
    pcap = scratch / "packets"
    done = subprocess.run([LAUNCHER, "--fabric", scratch.name, "--link-layer", layer, "--pcap", pcap, *program],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(program)} ended with {done.returncode}\n{done.stdout}")
    return pcap


def check_short_lived_senders():
    """Both threads of a process add to the file: the engine's, and the one that destroys a queue pair. No packet is lost."""
    name, immediate = "datagrams of queue pairs that end", slice(ERF + LRH + BTH + DETH, ERF + LRH + BTH + DETH + 4)
    with tempfile.TemporaryDirectory(prefix="packets-") as directory:
        pcap = run_alone("infiniband", pathlib.Path(directory), DATAGRAMS, "--gtest_filter=*short_lived*another_process*")
        packets = list(records(pcap, LAYERS["infiniband"]))
        check_infiniband(name, packets)
        numbers = [int.from_bytes(one[immediate], "big") for one in packets]
        if numbers != list(range(SHORT_LIVED)):
            sys.exit(f"{name}: {len(numbers)} packets with the numbers {numbers[:20]} and so on")
        print(f"{name}: {len(numbers)} packets", flush=True)


def records(pcap, link):
    """Yields the bytes of each packet."""
    data = pcap.read_bytes()
    magic, major, minor, _, _, _, found = struct.unpack_from("=IHHIIII", data)
    if (magic, major, minor, found) != (0xa1b23c4d, 2, 4, link):
        sys.exit(f"the file begins with {data[:24].hex()}")
    at = 24
    while at < len(data):
        _, _, length, _ = struct.unpack_from("=IIII", data, at)
        yield data[at + 16:at + 16 + length]
        at += 16 + length
    if at != len(data):
        sys.exit("the last packet is cut off")


def check_bytes(name, packets, counts):
    """The same packets and bytes as --count; Ethernet's frame check sequence is not in the file."""
    total = collections.Counter()
    for process in counts:
        total.update(process["total"]["packets"])
        total["wire_bytes"] += process["total"]["wire_bytes"]
    kinds = ("requests", "responses", "acks", "naks", "rnr_naks")
    most = sum(total[kind] for kind in kinds)
    # Acknowledgements that leave together are one packet.
    if not most - total["acks"] <= len(packets) <= most:
        sys.exit(f"{name}: {len(packets)} packets, and --count says {dict(total)}")
    acks = most - len(packets)
    length = sum(len(one) + 4 for one in packets)
    if length + acks * 66 != total["wire_bytes"]:
        sys.exit(f"{name}: {length} bytes and {acks} acknowledgements, and --count says {total['wire_bytes']}")


def invariant_crc(packet):
    """The ICRC of an InfiniBand packet without its CRCs: 7.8.1 of the specification."""
    covered = bytearray(packet)
    bth = 8
    if packet[1] & 3 == 3:  # behind the LRH is a GRH: traffic class, flow label and hop limit may change, and all of the LRH
        bth = 48
        covered[:12] = b"\xff" * 8 + bytes([packet[8] | 0x0f]) + b"\xff" * 3
        covered[15] = 0xff
    else:
        covered[0] |= 0xf0
    covered[bth + 4] = 0xff
    return struct.pack("<I", zlib.crc32(covered))


def variant_crc(packet):
    """The VCRC: 7.8.2."""
    value = 0xffff
    for byte in packet:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xd008 if value & 1 else 0)  # the polynomial is 0x100b
    return struct.pack("<H", value ^ 0xffff)


def check_infiniband(name, packets):
    """Returns the opcodes."""
    if invariant_crc(SAMPLE[0]) != SAMPLE[1]:
        sys.exit("the ICRC of the specification's sample packet is another")
    opcodes = set()
    for record in packets:
        lengths = struct.unpack_from(">HHH", record, 10)
        packet = record[16:]
        if lengths != (len(record), 0, len(packet)) or record[8] != 21:
            sys.exit(f"{name}: the header of ERF is {record[:16].hex()}")
        if struct.unpack_from(">H", packet, 4)[0] & 0x7ff != (len(packet) - 2) // 4:
            sys.exit(f"{name}: the length in the LRH is wrong: {packet.hex()}")
        if invariant_crc(packet[:-6]) != packet[-6:-2] or variant_crc(packet[:-2]) != packet[-2:]:
            sys.exit(f"{name}: a wrong CRC: {packet.hex()}")
        opcodes.add(packet[48 if packet[1] & 3 == 3 else 8])
    return opcodes


def check_with_scapy(name, packets, gaps=0):
    """Returns the opcodes. `gaps` is the most PSNs between two packets of a queue pair that are not there."""
    from scapy.contrib.roce import BTH  # pylint: disable=import-outside-toplevel
    from scapy.layers.l2 import Ether  # pylint: disable=import-outside-toplevel

    expected, inside, responses = {}, {}, collections.Counter()
    opcodes = set()
    mtu = mtu_of(packets)
    for bytes_of in packets:
        packet = Ether(bytes_of)
        if BTH not in packet:
            sys.exit(f"{name}: no RoCE: {bytes_of.hex()}")
        bth = packet[BTH]
        if bth.compute_icrc(bytes_of) != bytes_of[-4:]:
            sys.exit(f"{name}: a wrong ICRC: {packet.show(dump=True)}")
        if bytes(packet)[14:34] != bytes_of[14:34]:
            sys.exit(f"{name}: the IP header is {bytes_of[14:34].hex()}")
        opcodes.add(bth.opcode)
        operation, transport = bth.opcode & 0x1f, bth.opcode >> 5
        flow = (bth.dqpn, transport, operation in REQUESTS)
        if transport != UD and operation in REQUESTS:
            if (bth.psn - expected.setdefault(flow, bth.psn)) & 0xffffff > gaps:
                sys.exit(f"{name}: PSN {bth.psn} to queue pair {bth.dqpn:#x}, and not {expected[flow]}")
            # A READ takes the PSNs of its responses. Behind its BTH are the address, the key and the length.
            length = struct.unpack(">I", bytes(bth.payload)[12:16])[0] if operation == READ_REQUEST else 1
            expected[flow] = (bth.psn + -(-length // mtu)) & 0xffffff
            if operation == READ_REQUEST:
                responses.update((bth.psn + i) & 0xffffff for i in range(-(-length // mtu)))
        if operation in READ_RESPONSES:
            responses.subtract([bth.psn])
        place = PLACES.get(operation)
        if place:
            if (place in (FIRST, ONLY)) == inside.get(flow, False):
                sys.exit(f"{name}: a {place} packet to queue pair {bth.dqpn:#x}")
            inside[flow] = place in (FIRST, MIDDLE)
    if any(responses.values()):
        sys.exit(f"{name}: the PSNs of READs and of their responses differ: {+responses} and {-responses}")
    if any(inside.values()):
        sys.exit(f"{name}: a message has no last packet")
    return opcodes


def mtu_of(packets):
    """The payload of the longest packet, which is a power of two."""
    longest = max(len(one) for one in packets)
    return max((mtu for mtu in (256, 512, 1024, 2048, 4096) if mtu <= longest), default=256)


def check_with_tshark(name, pcap, count, layer):
    done = subprocess.run(["tshark", "-r", pcap, "-T", "fields", "-e", "infiniband.bth.opcode", "-e", "_ws.malformed", "-e",
                           "_ws.expert.message"], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if len(lines) != count:
        sys.exit(f"{name} on {layer}: tshark reads {len(lines)} packets of {count}\n{done.stderr}")
    for line in lines:
        opcode, malformed, said = line.split("\t")
        if not opcode or any(f"Malformed Packet: {name}" in malformed for name in OURS) or (said and not malformed):
            sys.exit(f"{name} on {layer}: tshark says {line!r}")


def main():
    with_tshark = "--tshark" in sys.argv
    if not shutil.which("ib_write_bw") or (with_tshark and not shutil.which("tshark")):
        print("skipped: install perftest, and tshark for --tshark")
        return SKIP
    try:
        import scapy.contrib.roce  # noqa: F401 pylint: disable=import-outside-toplevel,unused-import
    except ImportError:
        if sys.executable != DEBIANS_PYTHON and pathlib.Path(DEBIANS_PYTHON).exists():
            os.execv(DEBIANS_PYTHON, [DEBIANS_PYTHON, *sys.argv])
        print("skipped: install python3-scapy")
        return SKIP
    for layer, link in LAYERS.items():
        with tempfile.TemporaryDirectory(prefix="packets-") as directory:
            pcap = run_alone(layer, pathlib.Path(directory), EVERY_OPERATION)
            packets = list(records(pcap, link))
            name = f"every operation, {layer}"
            opcodes = check_with_scapy(name, packets, gaps=8) if layer == "ethernet" else check_infiniband(name, packets)
            if opcodes != OF_EVERY_OPERATION:
                sys.exit(f"{name}: the opcodes are {sorted(map(hex, opcodes))}")
            if with_tshark:
                check_with_tshark(name, pcap, len(packets), layer)
            print(f"{name}: {len(packets)} packets", flush=True)
    check_short_lived_senders()
    for layer in LAYERS if with_tshark else ["ethernet"]:
        for name, words in PROGRAMS.items():
            with tempfile.TemporaryDirectory(prefix="packets-") as directory:
                pcap, counts = run(words, layer, pathlib.Path(directory))
                packets = list(records(pcap, LAYERS[layer]))
                if layer == "ethernet":
                    check_bytes(name, packets, counts)
                    check_with_scapy(name, packets)
                else:
                    check_infiniband(f"{name}, {layer}", packets)
                if with_tshark:
                    check_with_tshark(name, pcap, len(packets), layer)
                print(f"{name}, {layer}: {len(packets)} packets", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
