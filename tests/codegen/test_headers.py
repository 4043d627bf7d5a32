"""Headers of packets have their fields where scapy and Wireshark have them."""
import json
import os
import shutil
import struct
import subprocess
import sys
import unittest

import support
from codegen.__main__ import specs_of
from packet_fields import DEBIANS_PYTHON, SCAPY

# Flags are one field of scapy: a bit, by the letter that it gives it.
FLAGS = {"ipv4": ("scapy.layers.inet.IP", {"df": "DF", "mf": "MF"}),
         "tcp": ("scapy.layers.inet.TCP", {"cwr": "C", "ece": "E", "urg": "U", "ack": "A", "psh": "P", "rst": "R", "syn": "S", "fin": "F"})}
ASK_SCAPY = """
import importlib, json, sys
wanted, flags, answers = json.load(sys.stdin), {}, {}
def found(path):
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name, None)
for header, path in wanted["classes"].items():
    kind = found(path)
    if kind is None:
        continue
    at, places = 0, {}
    for field in kind.fields_desc:
        width = getattr(field, "size", 0) if hasattr(field, "size") else round(8 * field.sz)
        places[field.name] = at, width
        at += width
        if at >= wanted["bits"][header]:
            break
    answers[header] = places
for header, (path, letters) in wanted["flags"].items():
    kind = found(path)
    without = int.from_bytes(bytes(kind(flags=0, chksum=0))[:20], "big")
    for name, letter in letters.items():
        with_it = int.from_bytes(bytes(kind(flags=letter, chksum=0))[:20], "big")
        flags[f"{header}.{name}"] = 160 - (without ^ with_it).bit_length()
json.dump([answers, flags], sys.stdout)
"""

# Wireshark's names of our fields, behind headers that lead it to these. Fields that decide what follows have their value there.
UDP_OF_ROCE, OPCODES = 4791, {"reth": 0x0c, "atomic_eth": 0x13, "aeth": 0x11, "atomic_ack_eth": 0x12, "deth": 0x64, "imm_dt": 0x05, "ieth": 0x17}
WIRESHARK = {
    "bth": {"se": "infiniband.bth.se", "m": "infiniband.bth.m", "padcnt": "infiniband.bth.padcnt", "tver": "infiniband.bth.tver",
            "pkey": "infiniband.bth.p_key", "destqp": "infiniband.bth.destqp", "a": "infiniband.bth.a", "psn": "infiniband.bth.psn"},
    "reth": {"va": "infiniband.reth.va", "rkey": "infiniband.reth.r_key", "dma_len": "infiniband.reth.dmalen"},
    "atomic_eth": {"va": "infiniband.reth.va", "rkey": "infiniband.reth.r_key", "swap_add": "infiniband.atomiceth.swapdt",
                   "comp": "infiniband.atomiceth.cmpdt"},
    "aeth": {"syndrome": "infiniband.aeth.syndrome", "msn": "infiniband.aeth.msn"},
    "deth": {"qkey": "infiniband.deth.q_key", "srcqp": "infiniband.deth.srcqp"},
    "imm_dt": {"imm": "infiniband.immdt"},
    "ieth": {"rkey": "infiniband.ieth"},
    "lrh": {"vl": "infiniband.lrh.vl", "lver": "infiniband.lrh.lver", "sl": "infiniband.lrh.sl", "lnh": "infiniband.lrh.lnh",
            "dlid": "infiniband.lrh.dlid", "pktlen": "infiniband.lrh.pktlen", "slid": "infiniband.lrh.slid"},
    "grh": {"tclass": "infiniband.grh.tclass", "flow_label": "infiniband.grh.flowlabel", "paylen": "infiniband.grh.paylen",
            "hoplmt": "infiniband.grh.hoplmt"},
    "vlan_tag": {"pcp": "vlan.priority", "dei": "vlan.dei", "vid": "vlan.id"},
    "vxlan": {"vni": "vxlan.vni"},
}
ETHERNET, ERF = 1, 197
NUMBERS = {"True": 1, "False": 0}


def packed(header, **values):
    """The bytes of a header in which all other fields are 0."""
    number = 0
    for field in header.fields:
        number |= values.pop(field.name, 0) << 8 * header.size - field.bit - field.width
    assert not values, values
    return number.to_bytes(header.size, "big")


