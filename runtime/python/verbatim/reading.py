"""Splits WQEs into segments, with the tables of the specs. It knows no WQE by itself: where several share an opcode, the one
that contradicts the specs least is taken."""
from __future__ import annotations

import functools
from dataclasses import dataclass, field as data_field
from typing import Dict, List, NamedTuple, Optional, Tuple

from verbatim import tables
from verbatim.layout import Layout, enumerator_name
from verbatim.model import OCTOWORD, Transport, Wqe
from verbatim.rows import Given, Row, behind_of, given_of, prefix_of, rows_of
from verbatim.specs import enums

CTRL = tables.layout("ctrl_seg")
INLINE = tables.layout("inline_seg")

# The order in which transports are guessed if a WQE fits several.
COMMON = ("rc", "ud", "ud_roce", "dci", "dci_roce", "raw_packet", "xrc", "ud_compact", "dci_compact", "ud_underlay", "xrq_cmd", "uc")


class Piece(NamedTuple):
    """A part of a WQE: a segment with fields, or bytes with a remark."""

    offset: int
    size: int
    layout: Optional[Layout] = None
    label: str = ""
    remark: str = ""
    payload: int = 0  # of an inline_seg: number of bytes behind its header


@dataclass
class Reading:
    """The bytes interpreted as one kind of WQE, and how well they fit."""

    name: str
    always: int
    pieces: List[Piece] = data_field(default_factory=list)
    faults: int = 0  # contradictions to the specs
    unlike: int = 0  # fields that do not have the fixed value of this kind
    unlikely: int = 0  # values that no spec forbids, but that are rarely posted
    ignored: bool = False  # the device reads only a part of it

    @property
    def rank(self) -> Tuple[int, int, bool, int]:
        """The smaller, the better the explanation."""
        return self.faults, self.unlike, self.ignored, -self.always


@dataclass
class WqeReading:
    """A WQE, explained as far as the specs describe it."""

    data: bytes  # the bytes of the WQE according to ctrl_seg.ds
    name: str = ""
    title: str = ""
    pieces: List[Piece] = data_field(default_factory=list)
    complaints: List[str] = data_field(default_factory=list)
    faults: int = 0


def _padded(size: int) -> int:
    return (size + OCTOWORD - 1) // OCTOWORD * OCTOWORD


def _faults(layout: Layout, data: bytes, at: int) -> int:
    return len(layout.wrong_fields(layout.number(data, at)))


@functools.lru_cache(maxsize=None)
def _named_always(layout: Layout) -> int:
    return sum(f.always is not None for f in layout.fields)


