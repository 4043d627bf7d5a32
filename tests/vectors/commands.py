"""Random commands, answers and structures of the firmware, and their bytes by the vendor's headers.

The places of fields are those that tests/codegen/firmware_fields.txt has of these headers, not those of the specs."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests/codegen")]

import vendor_header  # noqa: E402  (the path comes first)
from codegen.__main__ import specs_of  # noqa: E402


class Commands:
    """All mailboxes of the specs by their names in the headers."""

    c_header = "verbatim_commands.h"

    def __init__(self):
        self.specs = specs_of(ROOT)
        self.mailboxes = vendor_header.mailboxes(self.specs)
        self.headers = vendor_header.table()

    def place(self, name, field):
        """First bit and width of a field. If the headers disagree, the one is taken that the spec has chosen."""
        found = {s.fields[field.member] for s in self.headers.get(name, {}).values() if field.member in s.fields}
        chosen = field.bit, field.width
        return next(iter(found)) if len(found) == 1 else chosen

    def cxx(self):
        """The types of C++, and the headers that have them."""
        types = {f"{c.name}_{side.kind}": (f"verbatim::firmware::{c.name}::{side.kind}", f"commands/{c.name}")
                 for c in self.specs.commands.values() for side in c.sides}
        return types | {name: (f"verbatim::firmware::{name}", f"commands/{name}") for name in self.specs.structures}

    def filled(self, name, dice, noise=0):
        """Values for all fields of a mailbox, by their names, and the bytes that they are in front of that noise. A structure is a
        mapping of its own; a list that runs to the end has no value."""
        size = 8 * self.mailboxes[name].size
        values, whole, mask = self._filled(name, dice, 0, size)
        return values, (noise & ~mask | whole).to_bytes(size // 8, "big")

    def _filled(self, name, dice, base, size):
        values, whole, mask = {}, 0, 0
        for field in self.mailboxes[name].described:
            bit, width = self.place(name, field)
            if field.rest:
                continue
            if field.of:
                values[field.name], inner, taken = self._filled(field.of, dice, base + bit, size)
                whole, mask = whole | inner, mask | taken
                continue
            # Often an end of what the field can hold.
            value = dice.choice((dice.getrandbits(width), dice.getrandbits(width), 0, (1 << width) - 1))
            values[field.name] = value if field.is_number else value.to_bytes(width // 8, "big")
            shift = size - base - bit - width
            whole, mask = whole | value << shift, mask | ((1 << width) - 1) << shift
        return values, whole, mask
