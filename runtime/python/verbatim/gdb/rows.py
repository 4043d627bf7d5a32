"""The content of a queue: one row for each WQE and CQE."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import List

from verbatim import reading, tables
from verbatim.decoding.entry import Entry, Options
from verbatim.decoding.looks import CQE64, ERR_CQE
from verbatim.decoding.split import split
from verbatim.dump.item import Item
from verbatim.layout import enumerator_name, fields_text
from verbatim.model import OCTOWORD
from verbatim.specs import enums

BLOCK = tables.layout("enh_block")
DATA = tables.layout("data_seg")
ERRORS = (enums.cqe_opcode.req_err, enums.cqe_opcode.resp_err)


@dataclass
class Row:
    """A WQE or CQE: its bytes, and what the queue knows of it."""

    name: str  # in the output of print
    origin: str  # in the output of `verbatim explain`
    data: bytes
    said: Options
    notes: List[str] = field(default_factory=list)
    skip: int = 0  # entries in front that belong to another row

    def entries(self) -> List[Entry]:
        found = split(Item(self.origin, data=self.data), self.said)[self.skip:]
        for one in found:
            one.index = None  # in the bytes of this row; the origin has that of the queue
            one.remarks += self.notes
        return found

    def line(self) -> str:
        """The row in one line."""
        say = {"wqe": _wqe, "recv": _receive}.get(self.said.kind, _cqe)
        return "; ".join([say(self), *self.notes])


def _wqe(row: Row) -> str:
    read = reading.read_wqe(row.data, row.said.transport)
    words = [read.name or "no WQE"]
    for piece in read.pieces:
        if piece.layout is None:
            words.append(f"{piece.label}: {piece.remark}" if piece.remark else piece.label)
        elif piece.offset:  # ctrl_seg says what the queue does
            words.append(fields_text(piece.layout, piece.layout.number(read.data, piece.offset)).replace("{", f"{piece.layout.name}{{"))
    return " ".join(words + [f"! {complaint}" for complaint in read.complaints])


def _receive(row: Row) -> str:
    places = range(0, len(row.data) - OCTOWORD + 1, OCTOWORD)
    return " ".join("sge" + fields_text(DATA, DATA.number(row.data, at)) for at in places)


def _cqe(row: Row) -> str:
    if row.said.kind == "cq":
        return f"a compressed CQE for {len(row.data) // row.said.cqe_size - row.skip} completions"
    cqe = row.data[-CQE64.size:]
    whole = CQE64.number(cqe)
    opcode = CQE64.get(whole, "opcode")
    what = enumerator_name(enums.cqe_opcode, opcode) or f"opcode {opcode:#x}"
    if opcode in (enums.cqe_opcode.req, enums.cqe_opcode.req_err):
        sent = CQE64.get(whole, "s_wqe_opcode")
        what += " of " + (enumerator_name(enums.opcode, sent) or f"opcode {sent:#x}")
    place = f"QPN {CQE64.get(whole, 'qpn'):#x}, wqe_counter {CQE64.get(whole, 'wqe_counter'):#x}"
    if opcode in ERRORS:
        error = ERR_CQE.number(cqe)
        syndrome = ERR_CQE.get(error, "syndrome")
        known = enumerator_name(enums.cqe_syndrome, syndrome) or "unknown"
        return f"{what}, {place}, {known} ({syndrome:#04x}), vendor_err_synd {ERR_CQE.get(error, 'vendor_err_synd'):#04x}"
    return f"{what}, {place}, {CQE64.get(whole, 'byte_cnt')} bytes"