class Headers(support.WithScratch):
    @classmethod
    def setUpClass(cls):
        cls.headers = specs_of(support.ROOT).headers

    def test_fields_are_where_scapy_has_them(self):
        wanted = {"classes": {name: path for name, (path, _) in SCAPY.items()}, "flags": FLAGS,
                  "bits": {name: 8 * self.headers[name].size for name in SCAPY}}
        for python in (sys.executable, DEBIANS_PYTHON):
            if shutil.which(python):
                asked = subprocess.run([python, "-c", ASK_SCAPY], input=json.dumps(wanted), capture_output=True, text=True, check=False)
                if asked.returncode == 0:
                    break
        else:
            self.skipTest("scapy is not installed (Debian: python3-scapy)")
        answers, flags = json.loads(asked.stdout)
        compared = 0
        for name, (_, theirs) in SCAPY.items():
            fields = self.headers[name].fields
            for field, called in zip(fields, theirs.split()) if name in answers else ():
                if called != ".":
                    with self.subTest(header=name, field=field.name):
                        self.assertEqual(answers[name][called], [field.bit, field.width])
                        compared += 1
        for flag, bit in flags.items():
            name, _, called = flag.partition(".")
            field = next(f for f in self.headers[name].fields if f.name == called)
            with self.subTest(flag):
                self.assertEqual((bit, 1), (field.bit, field.width))
                compared += 1
        self.assertGreaterEqual(compared, 55)

    def roce(self, *behind, opcode=0x04, **bth):
        """An Ethernet frame with RoCE v2, whose ICRC is zeros."""
        h = self.headers
        body = packed(h["bth"], opcode=opcode, **bth) + b"".join(behind) + bytes(64) + bytes(4)
        udp = packed(h["udp"], source=0xc000, dest=UDP_OF_ROCE, len=8 + len(body))
        ip = packed(h["ipv4"], version=4, ihl=5, tot_len=20 + len(udp) + len(body), ttl=64, protocol=17, saddr=0x0a000001, daddr=0x0a000002)
        return packed(h["ethernet"], h_proto=0x0800) + ip + udp + body

    def infiniband(self, lrh, grh=None):
        """A record of ERF with a packet of InfiniBand."""
        h = self.headers
        packet = packed(h["lrh"], **lrh) + (packed(h["grh"], **grh) if grh else b"") + packed(h["bth"], opcode=0x04) + bytes(64 + 4 + 2)
        return bytes(8) + struct.pack(">BBHHH", 21, 4, 16 + len(packet), 0, len(packet)) + packet

    def frames(self, name, values):
        """The link layer, and a packet whose header of that name has these values."""
        h = self.headers
        if name == "bth":
            return ETHERNET, self.roce(**values)
        if name == "lrh":
            return ERF, self.infiniband({"lnh": 2, **values})
        if name == "grh":
            return ERF, self.infiniband({"lnh": 3}, {"ipver": 6, "nxthdr": 0x1b, **values})
        if name == "vlan_tag":
            tag = packed(h["vlan_tag"], tpid=0x8100, **values)
            frame = self.roce()
            return ETHERNET, frame[:12] + tag + frame[12:]
        if name == "vxlan":
            inner = packed(h["vxlan"], vx_flags=8, **values) + self.roce()
            udp = packed(h["udp"], source=0xc000, dest=4789, len=8 + len(inner))
            ip = packed(h["ipv4"], version=4, ihl=5, tot_len=28 + len(inner), ttl=64, protocol=17)
            return ETHERNET, packed(h["ethernet"], h_proto=0x0800) + ip + udp + inner
        return ETHERNET, self.roce(packed(h[name], **values), opcode=OPCODES[name])

    def test_fields_are_where_wireshark_has_them(self):
        """All bits of one field are set, and then Wireshark finds these in it and in no other field."""
        if os.environ.get("VERBATIM_SLOW_TESTS") != "1":
            self.skipTest("Wireshark takes long to start: a slow test")
        if not shutil.which("tshark"):
            self.skipTest("tshark is not installed")
        rows = {ETHERNET: [], ERF: []}
        for name, fields in WIRESHARK.items():
            for field in (f for f in self.headers[name].fields if f.name in fields):
                if (name, field.name) in (("lrh", "lnh"), ("aeth", "syndrome")):
                    continue  # they decide what follows
                full = (1 << field.width) - 1
                link, frame = self.frames(name, {field.name: full})
                rows[link].append((name, field.name, full, frame))
        compared = 0
        for link, packets in rows.items():
            columns = list(dict.fromkeys(called for name, *_ in packets for called in WIRESHARK[name].values()))
            for (name, set_field, full, _), values in zip(packets, self.dissected(link, packets, columns), strict=True):
                for field, called in WIRESHARK[name].items():
                    if (name, field) in (("lrh", "lnh"), ("aeth", "syndrome")):
                        continue
                    with self.subTest(header=name, set=set_field, read=field):
                        expected = full if field == set_field else 0
                        self.assertEqual(values[columns.index(called)], expected)
                        compared += 1
        self.assertGreater(compared, 120)

    def dissected(self, link, packets, columns):
        path = self.scratch / "packets"
        path.write_bytes(struct.pack("=IHHIIII", 0xa1b2c3d4, 2, 4, 0, 0, 65535, link) + b"".join(
            struct.pack("=IIII", i, 0, len(frame), len(frame)) + frame for i, (*_, frame) in enumerate(packets)))
        command = ["tshark", "-r", path, "-T", "fields", "-E", "occurrence=f", *(w for c in columns for w in ("-e", c))]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        return [[number(text) for text in line.split("\t")] for line in lines]


def number(text):
    """The value that Wireshark prints of a field: a truth, a number, hex, or nothing if the packet has no such field."""
    if not text or text in NUMBERS:
        return NUMBERS.get(text)
    try:
        return int(text, 0)
    except ValueError:
        return int(text, 16)


if __name__ == "__main__":
    unittest.main()
