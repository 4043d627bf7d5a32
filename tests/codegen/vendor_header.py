"""Reads what the vendor's headers say of commands: the bits of every field, and the table of them that is kept beside this file.

    vendor_header.py SOURCE=HEADER...

Writes firmware_fields.txt anew from headers like mlx5_ifc.h, for the structures that specs/commands/ describes. SOURCE is
linux, rdma-core, dpdk or ucx.
"""
import pathlib
import re
import sys
import textwrap
from dataclasses import dataclass

TABLE = pathlib.Path(__file__).resolve().parent / "firmware_fields.txt"
ABOUT = """\
# Facts that vendor_header.py read from headers of Linux 6.1.192, rdma-core 56.1, DPDK 22.11.11 and UCX 1.13.1: for each
# structure of specs/commands/ its source, its name and its bits, then the name, first bit and width of each of its fields.
# OBJECT_TYPES has the name and the number of each type of general object.
"""
OBJECT_TYPES = "OBJECT_TYPES"
PREFIXES = {"linux": "mlx5_ifc_", "rdma-core": "mlx5_ifc_", "dpdk": "mlx5_ifc_", "ucx": "uct_ib_mlx5_"}
TOKEN = re.compile(r"\w+|[{}\[\];]")


@dataclass(frozen=True)
class Structure:
    bits: int
    fields: dict  # name -> (first bit, width)


class Header:
    """A header like mlx5_ifc.h, in which an array of n bytes stands for n bits."""

    def __init__(self, text, prefix):
        self.prefix, self.bodies, self.known = prefix, {}, {}
        text = re.sub(r"/\*.*?\*/|//[^\n]*|^\s*#[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)
        self.object_types = dict(re.findall(r"\bMLX5_OBJ_TYPE_(\w+)\s*=\s*(0x[0-9a-fA-F]+)", text))
        for found in re.finditer(r"^(struct|union)\s+(\w+)\s*\{", text, re.MULTILINE):
            self.bodies[self.short(found[2])] = found[1], TOKEN.findall(text[found.end():_closing(text, found.end())])

    def short(self, name):
        return name.removeprefix(self.prefix).removesuffix("_bits")

    def structure(self, name):
        """The structure of that name; None if there is none."""
        if name not in self.bodies:
            return None
        if name not in self.known:
            kind, tokens = self.bodies[name]
            fields = {}
            bits = self._members(kind, iter(tokens), 0, fields)
            self.known[name] = Structure(bits, {n: f for n, f in fields.items() if not n.startswith("reserved")})
        return self.known[name]

    def _members(self, kind, tokens, begin, fields):
        """Reads members up to the end or a closing brace, from bit `begin` on. Returns the bits that they take."""
        at, most = begin, begin
        for word in tokens:
            if word == "}":
                break
            width = 1
            if word in ("struct", "union"):
                following = next(tokens)
                if following == "{":
                    width = self._members(word, tokens, at, fields)
                    name = ""
                else:
                    inner = self.structure(self.short(following))
                    width, name = inner.bits if inner else 0, next(tokens)
            else:
                name = next(tokens)
            for token in tokens:
                if token == ";":
                    break
                if token == "[":
                    size = next(tokens)
                    width *= 0 if size == "]" else int(size, 0)
            if name:
                fields[name] = at, width
            most = max(most, at + width)
            at += width if kind == "struct" else 0
        return most - begin


def _closing(text, at):
    """The place of the brace that closes the one in front of `at`."""
    depth = 1
    for found in re.finditer(r"[{}]", text[at:]):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return at + found.start()
    raise ValueError("a brace is not closed")


def mailboxes(specs):
    """Every structure, command and answer of the specs, by its name in the headers."""
    named = {f"{command.name}_{side.kind}": side for command in specs.commands.values() for side in command.sides}
    return dict(sorted({**specs.structures, **named}.items()))


def rows(source, header, names):
    """The lines of the table about one header."""
    for name in names:
        structure = header.structure(name)
        if structure:
            fields = " ".join(f"{n}:{bit:#x}:{width}" for n, (bit, width) in structure.fields.items())
            yield from _wrapped(f"{source} {name} {structure.bits:#x} {fields}")
    if header.object_types:
        yield from _wrapped(" ".join([source, OBJECT_TYPES, *(f"{n.lower()}:{int(v, 0):#x}" for n, v in header.object_types.items())]))


def _wrapped(row):
    return textwrap.wrap(row, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _table_rows():
    for row in re.sub(r"\n  ", " ", TABLE.read_text(encoding="utf-8")).splitlines():
        if not row.startswith("#"):
            yield row.split()


def table():
    """The structures of the table: {name: {source: Structure}}."""
    found = {}
    for source, name, bits, *fields in _table_rows():
        if name == OBJECT_TYPES:
            continue
        split = (field.split(":") for field in fields)
        found.setdefault(name, {})[source] = Structure(int(bits, 0), {n: (int(bit, 0), int(width)) for n, bit, width in split})
    return found


def object_types():
    """The numbers of the types of general objects by their names."""
    pairs = (pair.split(":") for _, name, *pairs in _table_rows() if name == OBJECT_TYPES for pair in pairs)
    return {name: int(number, 0) for name, number in pairs}


def main():
    sys.path.insert(0, str(TABLE.parent.parent.parent))
    from codegen.__main__ import specs_of
    names = mailboxes(specs_of(TABLE.parent.parent.parent))
    lines = []
    for argument in sys.argv[1:]:
        source, _, path = argument.partition("=")
        lines += rows(source, Header(pathlib.Path(path).read_text(encoding="utf-8"), PREFIXES[source]), names)
    TABLE.write_text(ABOUT + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
