"""The specs as frozen objects; WQEs and transports are in wqe_model.py. build.py makes them, and only from specs without
mistakes."""
from dataclasses import dataclass, field as member, replace

OCTOWORD = 16
WQEBB = 64
DS_LIMIT = 63  # ctrl_seg.ds has six bits
SUBNET_ADMINISTRATION = 0x03  # the class of management to which records belong

# The types of 32-bit numbers in C++: keys of no memory, of local memory and of remote memory.
KEY_TYPES = {"": "std::uint32_t", "local": "verbatim::lkey", "remote": "verbatim::rkey"}

FOLDERS = {"segment": "segments", "cqe": "cqes", "doorbell": "doorbells", "wqe": "wqes", "transport": "transports",
           "structure": "commands", "command": "commands", "record": "records", "header": "headers", "datagram": "management"}


@dataclass(frozen=True)
class Enumerator:
    name: str
    value: int
    vendor: str  # the constant of mlx5dv.h that has the same value, or ""
    doc: str
    causes: tuple = ()  # of an error: why it is likely to have happened, a sentence each
    checks: tuple = ()  # of an error: what to look at next, a sentence each
    node: object = member(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Enum:
    name: str
    doc: str
    source: str
    width: int
    values: tuple
    path: str

    def named(self, name):
        return next((v for v in self.values if v.name == name), None)

    @property
    def cpp_base(self):
        return unsigned(self.width)

    @property
    def has_advice(self):
        return any(v.causes or v.checks for v in self.values)


@dataclass(frozen=True)
class VendorSyndrome:
    """A code with which the device says which of its checks failed; or several, which differ in their lowest bits."""

    name: str
    value: int
    detail: Enum  # of the lowest bits, or None
    doc: str
    source: str
    causes: tuple
    checks: tuple

    @property
    def detail_bits(self):
        return self.detail.width if self.detail else 0

    @property
    def codes(self):
        return range(self.value, self.value + (1 << self.detail_bits))


@dataclass(frozen=True)
class VendorReport:
    """A report of what a syndrome and a vendor syndrome together turned out to be."""

    syndrome: Enumerator
    vendor: int
    hardware: int  # the hardware syndrome that came with them, or None
    doc: str
    source: str


@dataclass(frozen=True)
class VendorSyndromes:
    doc: str
    source: str
    values: tuple  # of VendorSyndrome
    reports: tuple  # of VendorReport
    path: str


@dataclass(frozen=True)
class QpTransition:
    """A state change of a queue pair."""

    origin: Enumerator  # of qp_state
    to: Enumerator
    required: tuple  # of enumerators of qp_attribute
    optional: tuple


@dataclass(frozen=True)
class QpType:
    name: str
    doc: str
    source: str
    transitions: tuple


@dataclass(frozen=True)
class QpTransitions:
    doc: str
    source: str
    types: tuple
    path: str


@dataclass(frozen=True)
class Field:
    name: str
    at: int  # offset in bytes of the word that holds the field
    msb: int
    lsb: int
    word_bits: int  # 32 or 64
    doc: str
    enum: str  # "" if the field is a plain number
    always: int  # the value a must-be field has; None for others
    member: str  # of the vendor's public struct; "" if it has none
    node: object
    bytes: int = 0  # of a field that is a string of bytes rather than bits of a word
    uncertain: str = ""  # in what the sources disagree, as a sentence
    max: int = None  # the largest value that the device takes; None if it takes all
    key: str = ""  # local or remote, of a field that is a memory key
    in_place: bool = False  # its number is the word's with the other bits 0, not counted from the field's lowest bit

    @property
    def reserved(self):
        return self.name.startswith("reserved_")

    @property
    def settable(self):
        return not self.reserved and self.always is None

    @property
    def width(self):
        return self.bytes * 8 if self.bytes else self.msb - self.lsb + 1

    @property
    def where(self):
        """Its bits, as documentation writes them."""
        return f"{self.bytes} bytes" if self.bytes else f"{self.msb}..{self.lsb}"

    @property
    def fills_word(self):
        return self.width == self.word_bits

    @property
    def fills_bytes(self):
        """It is as wide as a number of C++, and lies in memory like one."""
        return not self.in_place and self.width in (8, 16, 32, 64) and self.lsb % self.width == 0

    @property
    def first_bit(self):
        """Counted from the layout's first bit on the wire."""
        return self.at * 8 + (0 if self.bytes else self.word_bits - 1 - self.msb)

    @property
    def last_bit(self):
        return self.first_bit + self.width - 1

    @property
    def narrow_at(self):
        """Offset of the word as wire::field counts it, who takes a field without bits above 31 for one of 32 bits."""
        return self.at + 4 if self.word_bits == 64 and self.msb < 32 else self.at

    @property
    def cpp_number(self):
        return unsigned(self.msb + 1 if self.in_place else self.width)

    @property
    def meaning(self):
        """Its doc; of an address that shares its word, also which bits a caller leaves 0."""
        low = f"{self.lsb - 1} to 0" if self.lsb > 1 else "0"
        return f"{self.doc} The whole number: its bits {low} are 0." if self.in_place else self.doc

    @property
    def cpp_type(self):
        if self.bytes:
            return f"std::array<std::byte, {self.bytes}>"
        return f"verbatim::{self.enum}" if self.enum else self.cpp_number

    @property
    def cpp_default(self):
        return "{}" if self.enum or self.bytes else "0"


@dataclass(frozen=True)
class Word:
    """The fields that share a big-endian word of 32 or 64 bits."""

    at: int
    bits: int
    fields: tuple


@dataclass(frozen=True)
class Store:
    """One store: a word, or two 32-bit words side by side as one of 64 bits."""

    at: int
    words: tuple

    @property
    def bits(self):
        return sum(word.bits for word in self.words)


@dataclass(frozen=True)
class Layout:
    kind: str  # segment, cqe or doorbell
    name: str
    size: int
    doc: str
    source: str
    struct: str  # of the vendor's public header, or ""
    prefix: bool  # the layout is only the beginning of `struct`
    drop_if_zero: str  # field whose zero means "leave the segment out", or ""
    fields: tuple
    path: str
    memory: tuple = ()  # names of the fields that name a piece of memory: address, perhaps length, key

    @property
    def folder(self):
        return FOLDERS[self.kind]

    @property
    def words(self):
        groups = {}
        for field in self.fields:
            if not field.bytes:
                groups.setdefault((field.at, field.word_bits), []).append(field)
        return tuple(Word(at, bits, tuple(fields)) for (at, bits), fields in sorted(groups.items()))

    @property
    def strings(self):
        """The fields that are bytes. They may share a word with bits, and are written after it."""
        return tuple(f for f in self.fields if f.bytes)

    @property
    def stores(self):
        stores = []
        for word in self.words:
            if word.bits == 32 and word.at % 8 == 4 and stores and stores[-1].at == word.at - 4:
                stores[-1] = Store(word.at - 4, (*stores[-1].words, word))
            else:
                stores.append(Store(word.at, (word,)))
        return tuple(stores)

    @property
    def enums(self):
        return tuple(sorted({f.enum for f in self.fields if f.enum}))

    @property
    def settable(self):
        return tuple(f for f in self.fields if f.settable)

    @property
    def limited(self):
        """The fields of which a value may be too large."""
        return tuple(f for f in self.fields if f.max is not None)

    def field(self, name):
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True)
class Specs:
    enums: dict
    layouts: dict
    wqes: dict
    transports: dict
    vendor_syndromes: VendorSyndromes = None
    qp_transitions: QpTransitions = None
    structures: dict = member(default_factory=dict)  # of Mailbox
    commands: dict = member(default_factory=dict)
    records: dict = member(default_factory=dict)  # of Mailbox
    headers: dict = member(default_factory=dict)
    datagrams: dict = member(default_factory=dict)

    @property
    def inner_first(self):
        """The structures of commands, each behind those inside of it."""
        return _inner_first(self.structures)

    @property
    def inner_datagrams_first(self):
        """The same of datagrams and records."""
        return _inner_first(self.datagrams | self._record_attributes)

    @property
    def packets(self):
        """The headers of packets, the management datagrams and the records, by the folders of these kinds."""
        return {FOLDERS["header"]: self.headers, FOLDERS["datagram"]: self.datagrams, FOLDERS["record"]: self.records}

    @property
    def described_datagrams(self):
        """Datagrams, the one of all other classes at the end, and the attributes of their data, with records among them."""
        whole = [d for d in self.datagrams.values() if not d.attribute and any(f.name == "data" for f in d.fields)]
        attributes = [d for d in (*self.datagrams.values(), *self._record_attributes.values()) if d.attribute]
        return *sorted(whole, key=lambda d: (not d.classes, d.name)), *attributes

    @property
    def _record_attributes(self):
        """The records, as attributes of their class."""
        return {name: replace(record, classes=(SUBNET_ADMINISTRATION,)) for name, record in self.records.items()}

    @property
    def described_commands(self):
        """The commands by their numbers, each with its sides and all that is known of their fields: their own, and those with
        which every command begins."""
        return tuple((command, tuple((side.kind, self._with_header(side)) for side in command.sides))
                     for command in sorted(self.commands.values(), key=lambda c: c.opcode))

    def _with_header(self, side):
        header = self.structures.get(f"mbox_{side.kind}")
        more = [f for f in header.fields if not any(f.bit < own.bit + own.width and own.bit < f.bit + f.width for own in side.fields)] \
            if header else []
        return tuple(sorted((*side.fields, *more), key=lambda f: f.bit))

    def carried_by(self, transport):
        return tuple(w for w in self.wqes.values() if transport.name in w.transports)

    @property
    def listed(self):
        """Names of the segments that some WQE repeats."""
        return {c.segment.name for w in self.wqes.values() for step in w.steps for c in step if c.repeat and c.segment}


def _inner_first(things):
    ordered = {}

    def add(name):
        for part in things[name].parts:
            add(part)
        ordered[name] = things[name]

    for name in things:
        add(name)
    return tuple(ordered.values())


def unsigned(width):
    return f"std::uint{next(n for n in (8, 16, 32, 64) if width <= n)}_t"
