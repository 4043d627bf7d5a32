"""Headers of packets, management datagrams and records: the package writes the bytes of scapy and of libibmad, and reads them.

test_packets.py [ROUNDS [SEED]]"""
import ipaddress
import json
import pathlib
import pickle
import random
import shutil
import subprocess
import sys
import unittest

import support  # noqa: F401

import test_datagrams  # the one of this folder: test_commands brings the path of another
import test_commands

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "vectors"))

import packets  # noqa: E402  (the path comes first)
import verbatim  # noqa: E402
from packet_fields import DEBIANS_PYTHON, SCAPY  # noqa: E402
from verbatim import headers, management, records  # noqa: E402

# Fields that scapy would fill in by itself, and that are 0 here.
ZEROS = {"ipv4": {"flags": 0}, "tcp": {"flags": 0}}
MAKE = """
import importlib, json, sys
answers = []
for path, values, size in json.load(sys.stdin):
    module, _, name = path.rpartition(".")
    kind = getattr(importlib.import_module(module), name, None)
    answers.append(kind and bytes(kind(**values))[:size].hex())
json.dump(answers, sys.stdout)
"""
INTERFACE = """
import json, sys
from scapy.utils6 import in6_mactoifaceid
json.dump([in6_mactoifaceid(mac) for mac in json.load(sys.stdin)], sys.stdout)
"""


