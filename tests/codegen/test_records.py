"""The components of records have the numbers that the kernel's header has. Where their bits are, tests/connect/subnet compares with
libibumad and opensm."""
import re
import unittest

import support
from codegen.__main__ import specs_of
from test_commands import linux_header


class Records(unittest.TestCase):
    def setUp(self):
        header = linux_header()
        if not header:
            self.skipTest("the headers of Linux are not installed (Debian: linux-headers-6.1*-common)")
        self.text = (header.parents[2] / "rdma" / "ib_sa.h").read_text(encoding="utf-8")
        self.records = specs_of(support.ROOT).records

    def test_every_component_has_the_kernels_number(self):
        numbers = dict(re.findall(r"#define IB_SA_(\w+)\s+IB_SA_COMP_MASK\(\s*(\d+)\)", self.text))
        compared = 0
        for record in self.records.values():
            for field in record.fields:
                name = f"{record.name.removesuffix('_record').upper()}_REC_{field.name.upper()}"
                with self.subTest(name):
                    # An element of an array has a component of its own.
                    theirs = numbers.get(name, numbers.get(f"{name}_0"))
                    self.assertEqual(str(field.component), theirs)
                    compared += 1
        self.assertGreaterEqual(compared, 40)

    def test_every_attribute_has_the_kernels_number(self):
        numbers = re.findall(r"IB_SA_ATTR_(\w+)_REC\s*=\s*(0x[0-9a-f]+)", self.text)
        theirs = {name.replace("_", ""): int(number, 0) for name, number in numbers}
        for record in self.records.values():
            with self.subTest(record.name):
                self.assertEqual(record.attribute, theirs[record.name.removesuffix("_record").replace("_", "").upper()])


if __name__ == "__main__":
    unittest.main()
