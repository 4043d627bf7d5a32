"""Commands of the firmware and the structures inside of them, headers of packets, management datagrams and records: as bytes, and as
fields with values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, Mapping, Optional, TypeVar, Union

from verbatim.dump.item import DumpedCommand
from verbatim.errors import ArgumentError, NameUnknown, ParseError, RangeError
from verbatim.layout import BytesLike, bytes_of, one_of
from verbatim.model import BitField, Command, Datagram, Described
from verbatim.specs.commands import COMMANDS, STRUCTURES
from verbatim.specs.datagrams import DATAGRAMS, PARTS, RECORDS
from verbatim.specs.packets import HEADERS

Own = TypeVar("Own", bound="Mailbox")


class Mailbox:
    """A command, an answer, a structure, a header, a datagram or a record: its bytes, and its fields as attributes. It does not change;
    replace() makes another.

    A field is a number, bytes, or the Mailbox of a structure. Bits that no field describes are kept."""

    __slots__ = ("form", "raw")

    form: "Form"
    raw: bytes

    def __init__(self, form: "Form", raw: bytes) -> None:
        object.__setattr__(self, "form", form)
        object.__setattr__(self, "raw", raw)

    def __setattr__(self, name: str, value: Any) -> None:
        raise ArgumentError(f"a {self.form.name} does not change; replace({name}=...) makes another")

    if not TYPE_CHECKING:  # the types of each mailbox name its fields, so that a checker finds others

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):  # what copy and pickle ask for
                raise AttributeError(name)
            return self.form.value(self.raw, self.form.field(name))

    def __getitem__(self, name: str) -> Any:
        return self.form.value(self.raw, self.form.field(name))

    def __iter__(self) -> Iterator[str]:
        return (field.name for field in self.form.fields)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mailbox) and self.form is other.form and self.raw == other.raw

    def __hash__(self) -> int:
        return hash((self.form.kind, self.form.name, self.raw))

    def __bytes__(self) -> bytes:
        return self.raw

    def __reduce__(self) -> Any:
        return of_name, (self.form.kind, self.form.name, self.raw)

    def __repr__(self) -> str:
        shown = (f"{name}={value:#x}" if isinstance(value, int) else f"{name}={value!r}" for name, value in self.fields.items()
                 if any(bytes(value) if not isinstance(value, int) else (value,)))
        return f"{self.form.name}{{{' '.join(shown)}}}"

    @property
    def fields(self) -> Dict[str, Any]:
        """Every field with its value."""
        return {name: self[name] for name in self}

    def replace(self: Own, **values: Any) -> Own:
        """The same with other values."""
        return type(self)(self.form, self.form.changed(self.raw, values))


class Form:
    """The fields of a structure, an answer, a header, a datagram or a record. A call makes one: form(field=value); every other bit is 0."""

    def __init__(self, kind: str, name: str, described: Union[Described, Datagram], parts: "Dict[str, Form]",
                 dumped: Optional[DumpedCommand] = None) -> None:
        self.dumped = dumped  # for explanations: the command that it is, or is the answer to
        self.kind, self.name, self.size, self.doc, self.fields = kind, name, described.size, described.doc, described.fields
        self.parts = parts  # the forms of what may be inside
        self._by_name = {field.name: field for field in self.fields}

    def __repr__(self) -> str:
        return f"<{self.name}, {self.size} bytes>"

    def __call__(self, **values: Any) -> Mailbox:
        return Mailbox(self, self.changed(bytes(self.size), values))

    def field(self, name: str) -> BitField:
        try:
            return self._by_name[name]
        except KeyError:
            raise NameUnknown(one_of(self._by_name, name, f"{self.name} has no field")) from None

    def parse(self, data: BytesLike) -> Mailbox:
        """The fields of at least `size` bytes. What follows belongs to a field that runs to the end, or to none."""
        data = bytes_of(data)
        if len(data) < self.size:
            raise ParseError(f"{self.name} has {self.size} bytes, and here are {len(data)}")
        return Mailbox(self, data)

    def value(self, raw: bytes, field: BitField) -> Any:
        """The value of a field."""
        if field.of:
            inner = self.parts[field.of]
            return Mailbox(inner, raw[field.bit // 8:field.bit // 8 + inner.size])
        if not field.is_number:
            return raw[field.bit // 8:(field.bit + field.width) // 8 if field.width else None]
        end = (field.bit + field.width + 7) // 8
        return int.from_bytes(raw[field.bit // 8:end], "big") >> (8 * end - field.bit - field.width) & ((1 << field.width) - 1)

    def changed(self, raw: bytes, values: Mapping[str, Any]) -> bytes:
        """The bytes with other values of these fields."""
        result = bytearray(raw)
        for name, value in values.items():
            field = self.field(name)
            where = f"{self.name}.{name}"
            first = field.bit // 8
            if not field.width:
                result[first:] = bytes_of(value)
            elif field.of:
                inner = self.parts[field.of]
                result[first:first + inner.size] = _part(inner, value, bytes(result[first:first + inner.size]), where)
            elif not field.is_number:
                given = bytes_of(value)
                if len(given) != field.width // 8:
                    raise RangeError(f"{where} has {len(given)} bytes: give {field.width // 8}")
                result[first:first + len(given)] = given
            else:
                _put(result, field, value, where)
        return bytes(result)


def _part(inner: Form, value: Any, before: bytes, where: str) -> bytes:
    """The bytes of a structure, which is given as one, or as values of its fields."""
    if isinstance(value, Mailbox) and value.form is inner:
        return value.raw[:inner.size]
    if isinstance(value, Mapping):
        return inner.changed(before, value)
    given = value.form.name if isinstance(value, Mailbox) else type(value).__name__
    raise ArgumentError(f"{where} is a {inner.name}, or a dict of its fields, not {given}")


def _put(result: bytearray, field: BitField, value: Any, where: str) -> None:
    if not isinstance(value, int):
        raise ArgumentError(f"{where} is a number, not {type(value).__name__}")
    mask = (1 << field.width) - 1
    if not 0 <= value <= mask:
        raise RangeError(f"{where} cannot be {value:#x}: it is 0 to {mask:#x}, {field.width} bit{'s' if field.width > 1 else ''}")
    first, end = field.bit // 8, (field.bit + field.width + 7) // 8
    shift = 8 * end - field.bit - field.width
    whole = int.from_bytes(result[first:end], "big") & ~(mask << shift) | int(value) << shift
    result[first:end] = whole.to_bytes(end - first, "big")


class CommandForm(Form):
    """The fields of a command. A call makes one, with its opcode; `answer` is the form of its answer."""

    def __init__(self, command: Command) -> None:
        title, opcode = command.title, command.opcode
        super().__init__("command", f"{command.name}_in", command.given, _STRUCTURES, DumpedCommand(title, opcode, is_answer=False))
        self.opcode, self.title = opcode, title
        self.answer = Form("answer", f"{command.name}_out", command.answer, _STRUCTURES, DumpedCommand(title, opcode, is_answer=True))

    def __call__(self, **values: Any) -> Mailbox:
        return super().__call__(**{"opcode": self.opcode, **values})

    def changed(self, raw: bytes, values: Mapping[str, Any]) -> bytes:
        if values.get("opcode", self.opcode) != self.opcode:
            raise ArgumentError(f"the opcode of {self.title} is {self.opcode:#x}; leave it out")
        return super().changed(raw, values)

    def parse(self, data: BytesLike) -> Mailbox:
        """The fields of a command, which must have its opcode."""
        opcode = int.from_bytes(bytes_of(data)[:2], "big")
        if opcode != self.opcode:
            raise ParseError(f"no {self.title}", (f"its opcode is {opcode:#x}, and not {self.opcode:#x}",))
        return super().parse(data)


class DatagramForm(Form):
    """The fields of a management datagram, or of an attribute. `attribute` is its number, or 0, and `classes` are those of management
    that have it."""

    def __init__(self, described: Datagram, kind: str = "datagram") -> None:
        super().__init__(kind, described.name, described, _DATAGRAMS)
        self.attribute, self.classes = described.attribute, described.classes

    @property
    def is_whole(self) -> bool:
        """It is a datagram, and no attribute or part of one."""
        return not self.attribute and any(field.name == "data" for field in self.fields)


class RecordForm(DatagramForm):
    """The fields of a record of the subnet administrator."""

    def __init__(self, described: Datagram) -> None:
        super().__init__(described, "record")

    def components(self, *names: str) -> int:
        """The mask of a request that names these fields: `comp_mask` of management.sa_mad."""
        mask = 0
        for name in names:
            component = self.field(name).component
            if component < 0:
                raise ArgumentError(f"{self.name}.{name} is an attribute, which no bit of the mask names")
            mask |= 1 << component
        return mask


_STRUCTURES: Dict[str, Form] = {}
_STRUCTURES.update((name, Form("structure", name, described, _STRUCTURES)) for name, described in STRUCTURES.items())
_COMMANDS: Dict[str, CommandForm] = {command.name: CommandForm(command) for command in COMMANDS.values()}
_HEADERS: Dict[str, Form] = {name: Form("header", name, described, {}) for name, described in HEADERS.items()}
_DATAGRAMS: Dict[str, Form] = {}
_DATAGRAMS.update((described.name, DatagramForm(described)) for described in (*PARTS, *DATAGRAMS))
_RECORDS: Dict[str, Form] = {described.name: RecordForm(described) for described in RECORDS}
_BY_KIND: Dict[str, Dict[str, Form]] = {"structure": _STRUCTURES, "header": _HEADERS, "datagram": _DATAGRAMS, "record": _RECORDS}


def _form(kind: str, name: str) -> Any:
    if name not in _BY_KIND[kind]:
        raise NameUnknown(one_of(_BY_KIND[kind], name, f"there is no {kind}"))
    return _BY_KIND[kind][name]


def structure(name: str) -> Form:
    """The form of a structure."""
    form: Form = _form("structure", name)
    return form


def header(name: str) -> Form:
    """The form of a header of packets."""
    form: Form = _form("header", name)
    return form


def datagram(name: str) -> DatagramForm:
    """The form of a management datagram, an attribute, or a part of several."""
    form: DatagramForm = _form("datagram", name)
    return form


def record(name: str) -> RecordForm:
    """The form of a record."""
    form: RecordForm = _form("record", name)
    return form


def command(name: str) -> CommandForm:
    """The form of a command."""
    if name not in _COMMANDS:
        raise NameUnknown(one_of(_COMMANDS, name, "there is no command"))
    return _COMMANDS[name]


def of_name(kind: str, name: str, raw: bytes) -> Mailbox:
    """A mailbox by the kind and the name of its form, for pickle."""
    if kind in _BY_KIND:
        return Mailbox(_BY_KIND[kind][name], raw)
    owner = name.rpartition("_")[0]
    return Mailbox(_COMMANDS[owner] if kind == "command" else _COMMANDS[owner].answer, raw)


def parse_command(data: BytesLike) -> Any:
    """The command that these bytes are, by its opcode: a Mailbox, of which no checker knows the fields."""
    opcode = int.from_bytes(bytes_of(data)[:2], "big")
    if opcode not in COMMANDS:
        raise ParseError("no command", (f"no command with the opcode {opcode:#x} is described",))
    return _COMMANDS[COMMANDS[opcode].name].parse(data)