def scapy(program, given):
    """Returns the output of a program with scapy."""
    for python in (sys.executable, DEBIANS_PYTHON):
        if shutil.which(python):
            done = subprocess.run([python, "-c", program], input=json.dumps(given), capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return json.loads(done.stdout)
            if "No module named 'scapy'" not in done.stderr:
                raise AssertionError(done.stderr)
    raise unittest.SkipTest("scapy is not installed (Debian: python3-scapy)")


def as_scapy(header, value, width):
    """A value of ours as scapy takes it: addresses are texts there, and the GIDs of a GRH numbers."""
    if header == "grh" and width == 128:
        return int.from_bytes(value, "big")
    if width == 48:
        return ":".join(f"{byte:02x}" for byte in value)
    return str(ipaddress.IPv6Address(value)) if width == 128 else value


class Bytes(test_commands.Bytes):
    """Random values of all fields."""

    @classmethod
    def setUpClass(cls):
        cls.known = packets.Packets()

    @staticmethod
    def form_of(known, name):
        return getattr({"headers": headers, "management": management, "records": records}[known.folders[name]], name)

    def test_the_numbers_are_those_of_the_specs(self):
        for name, thing in self.known.mailboxes.items():
            form = self.form_of(self.known, name)
            self.assertEqual(getattr(form, "attribute", 0), thing.attribute)
            for field in thing.described if thing.kind == "record" else ():
                if field.component >= 0:
                    self.assertEqual(form.components(field.name), 1 << field.component)


class Scapy(unittest.TestCase):
    def test_headers_are_those_of_scapy(self):
        dice, cases = random.Random(test_commands.SEED), []
        for name, (path, theirs) in SCAPY.items():
            form = getattr(headers, name)
            pairs = [(field, called) for field, called in zip(self.all_fields(name), theirs.split()) if called != "."]
            for _ in range(8 if pairs else 0):
                ours = {f.name: dice.randbytes(f.width // 8) if not f.is_number else dice.getrandbits(f.width) for f, _ in pairs}
                values = {called: as_scapy(name, ours[f.name], f.width) for f, called in pairs}
                if name == "ipv4":  # whose addresses are numbers of ours
                    values |= {"src": str(ipaddress.IPv4Address(ours["saddr"])), "dst": str(ipaddress.IPv4Address(ours["daddr"]))}
                cases.append((name, form(**ours).raw, [path, values | ZEROS.get(name, {}), form.size]))
        compared = 0
        for (name, raw, _), theirs in zip(cases, scapy(MAKE, [given for *_, given in cases])):
            if theirs is not None:
                with self.subTest(name, seed=test_commands.SEED):
                    self.assertEqual(raw.hex(), theirs)
                    compared += 1
        self.assertGreaterEqual(compared, 40)

    def all_fields(self, name):
        """The fields of a header, reserved ones too, in scapy's order of names: it has names for all of ours."""
        by_name = {field.name: field for field in getattr(headers, name).fields}
        specs = packets.Packets().specs.headers[name].fields
        return [by_name.get(field.name, field) for field in specs]

    def test_the_interface_of_a_mac_is_that_of_scapy(self):
        macs = ["02:c9:03:5e:1a:07", "00:11:22:33:44:55", "fe:ff:ff:ff:ff:ff"]
        for mac, interface in zip(macs, scapy(INTERFACE, macs)):
            number = int(mac.replace(":", ""), 16)
            made = headers.eui64(oui=number >> 24 ^ 0x020000, ff=0xff, fe=0xfe, card=number & 0xffffff)
            address = headers.link_local(prefix=0x3fa, interface_id=int.from_bytes(made.raw, "big"))
            self.assertEqual(ipaddress.IPv6Address(address.raw), ipaddress.IPv6Address(f"fe80::{interface.lower()}"))


class Libibmad(unittest.TestCase):
    def test_a_datagram_is_that_of_libibmad(self):
        theirs = test_datagrams.datagram(0x01, 0x81, 0x15, ((test_datagrams.PORT_STATE, 4), (test_datagrams.PHYS_STATE, 5), (test_datagrams.LID, 0x1234),
                                                       (test_datagrams.MTU_CAP, 5)), status=0x1c)
        port = management.port_info(port_state=4, port_phys_state=5, lid=0x1234, mtu_cap=5)
        ours = management.smp(hdr={"base_version": 1, "mgmt_class": 1, "class_version": 1, "method": 0x81, "status": 0x1c,
                                   "tid": 0x1122334455667788, "attr_id": port.form.attribute, "attr_mod": 7}, data=port.raw)
        self.assertEqual(ours.raw.hex(), theirs.hex())
        self.assertEqual(management.port_info.parse(management.smp.parse(theirs).data).lid, 0x1234)


class Uses(unittest.TestCase):
    def raises(self, kind, text, call):
        with self.assertRaises(kind) as raised:
            call()
        self.assertIn(text, str(raised.exception))

    def test_mistakes_are_exceptions(self):
        self.raises(verbatim.NameUnknown, "udp has no field 'destination'", lambda: headers.udp(destination=1))
        self.raises(verbatim.RangeError, "bth.psn cannot be 0x1000000: it is 0 to 0xffffff, 24 bits", lambda: headers.bth(psn=1 << 24))
        self.raises(verbatim.RangeError, "ethernet.h_dest has 5 bytes: give 6", lambda: headers.ethernet(h_dest=bytes(5)))
        self.raises(verbatim.ParseError, "grh has 40 bytes, and here are 39", lambda: headers.grh.parse(bytes(39)))
        self.raises(verbatim.ArgumentError, "smp.hdr is a mad_hdr, or a dict of its fields, not port_info",
                    lambda: management.smp(hdr=management.port_info()))
        self.raises(verbatim.NameUnknown, "path_record has no field 'lid'", lambda: records.path_record.components("lid"))
        self.raises(verbatim.ArgumentError, "portinfo_record.port_info is an attribute", lambda: records.portinfo_record.components("port_info"))

    def test_they_are_explained(self):
        page = verbatim.explain(headers.bth(opcode=0x0a, psn=7))
        self.assertIn("1. header (binary)\n  header     bth: ", page)
        self.assertIn("psn = 0x7: ", page)
        self.assertIn("  record     path_record: ", verbatim.explain(records.path_record(dlid=3)))
        self.assertIn("port_info.port_state = 0x4: State of the port. Active.",
                      verbatim.explain(records.portinfo_record(port_info={"port_state": 4})))
        whole = management.smp(hdr={"mgmt_class": 1, "method": 1, "attr_id": 0x15}, data=management.port_info(lid=3).raw)
        self.assertEqual(verbatim.decode(whole)[0]["mad"], verbatim.decode(whole.raw, kind="mad")[0]["mad"])
        of_part, = verbatim.decode(headers.udp.parse(bytes.fromhex("c00112b7001e0000")))
        self.assertEqual(of_part["part"], {"what": "header", "name": "udp", "fields": {"source": "0xc001", "dest": "0x12b7", "len": "0x1e"},
                                           "other_bits": 0})

    def test_bits_that_no_field_has_are_counted(self):
        of_part, = verbatim.decode(headers.tcp.parse(b"\0" * 12 + b"\x0f" + b"\0" * 7))
        self.assertEqual(of_part["part"]["other_bits"], 4)

    def test_addresses_are_those_of_the_standard_library(self):
        mapped = ipaddress.IPv6Address(headers.mapped_ipv4(mark=0xffff, address=0x0a000102).raw)
        self.assertEqual(mapped.ipv4_mapped, ipaddress.IPv4Address("10.0.1.2"))
        self.assertTrue(ipaddress.IPv6Address(headers.link_local(prefix=0x3fa).raw).is_link_local)
        self.assertFalse(ipaddress.IPv6Address(headers.link_local(prefix=0x3fb).raw).is_link_local)
        group = headers.multicast_address(prefix=0xff, flags=1, scope=2, group_low=0x10203)
        self.assertEqual(ipaddress.IPv6Address(group.raw), ipaddress.IPv6Address("ff12::1:203"))

    def test_they_are_values(self):
        made = records.portinfo_record(lid=1, port_info={"lid": 1})
        self.assertEqual(pickle.loads(pickle.dumps(made)), made)
        self.assertEqual(pickle.loads(pickle.dumps(made.port_info)), management.port_info(lid=1))
        self.assertNotEqual(headers.grh(), headers.ipv6())


if __name__ == "__main__":
    unittest.main()