class _Reader:
    """Reads bytes as one kind of WQE."""

    def __init__(self, kind: Wqe, data: bytes) -> None:
        self.kind, self.data, self.at, self.end = kind, data, 0, len(data)
        self.begins: List[int] = []
        self.result = Reading(kind.name, len(given_of(kind.name)))

    def read(self, transport: Transport) -> Reading:
        self.segment(CTRL)
        self.begins.append(0)
        if not self.kind.bare:
            for row in prefix_of(transport.name):
                self.take(row)
        for row in rows_of(self.kind.name)[1:]:
            self.begins.append(self.at)
            self.take(row)
            if self.kind.behind_in and row.segment == self.kind.behind_in[0]:
                self.set_behind_aside()
        self.rest()
        self.take_behind()
        self.compare()
        return self.result

    @property
    def left(self) -> int:
        return self.end - self.at

    def set_behind_aside(self) -> None:
        """Sets aside the bytes at the end that an earlier segment counts. They belong to no list."""
        layout, begin = tables.layout(self.kind.behind_in[0]), self.begins[-1]
        if begin + layout.size > self.end:
            return
        behind = layout.get(layout.number(self.data, begin), self.kind.behind_in[1]) * OCTOWORD
        if behind <= self.left:
            self.end -= behind

    def take_behind(self) -> None:
        self.end = len(self.data)
        for together in behind_of(self.kind.name):
            first = tables.layouts[together[0].segment]
            if first.size > self.left or _faults(first, self.data, self.at):
                continue
            for row in together:
                self.once(row)
        self.rest()

    def take(self, row: Row) -> None:
        if not row.repeats:
            self.once(row)
            return
        while self.at < self.end and not self.is_padding():
            self.once(row)

    def is_padding(self) -> bool:
        """Returns True if the rest is zeros with which a list or a segment is padded."""
        unit = self.kind.pad * OCTOWORD
        return (self.kind.pad > 1 and self.left < unit and len(self.data) % unit == 0
                and not any(self.data[self.at:self.end]))

    def once(self, row: Row) -> None:
        if row.payload_header and self.left and self.data[self.at] & 0x80:
            self.payload()
            return
        layout = self.which(row)
        if layout.size > self.left:
            self.fault(self.left, f"ds ends inside {layout.name}" if self.left else f"ds ends before {layout.name}")
            return
        begin = self.at
        self.segment(layout)
        if row.length_behind and layout.name == row.segment:
            self.behind(layout, layout.get(layout.number(self.data, begin), row.length_behind))

    def which(self, row: Row) -> Layout:
        """The layout of the segment, or of its alternative if the bytes fit that better."""
        usual = tables.layouts[row.segment]
        if not row.instead:
            return usual
        other = tables.layouts[row.instead]
        if self.left < max(usual.size, other.size):
            return usual
        return other if _faults(other, self.data, self.at) < _faults(usual, self.data, self.at) else usual

    def segment(self, layout: Layout) -> None:
        whole = layout.number(self.data, self.at)
        self.result.unlikely += self.hardly_posted(layout, whole)
        self.result.faults += len(layout.wrong_fields(whole))
        self.result.always += _named_always(layout)
        self.result.pieces.append(Piece(self.at, layout.size, layout))
        self.at += layout.size

    def bytes(self, size: int, label: str, remark: str, payload: int = 0) -> None:
        self.result.pieces.append(Piece(self.at, size, None, label, remark, payload))
        self.at += size

    def fault(self, size: int, remark: str) -> None:
        self.result.faults += 1
        self.bytes(size, "!", remark)

    def payload(self) -> None:
        if self.left < INLINE.size:
            self.fault(self.left, "ds ends inside inline_seg")
            return
        whole = INLINE.number(self.data, self.at)
        length = INLINE.get(whole, "byte_count")
        size = _padded(INLINE.size + length)
        if INLINE.wrong_fields(whole) or size > self.left:
            self.fault(self.left, f"inline_seg: {length} bytes are longer than ds says")
            return
        self.bytes(size, "inline_seg", f"byte_count={length}, and the payload", length)

    def behind(self, layout: Layout, length: int) -> None:
        """Takes the bytes of a packet header that did not fit the segment's last field."""
        last = layout.fields[-1]
        there = layout.size - last.at - (31 - last.msb) // 8
        if length <= there:
            return
        size = _padded(length - there)
        if size > self.left:
            self.fault(self.left, "the header is longer than ds says")
        else:
            self.bytes(size, "", "the rest of the header")

    def rest(self) -> None:
        """Takes the bytes that no step describes."""
        if not self.left:
            return
        if self.is_padding():
            self.bytes(self.left, "", "padding")
        elif self.kind.opcode != enums.opcode.nop:
            self.fault(self.left, "behind the last segment")
        else:
            # A NOP that fills a ring's end counts the bytes that it covers; the device ignores them.
            self.result.ignored = True
            self.bytes(self.left, "", "ignored")

    def compare(self) -> None:
        """Counts the fields that do not have the fixed value of this kind."""
        rows = rows_of(self.kind.name)
        numbers: Dict[int, int] = {}
        for given in given_of(self.kind.name):
            layout, begin = tables.layouts[rows[given.row].segment], self.begins[given.row]
            if begin + layout.size > len(self.data):
                self.result.unlike += 1
                continue
            if given.row not in numbers:
                numbers[given.row] = layout.number(self.data, begin)
            self.result.unlike += not _has(layout, numbers[given.row], given)

    def hardly_posted(self, layout: Layout, whole: int) -> bool:
        """Returns True if the values are allowed, but suggest another segment."""
        name = layout.name
        if name == "data_seg":
            return not layout.get(whole, "byte_count") or not layout.get(whole, "lkey")
        if name == "raddr_seg":
            return not layout.get(whole, "rkey") and bool(layout.get(whole, "raddr"))
        if name == "xrc_seg":
            return not layout.get(whole, "xrc_srqn")
        first_word = whole >> (layout.size * 8 - 32)
        if name == "eth_seg":
            return bool(first_word) or (bool(layout.get(whole, "mss")) and self.kind.name != "tso")
        if not name.startswith("av_"):
            return False
        # A Q_Key is in the place of the upper half of a DC key; zeros follow it.
        second_word = (whole >> (layout.size * 8 - 64)) & 0xffffffff
        is_qkey = name.startswith("av_dc") and bool(first_word) and not second_word
        return is_qkey or not layout.get(whole, "dqp_dct") or bool(layout.get(whole, "stat_rate"))


def _has(layout: Layout, whole: int, given: Given) -> bool:
    value = layout.get(whole, given.field)
    if not given.same_as:
        return value == given.value
    other = layout.get(whole, given.same_as)
    width = layout.field(given.field).width
    return value == (~other & ((1 << width) - 1) if given.complement else other)


@functools.lru_cache(maxsize=None)
def _kinds(transport: str, opcode: int, opmod: int) -> Tuple[Wqe, ...]:
    carried = (tables.wqes[name] for name in tables.transports[transport].wqes)
    return tuple(w for w in carried if (w.opcode, w.opmod) == (opcode, opmod))


