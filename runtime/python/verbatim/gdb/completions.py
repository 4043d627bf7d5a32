"""Completion queues of a program that is debugged: the CQEs that nobody has polled yet, and the last ones that were polled."""
from __future__ import annotations

import re
from typing import Any, Iterator, List

from verbatim.decoding.entry import Options
from verbatim.decoding.looks import CQE64, is_error
from verbatim.gdb import memory
from verbatim.gdb.rows import BLOCK, Row
from verbatim.specs import enums

# The layouts of the values of mini_cqe_format.
MINIS = ("mini_resp_hash", "mini_resp_csum", "mini_resp_ftag", "mini_resp_csum_stridx", "mini_resp_l34h")


class Completion:
    """A completion_queue."""

    def __init__(self, value: Any, name: str) -> None:
        self.value, self.reader = value, value["reader_"]
        # GCC writes cq_format{128, (verbatim::cqe_compression)1, (verbatim::mini_cqe_format)0, ..., Clang {128, 1, 0, ...
        found = re.match(r"[\w:]+<(?:verbatim::cq_format)? ?\{(\d+), \D*\d*, \D*(\d*)", name)
        self.cqe_size = int(found[1]) if found else CQE64.size
        self.minis = MINIS[int(found[2])] if found and found[2] else ""
        reader = memory.kind(self.reader).name or ""
        self.enhanced, self.compressed = "enhanced_reader" in reader, "plain_reader" not in reader
        self.base, self.mask, self.shift = (int(self.reader[name]) for name in ("ring_", "mask_", "shift_"))
        self.ci = int(self.reader["ci_"])
        self.ready = (int(self.reader["ready_end_"]) - self.ci) & 0xffffffff if self.compressed else 0

    def slots(self, index: int, count: int) -> bytes:
        """Whole CQEs. ring_ is the address of the last 64 bytes of the first."""
        first = self.base - (self.cqe_size - CQE64.size)
        places = ((index + i) & self.mask for i in range(count))
        return b"".join(memory.read(first + place * self.cqe_size, self.cqe_size) for place in places)

    def takes(self, index: int) -> int:
        """The number of slots of the CQE that the device has written there; 0 if it has written none."""
        cqe = self.slots(index, 1)[-CQE64.size:]
        lap, whole = index >> self.shift, CQE64.number(cqe)
        opcode, compressed = CQE64.get(whole, "opcode"), CQE64.get(whole, "format") == enums.cqe_format.compressed
        if self.enhanced:
            if cqe[-2] != lap & 0xff or (opcode == enums.cqe_opcode.invalid and not compressed):
                return 0
            return BLOCK.get(whole, "count_minus_1") + 1 if compressed else 1
        if CQE64.get(whole, "owner") != lap & 1 or opcode == enums.cqe_opcode.invalid:
            return 0
        return CQE64.get(whole, "byte_cnt") if self.compressed and compressed and not is_error(cqe) else 1

    def row(self, index: int, count: int) -> Row:
        in_front = 1 if self.enhanced and count > 1 else 0  # the CQE before a block says what the block is
        data = self.slots(index - in_front, count + in_front)
        kind = "cq" if count > 1 else "cqe"
        said = Options(kind=kind, cqe_size=self.cqe_size, enhanced=self.enhanced, minis=self.minis)
        return Row(f"cqe {index & self.mask:#x}", f"completion queue, slot {index & self.mask:#x}", data, said, skip=in_front)

    def rows(self) -> Iterator[Row]:
        index, end = self.ci + self.ready, self.ci + self.mask + 1
        while index < end:
            count = self.takes(index)
            if not 0 < count <= end - index:
                return
            yield self.row(index, count)
            index += count

    def find(self, number: int) -> List[Row]:
        """The last `number` CQEs that were polled, and then those that were not. Compressed ones that were polled are gone."""
        number = min(number, self.ci, self.mask + 1)
        polled = [self.row(index, 1) for index in range(self.ci - number, self.ci)]
        for row in polled:
            row.notes.append("polled")
        return polled + list(self.rows())

    def summary(self) -> str:
        waiting, size = len(list(self.rows())), self.mask + 1
        words = f"completion queue of {size} CQEs of {self.cqe_size} bytes: {waiting} to be polled, ci {self.ci:#x}"
        if self.ready:
            words += f", {self.ready} left of a compressed CQE"
        number = int(self.value["handler_"]["dropped_"])
        return words + f", {number} dropped: {self.value['handler_']['last_dropped_']['why']}" if number else words
