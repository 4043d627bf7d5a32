"""Reads commands of the firmware and their answers by the specs."""
from __future__ import annotations

from dataclasses import dataclass, field as data_field
from typing import List, Mapping, NamedTuple, Tuple

from verbatim.dump.item import DumpedCommand
from verbatim.errors import ArgumentError
from verbatim.layout import groups, one_of
from verbatim.model import BitField
from verbatim.specs.commands import COMMANDS, STRUCTURES

WIDEST_NUMBER = 64
SHORTEST_COMMAND = 16  # bytes
STATUS, SYNDROME = BitField(0x00, 8, "status", ""), BitField(0x20, 32, "syndrome", "")

Parts = Mapping[str, Tuple[BitField, ...]]  # the fields of structures, by their names
PARTS: Parts = {name: structure.fields for name, structure in STRUCTURES.items()}


class Value(NamedTuple):
    """A field that is not 0."""

    name: str  # with the names of the structures around it: qpc.primary_address_path.rlid
    text: str  # a number in hex, or bytes
    doc: str  # with what the number means, if the spec says it


@dataclass
class MailboxReading:
    """The fields of a command or of an answer."""

    values: List[Value] = data_field(default_factory=list)
    others: int = 0  # bits that are set and in no field
    status: int = 0  # of an answer
    syndrome: int = 0  # of an answer
    is_described: bool = False  # a spec describes the command


def number_in(data: bytes, bit: int, width: int) -> int:
    """A number. Bits behind the end are 0."""
    whole = int.from_bytes(data[bit // 8:(bit + width + 7) // 8].ljust((bit % 8 + width + 7) // 8, b"\0"), "big")
    return whole >> (-(bit + width) % 8) & ((1 << width) - 1)


def read_fields(data: bytes, fields: Tuple[BitField, ...], base: int, before: str, parts: Parts, values: List[Value]) -> int:
    """Adds the fields that are not 0. Returns the bits of the data that they take, as the bits of a number."""
    taken, end = 0, 8 * len(data)
    for field in fields:
        bit, name, doc = base + field.bit, before + field.name, field.doc
        if field.of:
            taken |= read_fields(data, parts[field.of], bit, name + ".", parts, values)
            continue
        behind = min(bit + field.width, end) if field.width else end
        if bit >= behind:
            continue
        taken |= (1 << (behind - bit)) - 1 << (end - behind)
        if 0 < field.width <= WIDEST_NUMBER:
            value = number_in(data, bit, field.width)
            doc = " ".join([doc, *(meaning for number, meaning in field.values if number == value)])
            text = f"{value:#x}" if value else ""
        else:
            some = data[bit // 8:behind // 8]
            text = groups(some, 4, " ") if any(some) else ""
        if text:
            values.append(Value(name, text, doc))
    return taken


def command_in(data: bytes) -> DumpedCommand:
    """The command of the firmware that bytes are, by its opcode. The title of one that no spec describes is "unknown"."""
    opcode = number_in(data, 0, 16)
    known = COMMANDS.get(opcode)
    return DumpedCommand(known.title if known is not None else "unknown", opcode, is_answer=False)


def answer_to(name_or_opcode: str) -> DumpedCommand:
    """The answer to the command of that name, as CREATE_PSV, or of that opcode, as 0x600."""
    named = next((one for one in COMMANDS.values() if one.title == name_or_opcode.upper()), None)
    if named is not None:
        return DumpedCommand(named.title, named.opcode, is_answer=True)
    try:
        opcode = int(name_or_opcode, 0)
    except ValueError:
        opcode = -1
    if not 0 <= opcode <= 0xffff:
        raise ArgumentError(one_of((one.title for one in COMMANDS.values()), name_or_opcode, "there is no command of the firmware"))
    known = COMMANDS.get(opcode)
    return DumpedCommand(known.title if known is not None else "unknown", opcode, is_answer=True)


def read_part(fields: Tuple[BitField, ...], parts: Parts, data: bytes) -> MailboxReading:
    """The fields of what is no whole command or datagram."""
    result = MailboxReading(is_described=True)
    taken = read_fields(data, fields, 0, "", parts, result.values)
    result.others = bin(int.from_bytes(data, "big") & ~taken).count("1")
    return result


def read_mailbox(what: DumpedCommand, data: bytes) -> MailboxReading:
    known, result = COMMANDS.get(what.opcode), MailboxReading()
    result.is_described = known is not None
    fields = () if known is None else (known.answer if what.is_answer else known.given).fields
    taken = read_fields(data, fields, 0, "", PARTS, result.values)
    result.others = bin(int.from_bytes(data, "big") & ~taken).count("1")
    if what.is_answer:
        result.status, result.syndrome = (number_in(data, f.bit, f.width) for f in (STATUS, SYNDROME))
    return result
