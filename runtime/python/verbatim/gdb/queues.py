"""The queues of a program that is debugged: what they hold, and where they stand."""
from __future__ import annotations

import re
from typing import Any, Iterator, List

from verbatim.decoding.entry import Options
from verbatim.decoding.looks import CTRL
from verbatim.gdb import memory
from verbatim.gdb.rows import Row
from verbatim.model import OCTOWORD, WQEBB
from verbatim.specs import enums



def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


class Send:
    """A send_queue."""

    def __init__(self, value: Any, name: str) -> None:
        self.value, self.ring = value, value["ring_"]
        found = re.match(r"verbatim::send_queue<verbatim::(\w+)", name)
        self.transport = found[1] if found else ""
        self.base, self.mask = int(self.ring["ring_"]), int(self.ring["mask_"])
        self.pi, self.ci = int(self.ring["at_"]["pi"]), int(self.ring["at_"]["ci"])
        self.qpn, self.closed = int(self.ring["qpn_"]), bool(self.ring["closed_"])
        self.records = self.ring["table_"]["records_"]

    def bytes_at(self, index: int, size: int) -> bytes:
        """Bytes of the ring from a WQEBB on. They may go on at the ring's start."""
        begin, whole = (index & self.mask) * WQEBB, (self.mask + 1) * WQEBB
        data = memory.read(self.base + begin, min(size, whole - begin))
        return data + memory.read(self.base, size - len(data)) if len(data) < size else data

    def rung(self) -> int:
        """The lower half of the producer index of which the device knows."""
        word = int(self.value["doorbell_"]["dbrec_"]["word_"])
        return int.from_bytes(memory.read(word + 2, 2), "big")

    def state(self, index: int, end: int) -> List[str]:
        """The facts that the table has of a WQE: its entry, or that it is done."""
        record = memory.element(self.records, index & self.mask)
        if record is None:
            return []
        if not memory.has(record, "holds"):  # sparse: the record is of an earlier WQE if it ends elsewhere
            return [f"entry {memory.in_words(record['entry'])}"] if int(record["end"]) == end else []
        holds = str(record["holds"])
        if holds.endswith("nothing"):
            return ["done"] if memory.has(record, "wqebbs") else []
        return [] if holds.endswith("filler") else [f"entry {memory.in_words(record['entry'])}"]

    def row(self, index: int) -> Row:
        ctrl = CTRL.number(self.bytes_at(index, CTRL.size))
        data = self.bytes_at(index, max(CTRL.get(ctrl, "ds"), 1) * OCTOWORD)
        end = (index + (len(data) + WQEBB - 1) // WQEBB) & 0xffffffff
        notes = ["signaled"] if CTRL.get(ctrl, "ce") == enums.completion_mode.always else []
        notes += self.state(index, end)
        if self.distance(index) >= 0 and (end - self.rung() - 1) & 0xffff < 0x8000:
            notes.append("no doorbell yet")
        if self.distance(index) < 0:
            notes.append("completed")
        name = f"{index & 0xffff:#x}"
        return Row(f"wqe {name}", f"send queue of QP {self.qpn:#x}, wqe_index {name}", data,
                   Options(kind="wqe", transport=self.transport), notes)

    def distance(self, index: int) -> int:
        """Returns the number of WQEBBs from the oldest WQE to an index; negative if the index's WQE is retired."""
        behind = (index - self.ci) & 0xffffffff
        return behind if behind < (self.pi - self.ci) & 0xffffffff else -1

    def rows(self) -> Iterator[Row]:
        index = self.ci
        while not self.closed and self.distance(index) >= 0:
            row = self.row(index)
            if "done" not in row.notes:
                yield row
            index = (index + max(1, (len(row.data) + WQEBB - 1) // WQEBB)) & 0xffffffff

    def find(self, number: int) -> List[Row]:
        """The WQE with an index, also if it is retired, as long as nothing has overwritten it."""
        if self.closed:
            return []
        index = (self.pi - ((self.pi - number) & 0xffff)) & 0xffffffff
        row = self.row(index)
        if CTRL.get(CTRL.number(row.data), "wqe_index") != number & 0xffff:
            row.notes.append("no WQE with this index is there any more")
        return [row]

    def summary(self) -> str:
        used = (self.pi - self.ci) & 0xffffffff
        words = f"{self.transport} send queue of QP {self.qpn:#x}: {used} of {_count(self.mask + 1, 'WQEBB')} in use, "
        words += f"pi {self.pi:#x}, ci {self.ci:#x}"
        return words + ", closed" if self.closed else words


class Receive:
    """A recv_queue."""

    kind = "receive queue"

    def __init__(self, value: Any) -> None:
        self.value = value
        self.base, self.stride = int(value["ring_"]), int(value["stride_"])
        self.closed = bool(value["closed_"])
        self.terminator = int(value["terminator_"]["value_"])

    def size(self) -> int:
        return int(self.value["mask_"]) + 1

    def outstanding(self) -> Iterator[int]:
        index, end = int(self.value["ci_"]), int(self.value["pi_"])
        while index != end:
            yield index
            index = (index + 1) & 0xffffffff

    def list_of(self, index: int) -> bytes:
        """The SGEs of a WQE, without the one that ends a short list."""
        return self.without_end(memory.read(self.base + self.slot(index) * self.stride, self.stride))

    def without_end(self, data: bytes) -> bytes:
        for at in range(0, len(data), OCTOWORD):
            if int.from_bytes(data[at + 4:at + 8], "big") == self.terminator:
                return data[:at]
        return data

    def row(self, index: int) -> Row:
        entry, data = memory.element(self.value["entries_"], self.slot(index)), self.list_of(index)
        return Row(f"wqe {index & 0xffff:#x}", f"{self.kind}, index {index & 0xffff:#x}", data,
                   Options(kind="recv", stride=max(len(data), OCTOWORD)),
                   [] if entry is None else [f"entry {memory.in_words(entry)}"])

    def slot(self, index: int) -> int:
        return index & (self.size() - 1)

    def rows(self) -> Iterator[Row]:
        if not self.closed:
            yield from map(self.row, self.outstanding())

    def find(self, number: int) -> List[Row]:
        return [] if self.closed else [self.row(number & 0xffff)]

    def summary(self) -> str:
        words = f"{self.kind}: {len(list(self.outstanding()))} of {_count(self.size(), 'WQE')} posted"
        return words + ", closed" if self.closed else words


class SharedReceive(Receive):
    """A shared_recv_queue: its WQEs begin with a link, and one of them is never posted."""

    kind = "shared receive queue"

    def size(self) -> int:
        return int(self.value["free_"]["available_"]) + len(list(self.outstanding()))

    def outstanding(self) -> Iterator[int]:
        links = self.value["free_"]["next_"]
        for index in range(memory.length(links)):
            link = memory.element(links, index)
            if link is not None and int(link) == index:
                yield index

    def slot(self, index: int) -> int:
        return index

    def list_of(self, index: int) -> bytes:
        return self.without_end(memory.read(self.base + index * self.stride + OCTOWORD, self.stride - OCTOWORD))

    def summary(self) -> str:
        return f"SRQ {int(self.value['srqn_']):#x}, {super().summary()}"
