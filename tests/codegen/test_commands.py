"""The commands of the firmware are where the vendor's headers have them, and no code counts their bits by hand."""
import glob
import os
import pathlib
import re
import unittest

import by_hand
import support
import vendor_header
from codegen.__main__ import specs_of

# The folder in which tests/guest keeps the packages that it has downloaded.
CACHE = os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))

# Fields of MODIFY_CQ that no header names. They are taken from the place that they have in CREATE_CQ.
UNNAMED = {("cq_umem_offset", 0x280), ("cq_umem_id", 0x2c0)}


class Commands(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.specs = specs_of(support.ROOT)
        cls.mailboxes = vendor_header.mailboxes(cls.specs)
        cls.table = vendor_header.table()

    def test_every_field_is_where_a_header_has_it(self):
        compared = 0
        for name, mailbox in self.mailboxes.items():
            headers = self.table.get(name, {})
            for field in mailbox.fields:
                if not headers and field.node is None:
                    continue  # what every command begins with; mbox_in and mbox_out are compared
                with self.subTest(mailbox=name, field=field.name):
                    self.assertEqual(disagreement(headers, field, 8 * mailbox.size), "")
                    compared += 1
        self.assertGreater(compared, 350)

    def test_every_size_is_that_of_a_header(self):
        for name, mailbox in self.mailboxes.items():
            if name in self.table:
                with self.subTest(mailbox=name):
                    self.assertIn(8 * mailbox.size, [s.bits for s in self.table[name].values()])

    def test_every_name_and_opcode_of_a_command_is_the_kernels(self):
        header = linux_header()
        if not header:
            self.skipTest("the headers of Linux are not installed (Debian: linux-headers-6.1*-common)")
        opcodes = dict(re.findall(r"MLX5_CMD_OP_(\w+)\s*=\s*(0x[0-9a-f]+)", header.read_text(encoding="utf-8")))
        for command in self.specs.commands.values():
            with self.subTest(command.name):
                self.assertEqual(int(opcodes[command.title], 0), command.opcode)

    def test_every_status_is_the_kernels(self):
        header = linux_header()
        if not header:
            self.skipTest("the headers of Linux are not installed (Debian: linux-headers-6.1*-common)")
        text = (header.parent / "device.h").read_text(encoding="utf-8")
        theirs = {name.lower(): int(value, 0) for name, value in re.findall(r"MLX5_CMD_STAT_(\w+)\s*=\s*(0x[0-9a-f]+)", text)}
        self.assertEqual({value.name: value.value for value in self.specs.enums["cmd_status"].values}, theirs)

    def test_every_type_of_a_general_object_is_that_of_a_header(self):
        theirs, ours = vendor_header.object_types(), {v.name: v.value for v in self.specs.enums["general_object"].values}
        self.assertEqual({name: theirs.get(name) for name in ours}, ours)
        self.assertGreater(len(ours), 3)

    def test_no_code_has_a_number_of_a_general_object(self):
        number = re.compile(r"\b(?:dek|crypto_login|scheduling_element|reserved_qpn|av_qp_mapping)\s*=\s*0x")
        wrong = [path for folder in ("runtime", "examples") for path in (support.ROOT / folder).rglob("*.?pp")
                 if number.search(path.read_text(encoding="utf-8"))]
        self.assertEqual(wrong, [])
        self.assertRegex("constexpr std::uint32_t dek = 0x0c;", number)

    def test_the_table_is_what_the_header_says(self):
        header = linux_header()
        if not header:
            self.skipTest("the headers of Linux are not installed (Debian: linux-headers-6.1*-common)")
        read = vendor_header.Header(header.read_text(encoding="utf-8"), vendor_header.PREFIXES["linux"])
        for name in self.mailboxes:
            with self.subTest(name):
                self.assertEqual(read.structure(name), self.table.get(name, {}).get("linux"))

    def test_a_wrong_field_is_found(self):
        """The judge is judged: a field moved by one bit, one with a wrong width and one that no header has."""
        headers = self.table["qpc"]
        right = next(f for f in self.specs.structures["qpc"].fields if f.name == "mtu")
        for wrong in ({"bit": right.bit + 1}, {"width": right.width - 1}, {"member": "mtuu"}):
            moved = type(right)(**{**right.__dict__, **wrong})
            self.assertNotEqual(disagreement(headers, moved, 0x740), "", wrong)

    def test_no_code_counts_places_by_hand(self):
        self.assertEqual(by_hand.wrong_files(), [])
        for counted in ("constexpr wire::mailbox_field<qpc> pd{0x28, 24};",
                        "constexpr wire::component<wire::mailbox_field<mine>> sl{{0x1ac, 4, 'sl'}, 15};"):
            self.assertRegex(counted, by_hand.PLACE)
        self.assertRegex("constexpr std::uint32_t context_at = 0xc0;", by_hand.OFFSET)
        for counted in ("wire::store32(at + 8, value);", "std::memcpy(result.data() + 24, gid, 16);", "asked.wanted.subspan(16, 16)",
                        "from.first(16)", "header[1] = value;", "constexpr std::size_t udp_bytes = 8;", "in_byte(37, 24)", "std::memcpy(at + 12, gid, 4);"):
            self.assertTrue(any(one.search(counted) for one in by_hand.BY_HAND), counted)
        for counted in ("return bytes[0] == 0xfe;", "address[13] & 0x7f", "std::memcpy(gid.bytes.data() + 12, &number, 4);", "mac[4] << 8",
                        "gid gid{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}};", "port.gid.bytes[8]", "byte(header, 6) == next_is_udp",
                        "gid_at(header, 24)", "byte(header, ipv4_at + 1)", "ip.first(20)", "put16(frame, 0x0800);", "frame[0] & one",
                        "inet_pton(AF_INET, text, result.data() + 12)"):
            self.assertTrue(any(one.search(counted) for one in by_hand.ADDRESSES), counted)


def disagreement(headers, field, bits):
    """Returns what the headers have against a field; empty if one has it, and the others nothing else there."""
    place = field.bit, field.width
    if field.rest:
        place = bits, 0
    found = {source: s.fields[field.member] for source, s in headers.items() if field.member in s.fields}
    if not found and field.node and (field.name, field.bit) in UNNAMED:
        return ""
    if place not in found.values():
        return f"no header has {field.member} at {field.bit:#x} with {field.width} bits: {found}"
    others = {source: at for source, at in found.items() if at != place}
    for source, structure in headers.items():
        for name, (bit, width) in structure.fields.items():
            if name != field.member and bit < field.bit + field.width and field.bit < bit + width:
                others[source] = name, bit, width
    return "" if bool(others) == bool(field.uncertain) else f"other headers differ, or do not: {others}; say so in `uncertain`"


def linux_header():
    """The header of Linux 6.1, if a package with it is at hand."""
    for place in ("/", f"{CACHE}/verbatim-guest/hdr/"):
        for found in sorted(glob.glob(f"{place}usr/src/linux-headers-6.1*-common/include/linux/mlx5/mlx5_ifc.h")):
            return pathlib.Path(found)
    return None


if __name__ == "__main__":
    unittest.main()
