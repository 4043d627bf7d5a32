"""Finds dumps and reports in a text of any kind."""
from __future__ import annotations

from typing import List, Optional

from verbatim.dump import block, kernel
from verbatim.dump.hex_line import HexLine, read_hex_line, read_last_offset
from verbatim.dump.item import Item, Report

CQE_BYTES = 64
LEAST_IN_PROSE = 16  # bytes in a line that has other words too
LEAST_WORDS = 4  # the same in words; fewer are a checksum or an address
PATIENCE = 2  # lines between a heading and its dump
MOST_ITEMS = 1 << 16


class _Reader:
    """Reads a text line by line."""

    def __init__(self, order: str) -> None:
        self.order, self.number = order, 0
        self.items: List[Item] = []
        self.next = Item()
        self.said: Optional[Report] = None  # the report in the heading
        self.block = block.DumpBlock()
        self.awaits_dump = False  # there was a heading
        self.waited = 0  # lines since the heading
        self.spoken = False  # the kernel wrote the last lines

    def read(self, text: str) -> List[Item]:
        lines = text.split("\n")
        for line in lines[:-1] if lines[-1] == "" else lines:
            if len(self.items) >= MOST_ITEMS:
                break
            self.number += 1
            self.take(line.rstrip("\r \t"))
        self.finish()
        return self.items

    def take(self, line: str) -> None:
        if self.more_words(line) or self.begins(line) or self.words(line):
            return
        if line == "*":
            self.block.repeat()
            return
        end = read_last_offset(line)
        if end and self.block.ends_at(end):
            self.finish()
            return
        hex_line = read_hex_line(line, self.order)
        if hex_line and (hex_line.pure or (len(hex_line.data) >= LEAST_IN_PROSE and hex_line.words >= LEAST_WORDS)):
            self.add(hex_line)
        else:
            self.other(line)

    def more_words(self, line: str) -> bool:
        """Adds the line to the report that the previous line began."""
        if not self.spoken:
            return False
        said = self.said if self.awaits_dump and self.said else self.items[-1].said if self.items else None
        return said is not None and kernel.goes_on(said, line)

    def begins(self, line: str) -> bool:
        found = kernel.heading_in(line)
        if not found:
            return False
        # A heading that repeats the previous one with more facts replaces it.
        if self.spoken and self.block.empty and _status_alone(self.said) and not _status_alone(found.said):
            self.said = None
        self.finish()
        self.spoken = True
        self.next = Item(kernel.ORIGIN, self.number, found.kind, dumped=found.dumped, transport=found.transport)
        self.said = found.said
        self.awaits_dump, self.waited = True, 0
        return True

    def words(self, line: str) -> bool:
        found = kernel.report_in(line)
        if not found:
            return False
        self.finish()
        self.spoken = True
        found.origin, found.line = kernel.ORIGIN, self.number
        self.items.append(found)
        return True

    def add(self, line: HexLine) -> None:
        headed = self.awaits_dump
        if not self.block.takes(line):
            self.finish()
        if self.block.empty and not (headed and self.awaits_dump):
            self.next = Item(line=self.number)
        if self.block.empty:
            self.next.begins_at = 0
        one_cqe = self.awaits_dump and self.next.kind == "cqe"
        self.block.add(line)
        if one_cqe and self.block.size >= CQE_BYTES:
            self.finish()

    def other(self, line: str) -> None:
        if self.block.empty:
            if self.awaits_dump and line:
                self.waited += 1
                if self.waited > PATIENCE:
                    self.finish()
            return
        # A dump with offsets may continue after other lines. The dump of a CQE may continue after an empty line, because it
        # has 64 bytes.
        in_cqe = self.awaits_dump and self.next.kind == "cqe" and not line
        if not self.block.has_offsets and not in_cqe:
            self.finish()

    def finish(self) -> None:
        """Ends the item of the last lines."""
        if not self.block.empty:
            if self.block.left_out:
                self.next.remark = (f"the '*' behind it stands for {self.block.left_out} bytes, which are left out: of a line that "
                                    f"repeats, {block.MOST_OTHERS} bytes are taken at most, of zeros {block.MOST_ZEROS}")
            self.next.begins_at = self.block.begins_at
            self.next.data = self.block.take()
            self.items.append(self.next)
        elif self.awaits_dump and self.said and self.said.syndrome is not None:
            self.next.kind = ""
            self.next.said = self.said  # a report without a dump
            self.items.append(self.next)
        self.next, self.said = Item(), None
        self.awaits_dump = self.spoken = False


def _status_alone(said: Optional[Report]) -> bool:
    return said is not None and said.syndrome is not None and said.vendor is None


def read_text(text: str, order: str = "usual") -> List[Item]:
    """The items of a text: hex of any layout, and the reports of mlx5 drivers. `order` is that of the bytes in words of hex."""
    return _Reader(order).read(text)
