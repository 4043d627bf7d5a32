"""Structures whose fields are counted in bits, as frozen objects: commands of the firmware, records, headers of packets and
management datagrams. build.py makes them."""
from dataclasses import dataclass, field as member

from codegen.model import Field, Layout


@dataclass(frozen=True)
class BitField:
    """A field of a command or of a record, counted in bits from the first one on the wire, as the vendor's mlx5_ifc.h counts."""

    name: str
    bit: int
    width: int  # in bits; 0 of what runs to the end
    doc: str
    of: str  # the structure that it is, or ""
    rest: bool  # it runs to the end of the mailbox
    member: str  # its name in the vendor's header
    uncertain: str
    node: object = member(compare=False, repr=False)
    component: int = -1  # of a record: its bit in the mask of a request
    values: tuple = ()  # of a header or a datagram: (number, what it means)

    @property
    def is_number(self):
        return not self.of and (0 < self.width <= 32 or self.width == 64)

    @property
    def reserved(self):
        return self.name.startswith("reserved_")

    @property
    def drawn(self):
        """The same field, as pictures of layouts have it."""
        at, bytes_ = self.bit // 8, 0 if self.is_number else self.width // 8
        if bytes_:
            return Field(self.name, at, 0, 0, 8, self.doc, "", None, "", self.node, bytes=bytes_, uncertain=self.uncertain)
        word = 64 if self.width == 64 else 32
        msb = word - 1 - self.bit % 32
        return Field(self.name, self.bit // 32 * 4, msb, msb - self.width + 1, word, self.doc, "", None, "", self.node,
                     uncertain=self.uncertain)


@dataclass(frozen=True)
class Mailbox:
    """A command, an answer, a structure inside of them, a record, a header of packets, or a management datagram. Bits that no field
    describes are 0; the last two describe every bit."""

    kind: str  # structure, record, header, datagram, or the side of a command: in or out
    name: str
    size: int  # in bytes
    doc: str
    source: str
    fields: tuple  # of BitField
    path: str
    attribute: int = 0  # of a record or a datagram: its number in management datagrams; 0 if it is no attribute
    classes: tuple = ()  # of a datagram: the classes of management to which it belongs

    @property
    def described(self):
        """The fields with a meaning."""
        return tuple(f for f in self.fields if not f.reserved)

    @property
    def parts(self):
        return sorted({f.of for f in self.fields if f.of})

    @property
    def drawn(self):
        """The same, as a layout of which a picture can be made."""
        title = f"{self.name} {self.kind}" if self.kind in ("in", "out") else self.name
        return Layout(self.kind, title, self.size, self.doc, self.source, "", False, "",
                      tuple(f.drawn for f in self.fields if not f.rest), self.path)


@dataclass(frozen=True)
class Command:
    name: str
    title: str  # as messages of the kernel write it
    opcode: int
    doc: str
    source: str
    given: Mailbox
    answer: Mailbox
    path: str

    @property
    def sides(self):
        return self.given, self.answer

    @property
    def parts(self):
        return sorted({part for side in self.sides for part in side.parts})
