"""Reads commands of the firmware and their answers by the specs."""
from __future__ import annotations

from dataclasses import dataclass, field as data_field
from typing import List, NamedTuple, Tuple

from verbatim.dump.item import DumpedCommand
from verbatim.layout import groups
from verbatim.model import BitField
from verbatim.specs.commands import COMMANDS, STRUCTURES

WIDEST_NUMBER = 64
STATUS, SYNDROME = BitField(0x00, 8, "status", ""), BitField(0x20, 32, "syndrome", "")


class Value(NamedTuple):
    """A field that is not 0."""

    name: str  # with the names of the structures around it: qpc.primary_address_path.rlid
    text: str  # a number in hex, or bytes
    doc: str


@dataclass
class MailboxReading:
    """The fields of a command or of an answer."""

    values: List[Value] = data_field(default_factory=list)
    others: int = 0  # bits that are set and in no field
    status: int = 0  # of an answer
    syndrome: int = 0  # of an answer
    is_described: bool = False  # a spec describes the command


def _number(data: bytes, bit: int, width: int) -> int:
    """A number. Bits behind the end are 0."""
    whole = int.from_bytes(data[bit // 8:(bit + width + 7) // 8].ljust((bit % 8 + width + 7) // 8, b"\0"), "big")
    return whole >> (-(bit + width) % 8) & ((1 << width) - 1)


def _read(data: bytes, fields: Tuple[BitField, ...], base: int, before: str, result: MailboxReading) -> int:
    """Adds the fields. Returns the bits of the data that they take, as the bits of a number."""
    taken, end = 0, 8 * len(data)
    for field in fields:
        bit, name = base + field.bit, before + field.name
        if field.of:
            taken |= _read(data, STRUCTURES[field.of].fields, bit, name + ".", result)
            continue
        behind = min(bit + field.width, end) if field.width else end
        if bit >= behind:
            continue
        taken |= (1 << (behind - bit)) - 1 << (end - behind)
        if 0 < field.width <= WIDEST_NUMBER:
            value = _number(data, bit, field.width)
            text = f"{value:#x}" if value else ""
        else:
            some = data[bit // 8:behind // 8]
            text = groups(some, 4, " ") if any(some) else ""
        if text:
            result.values.append(Value(name, text, field.doc))
    return taken


def read_mailbox(what: DumpedCommand, data: bytes) -> MailboxReading:
    known, result = COMMANDS.get(what.opcode), MailboxReading()
    result.is_described = known is not None
    fields = () if known is None else (known.answer if what.is_answer else known.given).fields
    taken = _read(data, fields, 0, "", result)
    result.others = bin(int.from_bytes(data, "big") & ~taken).count("1")
    if what.is_answer:
        result.status, result.syndrome = (_number(data, f.bit, f.width) for f in (STATUS, SYNDROME))
    return result
