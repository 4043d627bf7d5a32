"""Reads WQEs, CQEs and doorbells, and accepts nothing that contradicts the formats."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from verbatim import reading, tables
from verbatim.decoding import checks
from verbatim.decoding.syndromes import Explanation, explain_error
from verbatim.errors import ArgumentError, ParseError
from verbatim.layout import BytesLike, Record, bytes_of, one_of
from verbatim.model import OCTOWORD
from verbatim.specs import enums

DATA = tables.layout("data_seg")
CQE64 = tables.layout("cqe64")
BLOCK = tables.layout("enh_block")


class Segment(NamedTuple):
    """A part of a WQE."""

    at: int  # in bytes, from the beginning of the WQE
    name: str  # of the segment; padding, ignored, or header for bytes without fields
    record: Optional[Record]  # its fields
    payload: bytes = b""  # of an inline_seg: the bytes behind its header; of other bytes: these

    def __repr__(self) -> str:
        shown = repr(self.record) if self.record is not None else self.name
        return f"{self.at:#04x} {shown}" + (f" + {len(self.payload)} bytes" if self.payload else "")


@dataclass(frozen=True)
class ParsedWqe:
    """A WQE: its kind, its segments, and the fields of each."""

    name: str  # of the kind: rdma_write
    transport: str
    candidates: Tuple[str, ...]  # the transports that fit as well, this one first
    exact: bool  # it has every value that this kind always has
    segments: Tuple[Segment, ...]
    raw: bytes

    @property
    def ctrl(self) -> Record:
        """The ctrl_seg: wqe_index, qpn, opcode, fm, ce, se, imm."""
        record = self.segments[0].record
        assert record is not None
        return record

    def all(self, name: str) -> Tuple[Segment, ...]:
        """The segments of that name."""
        found = tuple(s for s in self.segments if s.name == name)
        if not found and name not in tables.layouts:
            raise ArgumentError(one_of(tables.layouts, name, "there is no segment"))
        return found

    def __getitem__(self, name: str) -> Record:
        """The fields of the first segment of that name."""
        for segment in self.all(name):
            if segment.record is not None:
                return segment.record
        raise KeyError(f"this {self.name} has no {name}; it has {', '.join(s.name for s in self.segments)}")

    def __bytes__(self) -> bytes:
        return self.raw


class Cqe:
    """A completion. Its fields are attributes: cqe.qpn, cqe.wqe_counter, cqe.opcode."""

    def __init__(self, record: Record, before: bytes) -> None:
        self.record = record
        self._before = before  # the 64 bytes in front of it, in a CQ of 128 bytes

    @property
    def name(self) -> str:
        """The name of its layout: cqe64, err_cqe and so on."""
        return self.record.layout.name

    @property
    def fields(self) -> Dict[str, Any]:
        return self.record.fields

    @property
    def failed(self) -> bool:
        return self.name == "err_cqe"

    @property
    def error(self) -> Optional[Explanation]:
        """The failure in sentences; None if it has not failed."""
        return explain_error(checks.report_of(self.record.raw)) if self.failed else None

    @property
    def inline(self) -> bytes:
        """The payload that is in the CQE in place of the posted buffers."""
        if "format" not in self.fields or "byte_cnt" not in self.fields:
            return b""
        if self.record["format"] == enums.cqe_format.inline_32:
            return self.record.raw[:min(32, self.record["byte_cnt"])]
        if self.record["format"] == enums.cqe_format.inline_64:
            return self._before[:self.record["byte_cnt"]]
        return b""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.record, name)

    def __bytes__(self) -> bytes:
        return self._before + self.record.raw

    def __repr__(self) -> str:
        return repr(self.record)


def wqe_length(data: BytesLike) -> int:
    """The length of the WQE that begins the data, as its ctrl_seg says: for taking one out of a ring."""
    data = bytes_of(data)
    if len(data) < reading.CTRL.size:
        raise ParseError(f"{len(data)} bytes are no WQE: it begins with a ctrl_seg of {reading.CTRL.size} bytes")
    ds = reading.CTRL.get(reading.CTRL.number(data), "ds")
    if not ds:
        raise ParseError("ds is 0, but counts ctrl_seg itself")
    return ds * OCTOWORD


def parse_wqe(data: BytesLike, transport: Optional[str] = None) -> ParsedWqe:
    """A WQE that begins with its ctrl_seg and has no byte more. Without a transport, the one that fits best is taken."""
    data = bytes_of(data)
    length = wqe_length(data)
    if length != len(data):
        raise ParseError(f"ds says {length} bytes, here are {len(data)}; wqe_length() says how many to take out of a ring")
    candidates = (tables.transport(transport).name,) if transport is not None else tuple(reading.likely_transports(data))
    read = reading.read_wqe(data, candidates[0])
    faults = checks.contradictions_in_wqe(read)
    if faults:
        raise ParseError(f"no WQE of {candidates[0]}", tuple(faults))
    return ParsedWqe(read.name, candidates[0], candidates, not read.title.startswith("like "),
                     tuple(_segment(data, piece) for piece in read.pieces), data)


def _segment(data: bytes, piece: reading.Piece) -> Segment:
    part = data[piece.offset:piece.offset + piece.size]
    if piece.layout is not None:
        return Segment(piece.offset, piece.layout.name, Record(piece.layout, part))
    if piece.label == reading.INLINE.name:
        header = Record(reading.INLINE, part[:reading.INLINE.size])
        payload = part[reading.INLINE.size:reading.INLINE.size + piece.payload]
        return Segment(piece.offset, piece.label, header, payload)
    return Segment(piece.offset, {"the rest of the header": "header"}.get(piece.remark, piece.remark), None, part)


def parse_recv_wqe(data: BytesLike) -> List[Record]:
    """The data_segs of a receive WQE."""
    data = bytes_of(data)
    faults = checks.contradictions_in_receive(data)
    if faults or not data:
        raise ParseError("no receive WQE", tuple(faults) or ("it has a data_seg at least",))
    return [Record(DATA, data[at:at + DATA.size]) for at in range(0, len(data), DATA.size)]


def parse_cqe(data: BytesLike, *, ethernet: bool = False, enhanced: bool = False) -> Cqe:
    """A CQE of 64 or 128 bytes. Two properties of its CQ are not visible in it: whether it is that of raw packets (`ethernet`), and
    whether its compressed CQEs have the enhanced layout."""
    data = bytes_of(data)
    if len(data) not in (CQE64.size, 2 * CQE64.size):
        raise ParseError(f"a CQE has 64 or 128 bytes, and here are {len(data)}")
    before, own = data[:-CQE64.size], data[-CQE64.size:]
    layout = reading.cqe_layout(own, ethernet, enhanced)
    faults = checks.contradictions_in_cqe(own, layout)
    record = Record(layout, own)
    if "format" in record.fields and record["format"] == enums.cqe_format.inline_64 and not before and not faults:
        faults.append("its payload is in the 64 bytes before it (inline_64), which are missing: give all 128 bytes")
    if faults:
        raise ParseError(f"no {layout.name}", tuple(faults))
    return Cqe(record, before)


def parse_mini_cqes(data: BytesLike, count: int, layout: str = "mini_req") -> List[Record]:
    """The first `count` mini CQEs of an array of 64 bytes, which holds eight. `layout` is mini_req for sends; for receives the
    format of the CQ says which: mini_resp_hash, mini_resp_csum and so on."""
    data = bytes_of(data)
    if len(data) != CQE64.size:
        raise ParseError(f"an array of mini CQEs has {CQE64.size} bytes, and here are {len(data)}")
    if not 0 < count <= 8:
        raise ParseError(f"an array holds 1 to 8 mini CQEs, not {count}")
    return _minis(data, count, layout)


def parse_enhanced_block(data: BytesLike, layout: str = "mini_req") -> List[Record]:
    """The mini CQEs of a compressed block of the enhanced layout, which says itself how many there are."""
    block = BLOCK.parse(bytes_of(data))
    if block["format"] != enums.cqe_format.compressed:
        raise ParseError(f"enh_block: its format is {block['format'].name}, not compressed")
    count = block["count_minus_1"] + 1
    if count > 7:
        raise ParseError(f"enh_block: it holds 1 to 7 mini CQEs, and count_minus_1 says {count}")
    return _minis(block.raw, count, layout)


def _minis(data: bytes, count: int, name: str) -> List[Record]:
    known = [x for x in tables.layouts if x.startswith("mini_")]
    if name not in known:
        raise ArgumentError(one_of(known, name, "there is no layout of mini CQEs"))
    layout = tables.layout(name)
    return [layout.parse(data[i * layout.size:(i + 1) * layout.size]) for i in range(count)]
