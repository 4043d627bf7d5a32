"""WQEs and CQEs as tables: their bytes in hex, with the fields of the specs."""
from __future__ import annotations

from typing import List, NamedTuple

from verbatim import reading, tables
from verbatim.layout import Layout, fields_text, groups, value_text

ROW = 8  # bytes per line; the fields of 16 would not fit
MOST_FIELDS = 6  # if a line has more, fields that are 0 are left out
DATA = tables.layout("data_seg")


class Line(NamedTuple):
    """A line of a table."""

    offset: int
    hex: str
    label: str
    text: str


def _row_text(layout: Layout, row: int, whole: int) -> str:
    """The fields that begin in a row. If there are many, those that are 0 are left out."""
    wrong = layout.wrong_fields(whole)
    texts = []
    for field in layout.fields:
        if not row <= field.at < row + ROW or (not field.settable and field not in wrong):
            continue
        if not field.settable and not field.bytes:
            texts.append(f"! {field.name}={layout.get(whole, field.name):#x}, not {field.always or 0:#x}  ")
        else:
            texts.append(f"{field.name}={value_text(layout, field, whole, field in wrong)}  ")
    kept = [text for text in texts if not text.endswith("=0  ")] if len(texts) > MOST_FIELDS else texts
    if len(kept) == len(texts):
        return "".join(kept)
    return "".join(kept) + ("the others 0" if kept else "all 0")


def _row(layout: Layout, row: int, data: bytes, named: bool, offset: int = 0) -> Line:
    part = data[row:min(row + ROW, layout.size)]
    return Line(offset + row, groups(part, 4, " "), layout.name if named else "", _row_text(layout, row, layout.number(data)))


def _of_bytes(offset: int, data: bytes, label: str, text: str) -> List[Line]:
    return [Line(offset + row, groups(data[row:row + ROW], 4, " "), label if row == 0 else "", text if row == 0 else "")
            for row in range(0, max(len(data), 1), ROW)]


def _page(title: str, lines: List[Line]) -> str:
    width = max([10, *(len(line.label) for line in lines)])
    rows = (f"{line.offset:02x}  {line.hex:<17}  {line.label:<{width}} {line.text}".rstrip(" ") + "\n" for line in lines)
    return title + "".join(rows)


def describe_wqe(wqe: bytes, transport: str) -> str:
    """A send WQE: first its name, then 8 bytes per line."""
    read = reading.read_wqe(wqe, transport)
    lines: List[Line] = []
    for piece in read.pieces:
        data = read.data[piece.offset:piece.offset + piece.size]
        if piece.layout is None:
            lines += _of_bytes(piece.offset, data, piece.label, piece.remark)
        else:
            lines += [_row(piece.layout, row, data, row == 0, piece.offset) for row in range(0, piece.layout.size, ROW)]
    title = f"{read.title}\n" if read.title else ""
    return _page(title + "".join(f"! {complaint}\n" for complaint in read.complaints), lines)


def describe_cqe(cqe: bytes, layout: Layout, begin: int = 0) -> str:
    """A CQE. Much of it is unused, and is left out."""
    lines: List[Line] = []
    for row in range(begin, layout.size, ROW):
        line = _row(layout, row, cqe, not lines)
        if line.text or any(cqe[row:min(row + ROW, layout.size)]):
            lines.append(line)
    return _page("", lines)


def describe_receive(wqe: bytes) -> str:
    """A receive WQE, a line for each data_seg."""
    return "".join(f"{at:02x}  data_seg {fields_text(DATA, DATA.number(wqe, at))}\n"
                   for at in range(0, len(wqe) - DATA.size + 1, DATA.size))
