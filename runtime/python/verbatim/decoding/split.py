"""Splits bytes into entries: single CQEs and WQEs, rings, and bytes of which nobody says what they are."""
from __future__ import annotations

from typing import Callable, List, NamedTuple

from verbatim import tables
from verbatim.decoding.entry import Entry, Options
from verbatim.decoding.looks import (CQE64, CTRL, is_error, looks_failed, looks_like_cqe, looks_like_wqe, resembles_failed,
                                   resembles_wqe, wqe_length)
from verbatim.decoding.mailbox import answer_to, command_in
from verbatim.dump.item import Item
from verbatim.layout import enumerator_name, fields_text
from verbatim.model import OCTOWORD, WQEBB
from verbatim.specs import enums

MOST_LISTED = 256  # completions listed of one title; devices join fewer
LONGEST_WQE = 16 * WQEBB
MINIS_IN_ARRAY = 8  # of the basic layout
MINIS_IN_BLOCK = 7  # of the enhanced layout
BLOCK = tables.layout("enh_block")
MINI = tables.layout("mini_req")


class _Overhang(NamedTuple):
    """The part of an entry that continues at the beginning of a ring. It is known after the end of the ring was read."""

    slots: int = 0
    title: int = int(enums.cqe_opcode.req)  # for a block at the beginning: opcode of the CQE before it


