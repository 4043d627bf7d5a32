"""Layouts as data: the generated tables consist of these types, and everything that reads or writes bits uses them."""
from __future__ import annotations

import difflib
import enum
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional, Tuple, Type, Union

from verbatim.errors import ArgumentError, NameUnknown, ParseError, RangeError

BytesLike = Union[bytes, bytearray, memoryview]
LONGEST_STRING = 16  # in bytes; only the length of longer fields is printed


class Described(enum.IntEnum):
    """An enumerator of the specs. `doc` is its meaning."""

    doc: str

    def __new__(cls, value: int, doc: str = "") -> "Described":
        member = int.__new__(cls, value)
        member._value_ = value
        member.doc = doc
        return member


def vendor_name(member: enum.IntEnum) -> str:
    """The name as the specs have it; a word of Python has a _ behind it here only."""
    return member.name.rstrip("_")


def enumerator_name(kind: Type[Described], value: int) -> str:
    """The name of a value; empty if the specs have none for it."""
    found = kind._value2member_map_.get(value)
    return "" if found is None else vendor_name(found)  # type: ignore[arg-type]


def one_of(names: Iterable[str], wanted: str, what: str) -> str:
    """The text about a name that does not exist: `what` is what it is not, as in "there is no transport"."""
    known = sorted(names)
    alike = difflib.get_close_matches(str(wanted), known, n=1, cutoff=0.65)
    guess = f"did you mean '{alike[0]}'? " if alike else ""
    return f"{what} '{wanted}'; {guess}there are {', '.join(known)}"


@dataclass(frozen=True)
class Field:
    """Bits msb..lsb of the big-endian word at offset `at`, or `bytes` bytes there."""

    name: str
    at: int
    msb: int
    lsb: int
    doc: str = ""
    enum: Optional[Type[Described]] = None
    always: Optional[int] = None  # the only value of a must-be field
    bytes: int = 0
    max: Optional[int] = None  # the largest value that the device takes
    in_place: bool = False  # the value is that of the whole word with the other bits 0
    key: str = ""  # local or remote, of a memory key
    uncertain: str = ""  # in what the sources disagree

    @property
    def reserved(self) -> bool:
        return self.name.startswith("reserved_")

    @property
    def settable(self) -> bool:
        return not self.reserved and self.always is None

    @property
    def width(self) -> int:
        return self.bytes * 8 if self.bytes else self.msb - self.lsb + 1

    @property
    def limit(self) -> int:
        """The largest value."""
        if self.max is not None:
            return self.max
        return ((1 << self.width) - 1) << (self.lsb if self.in_place else 0)

    @property
    def last_bit(self) -> int:
        """Counted from the layout's first bit on the wire."""
        if self.bytes:
            return (self.at + self.bytes) * 8 - 1
        return self.at * 8 + (63 if self.msb > 31 else 31) - self.lsb

    def coerced(self, value: Any, where: str) -> int:
        """The bits for a value, which may be a number, the name of an enumerator, or bytes."""
        if self.bytes:
            return self._of_bytes(value, where)
        if self.enum is not None and isinstance(value, str):
            found = next((m for m in self.enum if vendor_name(m) == value), None)
            if found is None:
                raise NameUnknown(f"{where}: " + one_of(map(vendor_name, self.enum), value, f"there is no {self.enum.__name__}"))
            return int(found)
        if isinstance(value, bool):
            value = int(value)
        if not isinstance(value, int):
            raise ArgumentError(f"{where} is a number, not {type(value).__name__}")
        if self.enum is not None and value not in self.enum._value2member_map_:
            known = ", ".join(f"{vendor_name(m)} ({int(m):#x})" for m in self.enum)
            raise RangeError(f"{where} cannot be {value:#x}: {self.enum.__name__} has {known}")
        if not 0 <= value <= self.limit:
            raise RangeError(f"{where} cannot be {value:#x}: it is 0 to {self.limit:#x}, {self.width} bits")
        if not self.in_place:
            return value
        if value & ((1 << self.lsb) - 1):
            raise RangeError(f"{where} cannot be {value:#x}: it is a multiple of {1 << self.lsb:#x}")
        return value >> self.lsb

    def _of_bytes(self, value: Any, where: str) -> int:
        if not isinstance(value, (bytes, bytearray, memoryview)):
            raise ArgumentError(f"{where} is {self.bytes} bytes, not {type(value).__name__}")
        if len(bytes_of(value)) != self.bytes:
            raise RangeError(f"{where} has {len(bytes_of(value))} bytes: give {self.bytes}")
        return int.from_bytes(bytes_of(value), "big")


