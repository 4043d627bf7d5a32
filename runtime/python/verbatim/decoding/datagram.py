"""Reads management datagrams (MADs) by the specs."""
from __future__ import annotations

from dataclasses import dataclass, field as data_field
from typing import List, Optional

from verbatim.decoding.mailbox import Value, number_in, read_fields
from verbatim.model import BitField, Datagram
from verbatim.specs.datagrams import DATAGRAMS, PARTS, RECORDS

FIELDS = {one.name: one.fields for one in (*PARTS, *DATAGRAMS)}
HEADER = {field.name: field for field in FIELDS["mad_hdr"]}
LEAST, WHOLE = 24, 256  # bytes: the header, and a datagram
TABLE, UNIT = 0x92, 8  # the method GetTableResp, and the bytes in which the distance of records is counted


@dataclass
class DatagramReading:
    """The fields of a datagram and of the attribute in it."""

    frame: Datagram
    attribute: Optional[Datagram]  # None if no spec describes it
    mgmt_class: int
    attribute_number: int
    method: str  # a sentence, or the number
    status: str  # "" if nothing was wrong
    values: List[Value] = data_field(default_factory=list)
    others: int = 0  # bits that are set and in no field
    more: int = 0  # bytes behind the datagram, as in a table of records


def _header(data: bytes, name: str) -> int:
    return number_in(data, HEADER[name].bit, HEADER[name].width)


def _meaning(field: BitField, number: int) -> str:
    return next((meaning for value, meaning in field.values if value == number), f"{number:#x}, which no spec describes.")


def read_datagram(data: bytes) -> DatagramReading:
    """The fields of a datagram of 24 bytes or more."""
    mgmt_class, attribute_number = _header(data, "mgmt_class"), _header(data, "attr_id")
    frame = next(d for d in DATAGRAMS if not d.attribute and mgmt_class in (d.classes or (mgmt_class,)))
    attribute = next((d for d in (*DATAGRAMS, *RECORDS) if d.attribute and d.attribute == attribute_number and mgmt_class in d.classes), None)
    # The highest bit is a direction, of directed routes.
    status = _header(data, "status") & (0x7fff if any(f.name == "d" for f in frame.fields) else 0xffff)
    result = DatagramReading(frame, attribute, mgmt_class, attribute_number, _meaning(HEADER["method"], _header(data, "method")),
                             _meaning(HEADER["status"], status) if status else "")
    base = next(f.bit for f in frame.fields if f.name == "data")
    frame_fields = tuple(f for f in frame.fields if f.name != "data" or attribute is None)
    # In a table of records, only the first is read.
    distance = next((number_in(data, f.bit, f.width) for f in frame.fields if f.name == "attr_offset"), 0)
    end = base // 8 + UNIT * distance if attribute and distance and _header(data, "method") == TABLE else WHOLE
    first, result.more = data[:end], max(len(data) - end, 0)
    taken = read_fields(first, frame_fields, 0, "", FIELDS, result.values)
    if attribute:
        taken |= read_fields(first, attribute.fields, base, "", FIELDS, result.values)
    result.others = bin(int.from_bytes(first, "big") & ~taken).count("1")
    return result