class _Splitter:
    """Splits one item."""

    def __init__(self, source: Item, said: Options) -> None:
        self.source, self.said, self.entries = source, said, []  # type: Item, Options, List[Entry]

    @property
    def kind(self) -> str:
        return self.source.kind or self.said.kind or ("command" if self.said.answer_to else "")

    def run(self) -> List[Entry]:
        data = self.source.data
        {"mailbox": self.mailbox, "cqe": self.one_cqe, "wqe": self.wqe, "mad": self.mad, "command": self.command, "cq": self.cq, "send": self.sq,
         "recv": self.rq, "": self.guess}[self.kind](data)
        return self.entries

    def add(self, kind: str, data: bytes) -> Entry:
        self.entries.append(Entry(kind, self.source.origin, self.source.line, data=data, transport=self.source.transport))
        return self.entries[-1]

    def wqe(self, data: bytes) -> None:
        if data:
            self.add("wqe", data if len(data) < CTRL.size else data[:wqe_length(data)])

    def mailbox(self, data: bytes) -> None:
        self.add("mailbox", data).dumped = self.source.dumped

    def command(self, data: bytes) -> None:
        self.add("mailbox", data).dumped = answer_to(self.said.answer_to) if self.said.answer_to else command_in(data)

    def mad(self, data: bytes) -> None:
        self.add("mad", data)

    def unreadable(self, data: bytes, why: str) -> Entry:
        entry = self.add("unreadable", data)
        entry.malformed.append(why)
        return entry

    def cqe(self, data: bytes) -> Entry:
        return self.add("cqe", data[-CQE64.size:])

    def end_of_cqe(self, data: bytes) -> None:
        """Adds the end of a CQE whose beginning was not given."""
        one = self.add("cqe", data.rjust(CQE64.size, b"\0"))
        one.begin = CQE64.size - len(data)
        one.remarks.append(f"only the last {len(data)} of its 64 bytes are given")

    def one_cqe(self, data: bytes) -> None:
        if len(data) < OCTOWORD:
            self.unreadable(data, f"{len(data)} bytes are too few: give at least the last 16 of a CQE")
        elif len(data) < CQE64.size:
            end = self.source.begins_at % CQE64.size + len(data)
            if self.source.begins_at and end != CQE64.size:
                self.unreadable(data, "the end of the CQE is missing, which says what it is")
            else:
                self.end_of_cqe(data[len(data) % OCTOWORD:])
        elif len(data) in (CQE64.size, 2 * CQE64.size):
            self.cqe(data)
        else:
            self.cq(data)

    def read_ring(self, data: bytes, read: Callable[[bytes, _Overhang], _Overhang]) -> None:
        """Calls read(), which returns the overhang at the end of the ring, until the result is the argument: the first call may
        begin in the middle of an entry."""
        begun_with = _Overhang()
        found = read(data, begun_with)
        if not self.whole_ring(data):
            return
        for _ in range(4):
            if found == begun_with:
                break
            self.entries.clear()
            begun_with = found
            found = read(data, begun_with)

    def whole_ring(self, data: bytes) -> bool:
        """Returns True if the last entry may continue at the beginning. Rings have a power of two of slots."""
        return self.kind != "cqe" and len(data) >= WQEBB and not len(data) & (len(data) - 1)

    def cq(self, data: bytes) -> None:
        self.read_ring(data, self.cqes)
        left = len(data) % self.said.cqe_size
        if left:
            self.rest(data[-left:], self.said.cqe_size)

    def cqes(self, ring: bytes, first: _Overhang) -> _Overhang:
        slot_size = self.said.cqe_size
        size = len(ring) // slot_size
        title, index = first.title, first.slots
        while index < size:
            slot = ring[index * slot_size:(index + 1) * slot_size]
            whole = CQE64.number(slot[-CQE64.size:])
            opcode = CQE64.get(whole, "opcode")
            compressed = (CQE64.get(whole, "format") == enums.cqe_format.compressed and not is_error(slot[-CQE64.size:]))
            is_block = compressed and self.said.enhanced
            if is_block or (opcode != enums.cqe_opcode.invalid and any(slot)):
                one = self.cqe(slot)
                one.index = index
                if not is_block:
                    title = opcode
                if compressed:
                    index += self.of_block(one, title, ring) if is_block else self.session(one, title, ring)
                    if index >= size:
                        _goes_on(one)
            index += 1
        return _Overhang(index - size, title)

    def of_block(self, one: Entry, title: int, ring: bytes) -> int:
        """Reads a block. Returns the number of further slots that belong to it."""
        count = _standing_for(one, 1 + BLOCK.get(BLOCK.number(one.data), "count_minus_1"), "count_minus_1",
                              min(self.room(one, ring), MINIS_IN_BLOCK))
        if count == 0:
            return 0
        self.add_minis(one, title, 0, count, one.data)
        return count - 1

    def session(self, one: Entry, title: int, ring: bytes) -> int:
        """Reads a title of the basic layout and the arrays of its session, eight completions each. The first array is in the slot
        after the title; the next ones are 8, 16 and so on slots after the title."""
        count = _standing_for(one, CQE64.get(CQE64.number(one.data), "byte_cnt"), "byte_cnt", self.room(one, ring))
        if count <= 1:
            return 0
        assert one.index is not None
        for done in range(0, min(count, MOST_LISTED), MINIS_IN_ARRAY):
            at = (one.index + max(done, 1)) * self.said.cqe_size % len(ring)
            array = ring[at:at + self.said.cqe_size][-CQE64.size:]
            self.add_minis(one, title, done, min(MINIS_IN_ARRAY, count - done), array)
        if count > MOST_LISTED:
            one.remarks.append(f"and {count - MOST_LISTED} more completions")
        return count - 1

    def room(self, one: Entry, ring: bytes) -> int:
        """The number of slots from a CQE to the end."""
        assert one.index is not None
        slots = len(ring) // self.said.cqe_size
        return slots if self.whole_ring(ring) else slots - one.index

    def add_minis(self, one: Entry, title: int, first: int, count: int, array: bytes) -> None:
        """Adds a remark for each completion of an array. For receives, the CQ's mini CQE format gives the meaning of the first
        bytes."""
        for i in range(count):
            data = array[i * MINI.size:(i + 1) * MINI.size]
            whole = MINI.number(data)
            number, length = first + i + 1, MINI.get(whole, "byte_cnt")
            if title == enums.cqe_opcode.req:
                opcode = MINI.get(whole, "s_wqe_opcode")
                known = enumerator_name(enums.opcode, opcode) or f"opcode {opcode:#04x}"
                text = f"{known}, wqe_counter {MINI.get(whole, 'wqe_counter'):#x}, {length} bytes"
            elif self.said.minis:
                text = fields_text(tables.layout(self.said.minis), whole)
            else:
                text = f"{length} bytes, mini CQE {data[:4].hex()} {data[4:].hex()}"
            one.remarks.append(f"completion {number}: {text}")

    def sq(self, data: bytes) -> None:
        self.read_ring(data, self.wqes)
        left = len(data) % OCTOWORD
        if left:
            self.rest(data[-left:], OCTOWORD)

    def wqes(self, ring: bytes, first: _Overhang) -> _Overhang:
        unrolled = ring[:len(ring) - len(ring) % OCTOWORD]
        size = (len(unrolled) + WQEBB - 1) // WQEBB
        if self.whole_ring(ring):
            unrolled += ring[:LONGEST_WQE]
        index = first.slots
        while index < size:
            there = unrolled[index * WQEBB:]
            slots = 1
            if looks_like_wqe(there) and (_fits(there, size - index) or _continues(there, index, size)):
                self.wqe(there)
                slots = (wqe_length(there) + WQEBB - 1) // WQEBB
                if index + slots > size:
                    _goes_on(self.entries[-1])
                self.entries[-1].index = index
            elif any(there[:WQEBB]):
                self.unreadable(there[:WQEBB], "no WQE begins here; it may be the rest of an older one").index = index
            index += slots
        return _Overhang(index - size)

    def rq(self, data: bytes) -> None:
        stride = self.said.stride
        whole = len(data) // stride
        for index in range(whole):
            wqe = data[index * stride:(index + 1) * stride]
            if any(wqe):
                self.add("receive_wqe", wqe).index = index
        if len(data) % stride:
            self.rest(data[whole * stride:], stride)

    def rest(self, data: bytes, unit: int) -> None:
        self.unreadable(data, f"{len(data)} bytes are left, which is no multiple of {unit}")

    def guess(self, data: bytes) -> None:
        """Decodes bytes of unknown kind."""
        if len(data) < OCTOWORD:
            self.unreadable(data, f"{len(data)} bytes are too few: give at least the last 16 of a CQE, or a WQE")
            return
        while data:
            data = data[self.guess_first(data):]
            # Blocks of zeros are frequent in rings. The last block is kept.
            while len(data) > CQE64.size and not any(data[:CQE64.size]):
                data = data[CQE64.size:]

    def guess_first(self, data: bytes) -> int:
        """Decodes the first entry and returns its length."""
        block = data[:CQE64.size]
        if len(data) < OCTOWORD:
            self.rest(data, OCTOWORD)
            return len(data)
        if len(data) >= CQE64.size and looks_failed(block):
            self.cqe(block)
            return len(block)
        if len(data) == 2 * CQE64.size and looks_failed(data[CQE64.size:]) and not looks_like_wqe(data):
            self.cqe(data).remarks.append("taken as a CQE of 128 bytes")
            return len(data)
        if len(data) < CQE64.size and len(data) % OCTOWORD == 0:
            filled = data.rjust(CQE64.size, b"\0")
            if looks_failed(filled) or (resembles_failed(filled) and not looks_like_wqe(data)):
                self.end_of_cqe(data)
                return len(data)
        cqe_too = len(data) >= CQE64.size and looks_like_cqe(block)
        if looks_like_wqe(data) or (not cqe_too and resembles_wqe(data)):
            length = wqe_length(data)
            self.wqe(data)
            return min(len(data), (length + WQEBB - 1) // WQEBB * WQEBB)
        if len(data) >= CQE64.size:
            self.cqe(block)
            return len(block)
        self.unreadable(data, "neither the end of a CQE with error nor a WQE; say with --as what it is")
        return len(data)


def _goes_on(one: Entry) -> None:
    one.remarks.append("it begins at the end of its ring, and goes on at the beginning")


def _standing_for(one: Entry, count: int, field: str, slots: int) -> int:
    """The number of slots that a title, or a block, takes; 0 if the count is impossible."""
    if not 0 < count <= slots:
        one.malformed.append(f"compressed, but {field} says {count} completions, and there is room for {slots}")
        return 0
    one.remarks.append(f"compressed: it stands for {count} completions in the slots from here on")
    return count


def _fits(wqe: bytes, wqebbs: int) -> bool:
    return wqe_length(wqe) <= wqebbs * WQEBB


def _continues(wqe: bytes, index: int, ring: int) -> bool:
    """Returns True if the WQE's index agrees with its place in the ring. In a part of a ring it does not, so nothing is put together
    there."""
    return CTRL.get(CTRL.number(wqe), "wqe_index") % ring == index and _fits(wqe, ring)


def split(source: Item, said: Options) -> List[Entry]:
    """The entries of an item."""
    entries = []
    if source.said:
        entries.append(Entry("report", source.origin, source.line, error=source.said))
    if source.refused:
        entries.append(Entry("command", source.origin, source.line, refused=source.refused))
    if source.data:
        more = _Splitter(source, said).run()
        if source.remark and not more:
            more.append(Entry(origin=source.origin, line=source.line))
        if source.remark:
            more[-1].remarks.append(source.remark)
        entries += more
    return entries