def bytes_of(data: BytesLike) -> bytes:
    """The data as bytes, or an error about its type."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    raise ArgumentError(f"bytes are needed, not {type(data).__name__}")


class Layout:
    """A segment, CQE or doorbell."""

    def __init__(self, kind: str, name: str, size: int, doc: str, source: str, fields: Tuple[Field, ...],
                 drop_if_zero: str = "") -> None:
        self.kind, self.name, self.size, self.doc, self.source = kind, name, size, doc, source
        self.fields, self.drop_if_zero = fields, drop_if_zero
        self._by_name = {field.name: field for field in fields}
        self._places = {f.name: (size * 8 - 1 - f.last_bit, (1 << f.width) - 1) for f in fields}
        self._always = sum(f.always << self._places[f.name][0] for f in fields if f.always)
        # For faults: the fields whose content is known, and the values of enums.
        self._fixed = tuple((f, *self._places[f.name], f.always or 0) for f in fields if not f.settable)
        self._fixed_mask = sum(mask << shift for _, shift, mask, _ in self._fixed)
        self._enums = tuple((f, *self._places[f.name], frozenset(map(int, f.enum))) for f in fields if f.enum and f.settable)

    def __repr__(self) -> str:
        return f"<layout {self.name}, {self.size} bytes>"

    def field(self, name: str) -> Field:
        try:
            return self._by_name[name]
        except KeyError:
            raise NameUnknown(one_of((f.name for f in self.fields if not f.reserved), name, f"{self.name} has no field")) from None

    def number(self, data: BytesLike, at: int = 0) -> int:
        """All bytes as one number."""
        return int.from_bytes(data[at:at + self.size], "big")

    def get(self, whole: int, name: str) -> int:
        """The number of a field, from all bytes as one number."""
        shift, mask = self._places[name]
        value = (whole >> shift) & mask
        field = self._by_name[name]
        return value << field.lsb if field.in_place else value

    def value(self, whole: int, field: Field) -> Any:
        """The value of a field: an enumerator, a number, or bytes."""
        number = self.get(whole, field.name)
        if field.bytes:
            return number.to_bytes(field.bytes, "big")
        if field.enum is not None:
            return field.enum._value2member_map_.get(number, number)
        return number

    def wrong_fields(self, whole: int) -> Tuple[Field, ...]:
        """The fields that hold a forbidden value, in wire order."""
        wrong = []
        if whole & self._fixed_mask != self._always:
            wrong = [f for f, shift, mask, expected in self._fixed if (whole >> shift) & mask != expected]
        wrong += [f for f, shift, mask, known in self._enums if (whole >> shift) & mask not in known]
        return tuple(f for f in self.fields if f in wrong) if wrong else ()

    def packed(self, values: Mapping[str, Any], where: str = "") -> int:
        """All bytes as one number. Fields that get no value are 0."""
        whole = self._always
        for name, value in values.items():
            field = self.field(name)
            if not field.settable:
                raise ArgumentError(f"{self.name}.{name} always has the same value; leave it out")
            whole |= field.coerced(value, f"{where or self.name + '.'}{name}") << self._places[name][0]
        for field in self.fields:
            if field.enum is not None and field.settable and field.name not in values and 0 not in field.enum._value2member_map_:
                raise ArgumentError(f"{self.name}.{field.name} needs a value: {field.enum.__name__} has no 0")
        return whole

    def make(self, **values: Any) -> "Record":
        """The bytes with these values; every other field is 0."""
        return Record(self, self.packed(values).to_bytes(self.size, "big"))

    def parse(self, data: BytesLike) -> "Record":
        """The fields of exactly `size` bytes. Forbidden values are an error."""
        data = bytes_of(data)
        if len(data) != self.size:
            raise ParseError(f"{self.name} has {self.size} bytes, and here are {len(data)}")
        record = Record(self, data)
        if record.faults:
            raise ParseError(f"no {self.name}", record.faults)
        return record


class Record:
    """A segment, CQE or doorbell: its bytes, and its fields as attributes. It does not change; replace() makes another."""

    __slots__ = ("layout", "raw", "_whole")

    layout: Layout
    raw: bytes
    _whole: int

    def __init__(self, layout: Layout, raw: bytes) -> None:
        object.__setattr__(self, "layout", layout)
        object.__setattr__(self, "raw", bytes(raw))
        object.__setattr__(self, "_whole", int.from_bytes(raw, "big"))

    def __setattr__(self, name: str, value: Any) -> None:
        raise ArgumentError(f"a {self.layout.name} does not change; replace({name}=...) makes another")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what copy and pickle ask for
            raise AttributeError(name)
        return self.layout.value(self._whole, self.layout.field(name))

    def __getitem__(self, name: str) -> Any:
        return self.layout.value(self._whole, self.layout.field(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.fields]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and (self.layout.name, self.raw) == (other.layout.name, other.raw)

    def __hash__(self) -> int:
        return hash((self.layout.name, self.raw))

    def __bytes__(self) -> bytes:
        return self.raw

    def __reduce__(self) -> Any:
        return Record, (self.layout, self.raw)

    def __repr__(self) -> str:
        return f"{self.layout.name}{fields_text(self.layout, self._whole)}"

    @property
    def fields(self) -> Dict[str, Any]:
        """Every field that has a name of its own."""
        return {f.name: self.layout.value(self._whole, f) for f in self.layout.fields if not f.reserved}

    @property
    def faults(self) -> Tuple[str, ...]:
        """The contradictions to the specs: "ctrl_seg: reserved_04=! 0x1"."""
        return faults_of(self.layout, self._whole)

    def replace(self, **values: Any) -> "Record":
        """The same with other values."""
        kept = {f.name: self[f.name] for f in self.layout.fields if f.settable and f.name not in values}
        return self.layout.make(**kept, **values)


def faults_of(layout: Layout, whole: int, begin: int = 0) -> Tuple[str, ...]:
    """The texts about forbidden values in fields that begin at byte `begin` or behind it."""
    wrong = layout.wrong_fields(whole)
    return tuple(f"{layout.name}: {f.name}={value_text(layout, f, whole)}" for f in wrong if f.at >= begin)


def groups(data: bytes, size: int, between: str) -> str:
    """Bytes as hex, with `between` after each group."""
    return between.join(data[i:i + size].hex() for i in range(0, len(data), size))


def _string_text(field: Field, data: bytes) -> str:
    """A field of bytes in its usual notation."""
    if not any(data):
        return "0"
    if field.name.endswith("mac"):
        return groups(data, 1, ":")
    if field.name.endswith("gid"):
        return groups(data, 2, ":")
    return groups(data, 4, "_") if len(data) <= LONGEST_STRING else f"{len(data)} bytes"


def value_text(layout: Layout, field: Field, whole: int, wrong: Optional[bool] = None) -> str:
    """A field's value: the name of an enumerator, a number, or bytes. A "!" marks a forbidden value."""
    if wrong is None:
        wrong = field in layout.wrong_fields(whole)
    number = layout.get(whole, field.name)
    if field.bytes:
        return ("! " if wrong else "") + _string_text(field, number.to_bytes(field.bytes, "big"))
    if wrong:
        return f"{'! ' if not field.settable else '! unknown '}{number:#x}"
    if field.enum is not None:
        return enumerator_name(field.enum, number)
    return str(number) if number < 10 else f"{number:#x}"


def fields_text(layout: Layout, whole: int) -> str:
    """The fields in braces, without reserved ones that are right."""
    wrong = layout.wrong_fields(whole)
    shown = (f"{f.name}={value_text(layout, f, whole, f in wrong)}" for f in layout.fields if not f.reserved or f in wrong)
    return "{" + " ".join(shown) + "}"
