"""The components of records have the numbers that the headers of the kernel and of opensm have. Where their bits are, test_datagrams.py
compares with libibmad, and tests/connect/subnet with libibumad and opensm."""
import re
import unittest

import support
from codegen.__main__ import specs_of
from test_commands import linux_header


# The components of the records that the kernel does not know, by ib_types.h of opensm 3.3.23 (Debian: libopensm-dev), where their
# names begin with IB_ and the record's abbreviation: NR, PIR, SWIR, LR. That of a subnet manager's LID is not there.
OPENSM = {
    "node_record": {"lid": 0, "base_version": 2, "class_version": 3, "node_type": 4, "num_ports": 5, "sys_guid": 6, "node_guid": 7, "port_guid": 8,
                    "partition_cap": 9, "device_id": 10, "revision": 11, "local_port_num": 12, "vendor_id": 13, "node_desc": 14},
    "portinfo_record": {"lid": 0, "port_num": 1, "options": 2},
    "switch_info_record": {"lid": 0},
    "link_record": {"from_lid": 0, "from_port": 1, "to_port": 2, "to_lid": 3},
    "sminfo_record": {"lid": 0},
}


class Records(unittest.TestCase):
    def setUp(self):
        header = linux_header()
        if not header:
            self.skipTest("the headers of Linux are not installed (Debian: linux-headers-6.1*-common)")
        self.text = (header.parents[2] / "rdma" / "ib_sa.h").read_text(encoding="utf-8")
        records = specs_of(support.ROOT).records
        self.records = {name: record for name, record in records.items() if name not in OPENSM}

    def test_every_component_has_the_kernels_number(self):
        # The number of a service is two components. A record has the first.
        numbers = dict(re.findall(r"#define IB_SA_(\w+)\s*\\?\s+\(?IB_SA_COMP_MASK\(\s*(\d+)\)", self.text))
        compared = 0
        for record in self.records.values():
            for field in record.fields:
                name = f"{record.name.removesuffix('_record').upper()}_REC_{field.name.upper()}"
                with self.subTest(name):
                    # An element of an array has a component of its own.
                    theirs = numbers.get(name, numbers.get(f"{name}_0"))
                    self.assertEqual(str(field.component), theirs)
                    compared += 1
        self.assertGreaterEqual(compared, 45)


    def test_every_attribute_has_the_kernels_number(self):
        numbers = re.findall(r"IB_SA_ATTR_(\w+)_REC\s*=\s*(0x[0-9a-f]+)", self.text)
        theirs = {name.replace("_", ""): int(number, 0) for name, number in numbers}
        for record in self.records.values():
            with self.subTest(record.name):
                self.assertEqual(record.attribute, theirs[record.name.removesuffix("_record").replace("_", "").upper()])


class OthersRecords(unittest.TestCase):
    def test_every_component_has_the_number_of_opensm(self):
        records = specs_of(support.ROOT).records
        ours = {name: {f.name: f.component for f in records[name].fields if not f.of} for name in OPENSM}
        self.assertEqual(ours, OPENSM)


if __name__ == "__main__":
    unittest.main()