def _best(transport: Transport, ctrl: int, data: bytes) -> Optional[Reading]:
    best: Optional[Reading] = None
    for kind in _kinds(transport.name, CTRL.get(ctrl, "opcode"), CTRL.get(ctrl, "opmod")):
        candidate = _Reader(kind, data).read(transport)
        if best is None or candidate.rank < best.rank:
            best = candidate
    return best


def _counted(data: bytes, ctrl: int) -> int:
    """The length that ctrl_seg says, in bytes."""
    return max(CTRL.get(ctrl, "ds"), 1) * OCTOWORD


def _why_not(transport: str, ctrl: int) -> str:
    opcode = CTRL.get(ctrl, "opcode")
    if all(w.opcode != opcode for w in tables.wqes.values()):
        return "no spec describes this opcode"
    return f"{transport} carries no WQE of opcode {enumerator_name(enums.opcode, opcode)} and opmod {CTRL.get(ctrl, 'opmod')}"


def _undescribed(result: WqeReading, complaint: str) -> WqeReading:
    """Describes only ctrl_seg, because the rest is unknown."""
    result.pieces = [Piece(0, CTRL.size, CTRL), Piece(CTRL.size, len(result.data) - CTRL.size, None, "!", complaint)]
    result.faults += 1 + _faults(CTRL, result.data, 0)
    return result


def read_wqe(data: bytes, transport: str) -> WqeReading:
    """The best explanation of the bytes among the WQEs of a transport. Bytes behind what ctrl_seg counts are left out."""
    if len(data) < CTRL.size:
        return WqeReading(data, pieces=[Piece(0, len(data), None, "!", "shorter than ctrl_seg")], faults=1)
    ctrl = CTRL.number(data)
    told = _counted(data, ctrl)
    result = WqeReading(data[:told])
    if told > len(data):
        result.complaints.append(f"ds says {told} bytes, here are {len(data)}")
    elif not CTRL.get(ctrl, "ds"):
        result.complaints.append("ds is 0, but counts ctrl_seg itself")
    result.faults = len(result.complaints)
    carrier = tables.transports.get(transport)
    if carrier is None:
        return _undescribed(result, f"there is no transport '{transport}'; there are {', '.join(tables.transports)}")
    best = _best(carrier, ctrl, result.data)
    if best is None:
        return _undescribed(result, _why_not(transport, ctrl))
    result.name = best.name
    result.title = f"{'like ' if best.unlike else ''}{best.name} on {transport}"
    result.pieces = best.pieces
    result.faults += best.faults
    return result


def _of_other_links(read: Reading, transport: str, data: bytes) -> bool:
    """Returns True if an address vector belongs to another kind of link than the transport. Only on RoCE does it have the peer's MAC
    address; on InfiniBand it has a LID."""
    roce = transport.endswith("_roce")
    for piece in read.pieces:
        if piece.layout is None or not piece.layout.name.startswith("av_"):
            continue
        whole = piece.layout.number(data, piece.offset)
        has_mac = any(f.name == "rmac" for f in piece.layout.fields) and bool(piece.layout.get(whole, "rmac"))
        if has_mac != roce or (not roce and not piece.layout.get(whole, "rlid")):
            return True
    return False


def likely_transports(data: bytes) -> List[str]:
    """The transports on which the WQE contradicts the specs least, the most common ones first."""
    if len(data) < CTRL.size:
        return list(COMMON)
    ctrl = CTRL.number(data)
    counting = data[:_counted(data, ctrl)]
    least: Tuple[bool, int, int, int] = (True, 0, 0, 0)
    likely: List[str] = []
    for name in COMMON:
        best = _best(tables.transports[name], ctrl, counting)
        against = (True, 0, 0, 0)
        if best is not None:
            against = (False, best.faults, best.unlike, best.unlikely + _of_other_links(best, name, counting))
        if against < least:
            least, likely = against, []
        if against == least:
            likely.append(name)
    return likely


def cqe_layout(data: bytes, ethernet: bool = False, enhanced: bool = False) -> Layout:
    """The layout of a CQE of 64 bytes. Two properties of its CQ are not visible in it."""
    cqe64 = tables.layouts["cqe64"]
    whole = cqe64.number(data)
    kind = cqe64.get(whole, "opcode")
    of = enums.cqe_opcode
    if enhanced and cqe64.get(whole, "format") == enums.cqe_format.compressed:
        name = "enh_block"
    elif kind in (of.req_err, of.resp_err):
        name = "err_cqe"
    elif kind == of.sig_err:
        name = "sigerr_cqe"
    elif ethernet and kind == of.resp_send:
        name = "eth_cqe"
    elif cqe64.get(whole, "app") != 1:
        name = "cqe64"
    else:
        name = "tm_list_cqe" if kind == of.no_packet else "tm_receive_cqe"
    return tables.layouts[name]
